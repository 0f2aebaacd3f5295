import type { Artifact } from '../../shared/artifact.ts';
import { type Attempt, type Job, JobError, type JobEvent, Values } from '../../shared/job.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import type { ArtifactRows } from '../db/artifacts.ts';
import type { AttemptRow, AttemptRows } from '../db/attempts.ts';
import type { JobChangeRows } from '../db/job-changes.ts';
import type { JobEventRow } from '../db/job-events.ts';
import type { JobRow } from '../db/jobs.ts';

const time = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at));
const errorOf = (text: string | null): JobError | null => (text === null ? null : JobError.parse(JSON.parse(text)));

/** Whole jobs as everybody outside sees them, from their rows. */
export interface JobView {
  of(row: JobRow): Job;
  /** The same for many, in their order. */
  all(rows: readonly JobRow[]): Job[];
}

export const createJobView = (
  attempts: Pick<AttemptRows, 'ofJob' | 'ofJobs'>,
  artifacts: ArtifactRows,
  changes: JobChangeRows,
): JobView => ({
  of: (row) => jobOf(row, attempts.ofJob(row.id), artifacts.ofJob(row.id), changes.of(row.id)),
  all(rows) {
    const ids = [...new Set(rows.map(({ id }) => id))];
    const attemptsOf = Map.groupBy(attempts.ofJobs(ids), ({ job }) => job);
    const artifactsOf = Map.groupBy(artifacts.ofJobs(ids), ({ jobId }) => jobId);
    return rows.map((row) => jobOf(row, attemptsOf.get(row.id) ?? [], artifactsOf.get(row.id) ?? [], changes.of(row.id)));
  },
});

const jobOf = (row: JobRow, attempts: readonly AttemptRow[], artifacts: Artifact[], changes: JobChanges | undefined): Job => ({
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
  ...(changes && { changes }),
  attempts: attempts.map(attemptOf),
  artifacts,
  error: errorOf(row.error_json),
});

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  engine: row.engine,
  launch: row.launch,
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
