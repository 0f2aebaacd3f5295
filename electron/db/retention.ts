import type { Db } from './database.ts';

/** A finished job with what it made. */
export interface FinishedJob {
  seq: number;
  batch: string | null;
  finished_at: number;
  pictures: number;
  bytes: number;
}

/** Statements for removing finished jobs. */
export interface RetentionRows {
  lastSeq(): number;
  /** Finished jobs within a stretch of the table, newest first; those of a batch that goes on are left out. */
  finished(from: number, to: number): FinishedJob[];
  /** Where the files of a job's artifacts are, relative to the data folder. */
  paths(seq: number): string[];
  /** With everything that belongs to them. */
  remove(seqs: readonly number[]): void;
  /** Files whose rows go in the same transaction: known until they are gone. */
  noteFiles(paths: readonly string[]): void;
  /** Some of the noted files, by name, after one. */
  notedFiles(after: string, limit: number): string[];
  forgetFiles(paths: readonly string[]): void;
  /** A batch that has no jobs left. */
  removeEmptyBatch(id: string): void;
}

/** Prepares the statements once. */
export const createRetentionRows = (db: Db): RetentionRows => {
  const lastSeq = db.prepare<[], number | null>('SELECT max(seq) FROM jobs').pluck();
  const finished = db.prepare<[number, number], FinishedJob>(
    `SELECT seq, batch, finished_at, (SELECT count(*) FROM artifacts WHERE job = j.id) AS pictures,
       coalesce((SELECT sum(bytes) FROM artifacts WHERE job = j.id), 0) AS bytes
     FROM jobs j NOT INDEXED WHERE seq > ? AND seq <= +? AND state IN ('succeeded', 'failed_terminal', 'cancelled') AND attempt IS NULL
       AND finished_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.id = j.batch AND b.ended_at IS NULL)
     ORDER BY seq DESC`,
  );
  const paths = db
    .prepare<[number], string>('SELECT path FROM artifacts WHERE job = (SELECT id FROM jobs WHERE seq = ?)')
    .pluck();
  const remove = db.prepare('DELETE FROM jobs WHERE seq IN (SELECT value FROM json_each(?))');
  const removeBatch = db.prepare(
    'DELETE FROM batches WHERE id = @id AND NOT EXISTS (SELECT 1 FROM jobs INDEXED BY jobs_batch WHERE batch = @id)',
  );
  const note = db.prepare('INSERT OR IGNORE INTO files_to_remove (path) SELECT value FROM json_each(?)');
  const noted = db
    .prepare<[string, number], string>('SELECT path FROM files_to_remove WHERE path > ? ORDER BY path LIMIT +?')
    .pluck();
  const forget = db.prepare('DELETE FROM files_to_remove WHERE path IN (SELECT value FROM json_each(?))');
  return {
    lastSeq: () => lastSeq.get() ?? 0,
    finished: (from, to) => finished.all(from, to),
    paths: (seq) => paths.all(seq),
    remove: (seqs) => void remove.run(JSON.stringify(seqs)),
    noteFiles: (paths) => void note.run(JSON.stringify(paths)),
    notedFiles: (after, limit) => noted.all(after, limit),
    forgetFiles: (paths) => void forget.run(JSON.stringify(paths)),
    removeEmptyBatch: (id) => void removeBatch.run({ id }),
  };
};
