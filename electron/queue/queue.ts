import type { EnqueueInput, JobFilter } from '../../shared/contract.ts';
import type { CostSamples, QueueEstimate } from '../../shared/cost.ts';
import type { Job, JobCounts, JobEvent, JobLinks, JobProgress, Pause, PauseOwner } from '../../shared/job.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import type { Record } from '../../shared/record.ts';
import type { WordParams } from '../../shared/words.ts';
import type { BatchBook } from './batch-book.ts';
import type { Enqueued } from './enqueue.ts';
import type { JobImporter } from './import-jobs.ts';
import type { Reorderer } from './reorder.ts';
import type { Retention } from './retention.ts';
import type { Sweeper } from './sweep.ts';
import type { TrialBay } from './trial-bay.ts';

export interface JobsChanged {
  jobs: Job[];
  /** `key` and `params` of `i18n.errors`, and the English `message`. */
  refused: { id: string; key: string; message: string; params: WordParams }[];
  /** Brings back what a cancellation took of what had only waited; null: nothing. */
  undo?: string | null;
}

/** The durable list of work and the dispatcher that hands it to engines, one prompt at a time per lane. */
export interface Queue {
  /**
   * Committed to disk (FULL) when it resolves; thousands are written in chunks, so that nothing else waits. Rejects with an
   * AppError: unknown template, bad value, key taken by another request. `changes`: what a remedy changes in the one job asked for.
   */
  enqueue(input: EnqueueInput, changes?: JobChanges): Promise<Enqueued>;
  /** A search for words looks at every job, in steps that let everything else run. */
  list(query: {
    filter: JobFilter;
    ids?: string[] | undefined;
    order: 'newest' | 'run';
    cursor?: string | undefined;
    limit: number;
  }): Promise<{ jobs: Job[]; total: number; next: string | null }>;
  get(id: string): { job: Job; events: JobEvent[]; links: JobLinks } | undefined;
  counts(): JobCounts;
  /** Of jobs in no batch. */
  looseCounts(): JobCounts;
  /** Jobs at work, then the first that wait, in run order. */
  openJobs(): Job[];
  cancel(ids: string[]): Promise<JobsChanged>;
  requeue(ids: string[]): Promise<JobsChanged>;
  /** Acts over everything that a filter lets through, and the way back. */
  readonly sweep: Sweeper;
  /** The order of what waits. */
  readonly order: Reorderer;
  /** Queues jobs of a file; see there. */
  readonly importJobs: JobImporter;
  readonly retention: Pick<Retention, 'plan' | 'run'>;
  /** Of every attempt of a job, the oldest first. */
  records(job: string): Record[];
  pause(owner: PauseOwner, text: string): Pause[];
  /** `wasPaused`: whether that owner held a pause. */
  resume(owner: PauseOwner): { pauses: Pause[]; wasPaused: boolean };
  pauses(): Pause[];
  /** Requests for many jobs. */
  readonly batches: Pick<BatchBook, 'find' | 'list' | 'jobs'>;
  /** What attempts took here, and what follows for what waits. */
  readonly costs: { samples(template: string): CostSamples; estimate(): QueueEstimate };
  /** One job at a time past everything that waits, while an engine tries a remedy or is measured. */
  readonly trials: Pick<TrialBay, 'begin' | 'letThrough' | 'putBack' | 'replace' | 'restore' | 'end' | 'endAll'>;
  progress(): JobProgress[];
  /** Newest live preview of an attempt, kept in memory only. */
  preview(attemptId: string): { mime: string; bytes: Uint8Array } | undefined;
  /**
   * Recovers what an earlier host left, then follows the lanes. Call it once adoption is decided (`Engines.startWanted` has
   * answered): an attempt whose engine is not there then counts as lost. Reading and enqueueing work before.
   */
  start(): Promise<void>;
  /** Settings or engines are others: what no lane could take until now may be for one. */
  lookAgain(): void;
  /** Claims nothing more; running prompts stay with their engine and are found again. */
  stop(): Promise<void>;
}
