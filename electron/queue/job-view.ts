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
    id: row.id,
    key: row.key,
    template: row.template,
    version: row.version,
    digest: row.digest,
    values: Values.parse(JSON.parse(row.values_json)),
    seed: row.seed,
    state: row.state,
    priority: row.priority,
    createdAt: time(row.created_at),
    finishedAt: timeOrNull(row.finished_at),
    retryAt: timeOrNull(row.retry_at),
    ...(row.grade === 0 && { isFront: true }),
    ...(row.batch !== null && { batch: row.batch }),
    attempts: attempts.ofJob(row.id).map(attemptOf),
    artifacts: artifacts.ofJob(row.id),
    error: errorOf(row.error_json),
  }),
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
