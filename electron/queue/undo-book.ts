import type { JobBefore } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from './new-id.ts';

/** What a cancellation took away, for as long as somebody may want it back. */
export interface UndoBook {
  /** Answers with the id to take it back by; null: there is nothing to take back. */
  keep(jobs: readonly JobBefore[]): string | null;
  /** Once; undefined: it is unknown, or too late. */
  take(id: string): readonly JobBefore[] | undefined;
}

/** Longer than any page offers it, for an answer may be late. */
const keptMs = 60_000;

/** Kept in memory only: after a restart nobody asks any more. */
export const createUndoBook = (clock: Pick<Clock, 'now' | 'after'>): UndoBook => {
  const kept = new Map<string, readonly JobBefore[]>();
  return {
    keep(jobs) {
      if (jobs.length === 0) return null;
      const id = newId(clock.now());
      kept.set(id, jobs);
      clock.after(keptMs, () => kept.delete(id));
      return id;
    },
    take(id) {
      const jobs = kept.get(id);
      kept.delete(id);
      return jobs;
    },
  };
};

/** What must be known of a job to bring it back as it was. Pure. */
export const beforeOf = ({ seq, state, retry_at, tries, deaths, faults, error_json }: JobRow): JobBefore => ({
  seq,
  state,
  retry_at,
  tries,
  deaths,
  faults,
  error_json,
});
