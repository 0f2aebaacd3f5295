import type { ExitReport } from '../../shared/engine.ts';
import type { Evidence, IncidentPage, IncidentReport, LogAnswer } from '../../shared/evidence.ts';
import type { DayCount, Incident, IncidentFilter, IncidentGroup } from '../../shared/incident.ts';
import type { JobError, JobState } from '../../shared/job.ts';
import type { DiagnoseOptions } from './diagnose.ts';

/** An attempt that ended without success, as the queue judged it. */
export interface FailedAttempt {
  job: string;
  attempt: string;
  engine: string;
  launch: string;
  /** In one word of the queue. */
  ending: string;
  /** What became of its job. */
  state: JobState;
  error: JobError | null;
}

/** What went wrong, kept with its evidence, grouped, and told. Nothing here waits for a log to be read. */
export interface Incidents {
  /** A process of an engine is gone. Ends that were asked for make no incident. */
  engineEnded(engine: string, report: ExitReport): void;
  attemptFailed(failure: FailedAttempt): void;
  /** A job ran through; its engine may have told all the same that the picture is black. */
  attemptStored(stored: Pick<FailedAttempt, 'job' | 'attempt' | 'engine' | 'launch'>): void;

  /** Throws AppError for a cursor that no page gave. */
  list(query: { filter: IncidentFilter; cursor?: string | undefined; limit: number }): {
    incidents: Incident[];
    total: number;
    next: string | null;
  };
  /** Throws AppError for an unknown time zone. */
  groups(query: { filter: IncidentFilter; days: number; timeZone?: string | undefined }): {
    groups: IncidentGroup[];
    days: DayCount[];
  };
  /** What nobody settled yet, newest first. */
  open(limit: number): Incident[];
  /** These throw AppError for an id that is not there. */
  get(id: string): Incident;
  evidence(id: string): Evidence;
  /** Remedies are offered for the engine as it is now. */
  page(id: string, timeZone?: string): Promise<IncidentPage>;
  report(id: string, options: { isWithPrompts: boolean }): IncidentReport;
  resolve(ids: readonly string[]): Incident[];
  dismiss(ids: readonly string[], isWholeGroup: boolean): Incident[];
  reopen(ids: readonly string[]): Incident[];

  /** For trials: a remedy is being tried, was confirmed (`remedy`), or the incident is open again. Tells everybody. */
  setTrial(id: string, outcome: 'trial' | 'open' | { confirmed: string }): Incident;
  /** Offers its remedies anew, for the engine as it is now, and tells everybody. */
  refresh(id: string): Promise<Incident>;
  /** Resolves when every log that waits is read; what comes meanwhile is waited for too. */
  settled(): Promise<void>;

  /** What is thought of a log that somebody gave. Rejects when the file cannot be read. */
  diagnoseGiven(file: string, name: string, options: DiagnoseOptions): Promise<LogAnswer>;

  /** Takes up what an earlier host left: ends that it did not see, logs that it did not read. */
  start(): void;
  stop(): Promise<void>;
}
