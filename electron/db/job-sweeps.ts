import type { JobState, Priority } from '../../shared/job.ts';
import type { Db } from './database.ts';
import type { JobRow } from './jobs.ts';

/** Where a job stands among those that wait. */
type JobPlace = Pick<JobRow, 'seq' | 'grade' | 'rank'>;

/** Statements for acts over many jobs, and over the order of those that wait. */
export interface JobSweepRows {
  /** Up to `limit` jobs in one state, after one with this seq. */
  inState(state: JobState, after: number, limit: number): JobRow[];
  bySeq(seq: number): JobRow | undefined;
  /** Waiting jobs of a grade from a rank on (inclusive), in run order. */
  from(grade: number, rank: number, limit: number): JobPlace[];
  /** Rank of the last that stands before this rank in a grade; null: none does. */
  rankBefore(grade: number, rank: number): number | null;
  place(seq: number, grade: number, rank: number, priority: Priority): void;
}

/** Prepares the statements once. */
export const createJobSweepRows = (db: Db): JobSweepRows => {
  const inState = db.prepare<[JobState, number, number], JobRow>(
    'SELECT * FROM jobs INDEXED BY jobs_state WHERE state = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const bySeq = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE seq = ?');
  const waiting =
    "SELECT seq, grade, rank FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL AND grade = ?";
  const from = db.prepare<[number, number, number], JobPlace>(`${waiting} AND rank >= ? ORDER BY rank LIMIT ?`);
  const before = db.prepare<[number, number], JobPlace>(`${waiting} AND rank < ? ORDER BY rank DESC LIMIT 1`);
  const place = db.prepare('UPDATE jobs SET grade = ?, rank = ?, priority = ? WHERE seq = ?');
  return {
    inState: (state, after, limit) => inState.all(state, after, limit),
    bySeq: (seq) => bySeq.get(seq),
    from: (grade, rank, limit) => from.all(grade, rank, limit),
    rankBefore: (grade, rank) => before.get(grade, rank)?.rank ?? null,
    place: (seq, grade, rank, priority) => void place.run(grade, rank, priority, seq),
  };
};
