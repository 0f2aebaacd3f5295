import { type Attempt, type Job, JobError, type JobEvent, Values } from '../../shared/job.ts';
import type { ArtifactRows } from '../db/artifacts.ts';
import type { AttemptRow, AttemptRows } from '../db/attempts.ts';
import type { JobEventRow } from '../db/job-events.ts';
import type { JobRow } from '../db/jobs.ts';

const time = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at));
const errorOf = (text: string | null): JobError | null => (text === null ? null : JobError.parse(JSON.parse(text)));

/** Whole jobs as everybody outside sees them, from their rows. */
export interface JobView {
  of(row: JobRow): Job;
}

export const createJobView = (attempts: AttemptRows, artifacts: ArtifactRows): JobView => ({
  of: (row) => ({
    ...plainJob(row, Values.parse(JSON.parse(row.values_json))),
    attempts: attempts.ofJob(row.id).map(attemptOf),
    artifacts: artifacts.ofJob(row.id),
  }),
});

type PlainRow = Omit<
  JobRow,
  'request' | 'grade' | 'rank' | 'batch' | 'attempt' | 'cancel_at' | 'tries' | 'deaths' | 'faults' | 'values_json' | 'seq'
>;

/** The job of a row that no engine had yet. Pure. */
export const plainJob = (row: PlainRow, values: Values): Job => ({
  id: row.id,
  key: row.key,
  template: row.template,
  version: row.version,
  digest: row.digest,
  values,
  seed: row.seed,
  state: row.state,
  priority: row.priority,
  createdAt: time(row.created_at),
  finishedAt: timeOrNull(row.finished_at),
  retryAt: timeOrNull(row.retry_at),
  attempts: [],
  artifacts: [],
  error: errorOf(row.error_json),
});

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  engine: row.engine,
  state: row.state,
  startedAt: time(row.started_at),
  endedAt: timeOrNull(row.ended_at),
  error: errorOf(row.error_json),
});

/** One line of a job's timeline. Pure. */
export const eventOf = (row: JobEventRow): JobEvent => ({
  at: time(row.at),
  from: row.from_state,
  to: row.to_state,
  reason: row.reason,
  attempt: row.attempt,
});
