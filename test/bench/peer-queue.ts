import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { better, defineQueue } from 'plainjob';
import { stretchLog } from '../../electron/db/stretch-log.ts';

/** plainjob, the queue over SQLite that is nearest to ours, as durable as ours and over as many jobs. Ms of each operation. */
export interface PeerQueue {
  enqueue(data: unknown): number;
  claimAndSettle(): number;
  close(): void;
}

const type = 'picture';
const quiet = { error() {}, warn() {}, info() {}, debug() {} };

const timed = (act: () => unknown): number => {
  const from = performance.now();
  act();
  return performance.now() - from;
};

/** `folder` is the one that our own database lies in: the same disk. */
export const openPeerQueue = (folder: string, size: number, data: unknown): PeerQueue => {
  mkdirSync(join(folder, 'peer'));
  const db = new Database(join(folder, 'peer', 'plainjob.db'));
  const queue = defineQueue({ connection: better(db), logger: quiet });
  db.pragma('synchronous = OFF');
  db.prepare(
    `WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
     INSERT INTO plainjob_jobs (type, data, status, created_at, next_run_at)
     SELECT '${type}', ?, CASE seq % 2 WHEN 0 THEN 0 ELSE 2 END, ?, ? FROM n`,
  ).run(size, JSON.stringify(data), Date.now(), Date.now());
  // As ours; and its own setting may lose the last jobs in a power cut.
  stretchLog(db);
  db.pragma('synchronous = FULL');
  return {
    enqueue: (more) => timed(() => queue.add(type, more)),
    claimAndSettle: () =>
      timed(() => {
        const job = queue.getAndMarkJobAsProcessing(type);
        if (job) queue.markJobAsDone(job.id);
      }),
    close() {
      queue.close();
    },
  };
};
