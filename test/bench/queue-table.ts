import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../electron/db/database.ts';
import { createQueue } from '../../electron/queue/create-queue.ts';
import { createLedger, type Ledger } from '../../electron/queue/ledger.ts';
import type { Queue } from '../../electron/queue/queue.ts';
import { createSettler, type Settler } from '../../electron/queue/settle.ts';
import { openQueue } from './enqueue.ts';

/** A queue over a table of so many jobs. */
export interface QueueTable {
  readonly size: number;
  readonly folder: string;
  readonly db: Db;
  readonly queue: Queue;
  readonly ledger: Ledger;
  readonly settler: Settler;
  close(): Promise<void>;
}

/** Written by the queue itself; every other row is a copy of one of them. */
const seeds = 500;
/** So many finished jobs have what a list shows of them: an attempt and a picture. */
const shown = 500;

/** Fills a table in one go, each second job waiting and each second one done. */
const fill = (db: Db, size: number): void => {
  db.pragma('synchronous = OFF');
  db.transaction(() => {
    // Not read from the table that is being written: SQLite would copy every row first.
    db.exec('CREATE TEMP TABLE seeds AS SELECT * FROM jobs');
    db.prepare(
      `WITH RECURSIVE n (seq) AS (SELECT ? + 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
       INSERT INTO jobs (seq, id, template, version, digest, values_json, seed, state, priority, grade, rank, created_at, finished_at, work)
       SELECT n.seq, printf('%08x-0000-7000-8000-%012x', n.seq, n.seq), template, version, digest, values_json, seed,
         CASE n.seq % 2 WHEN 0 THEN 'queued' ELSE 'succeeded' END, priority, grade, n.seq * 1024, created_at,
         CASE n.seq % 2 WHEN 0 THEN NULL ELSE created_at END, work
       FROM n CROSS JOIN seeds ON seeds.rowid = n.seq % ? + 1`,
    ).run(seeds, size, seeds);
    db.prepare(
      `INSERT INTO job_events (job, at, to_state, reason) SELECT id, created_at, state, 'enqueued' FROM jobs WHERE seq > ?`,
    ).run(seeds);
    const done = `(SELECT * FROM jobs INDEXED BY jobs_state WHERE state = 'succeeded' ORDER BY seq DESC LIMIT ${shown}) j`;
    db.exec(
      `INSERT INTO attempts (id, job, engine, launch, client, state, started_at, submitted_at, running_at, ended_at)
         SELECT 'a' || id, id, 'gone', '', '', 'succeeded', created_at, created_at, created_at, created_at FROM ${done};
       INSERT INTO artifacts (id, job, attempt, template, node, place, kind, mime, name, path, sha256, bytes, width, height, created_at)
         SELECT 'f' || id, id, 'a' || id, template, '9', 0, 'image', 'image/png', id || '.png', 'artifacts/' || id || '.png', '', 1, 64, 64,
           created_at FROM ${done};
       DROP TABLE seeds;`,
    );
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('synchronous = FULL');
};

/** `size` jobs in a folder of its own, which goes when it is closed. */
export const openTable = async (size: number): Promise<QueueTable> => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const { db, deps, queue: first } = await openQueue(folder);
  await first.enqueue({
    template: 'sd15',
    values: { prompt: 'a lighthouse at dusk' },
    count: seeds,
    priority: 'normal',
    isFront: false,
  });
  await first.stop();
  fill(db, size);
  // A queue reads what is there when it is made.
  const queue = createQueue(deps);
  const ledger = createLedger(deps);
  return {
    size,
    folder,
    db,
    queue,
    ledger,
    settler: createSettler(ledger, deps),
    async close() {
      ledger.flush();
      await queue.stop();
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
};
