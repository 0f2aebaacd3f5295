import type { Db } from './database.ts';

interface BatchRow {
  id: string;
  first_seq: number;
  count: number;
}

/** Requests for many jobs, written in several transactions. */
export interface BatchRows {
  begin(batch: { id: string; firstSeq: number; count: number; createdAt: number }): void;
  /** From now on its jobs run. */
  complete(id: string): void;
  /** What a crash left half written. */
  incomplete(): BatchRow[];
  remove(id: string): void;
}

/** Prepares the statements once. */
export const createBatchRows = (db: Db): BatchRows => {
  const begin = db.prepare('INSERT INTO batches (id, first_seq, count, created_at) VALUES (?, ?, ?, ?)');
  const complete = db.prepare('UPDATE batches SET is_complete = 1 WHERE id = ?');
  const incomplete = db.prepare<[], BatchRow>('SELECT id, first_seq, count FROM batches WHERE is_complete = 0');
  const remove = db.prepare('DELETE FROM batches WHERE id = ?');
  return {
    begin: ({ id, firstSeq, count, createdAt }) => void begin.run(id, firstSeq, count, createdAt),
    complete: (id) => void complete.run(id),
    incomplete: () => incomplete.all(),
    remove: (id) => void remove.run(id),
  };
};
