import type { JobState, Priority } from '../../shared/job.ts';
import { isWhole } from './batches.ts';
import type { Db } from './database.ts';
import type { JobRow } from './jobs.ts';

/** Where a job stands among those that wait. */
export type JobPlace = Pick<JobRow, 'seq' | 'grade' | 'rank'>;

/** Statements for acts over many jobs, and over the order of those that wait. */
export interface JobSweepRows {
  /** Up to `limit` jobs in one state, after one with this seq; of batches only where they are complete. */
  inState(state: JobState, after: number, limit: number): JobRow[];
  bySeq(seq: number): JobRow | undefined;
  /** Waiting jobs of a place's grade from there on, that place included, in run order. */
  from(place: JobPlace, limit: number): JobPlace[];
  /** Those that stand before it in its grade, the nearest first. */
  before(place: JobPlace, limit: number): JobPlace[];
  place(seq: number, grade: number, rank: number, priority: Priority): void;
}

/** Prepares the statements once. */
export const createJobSweepRows = (db: Db): JobSweepRows => {
  const inState = db.prepare<[JobState, number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_state WHERE state = +? AND seq > ? AND ${isWhole} ORDER BY seq LIMIT +?`,
  );
  const bySeq = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE seq = ?');
  const waiting =
    "SELECT seq, grade, rank FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL AND grade = +?";
  const from = db.prepare<[number, number, number, number], JobPlace>(
    `${waiting} AND (rank, seq) >= (?, ?) ORDER BY rank, seq LIMIT +?`,
  );
  const before = db.prepare<[number, number, number, number], JobPlace>(
    `${waiting} AND (rank, seq) < (?, ?) ORDER BY rank DESC, seq DESC LIMIT +?`,
  );
  const place = db.prepare('UPDATE jobs SET grade = ?, rank = ?, priority = ? WHERE seq = ?');
  return {
    inState: (state, after, limit) => inState.all(state, after, limit),
    bySeq: (seq) => bySeq.get(seq),
    from: ({ grade, rank, seq }, limit) => from.all(grade, rank, seq, limit),
    before: ({ grade, rank, seq }, limit) => before.all(grade, rank, seq, limit),
    place: (seq, grade, rank, priority) => void place.run(grade, rank, priority, seq),
  };
};
