import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { CancellationRows } from '../../../electron/db/cancellations.ts';
import { createCancellationRows } from '../../../electron/db/cancellations.ts';
import { openDatabase } from '../../../electron/db/database.ts';
import type { Ledger } from '../../../electron/queue/ledger.ts';
import { createUndoBook } from '../../../electron/queue/undo-book.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';

/** A book over real rows, one of which may fail, with what it logged. */
const open = (faults: Partial<CancellationRows> = {}, breathe = async (): Promise<void> => {}) => {
  const db = openDatabase(':memory:');
  const rows = createCancellationRows(db);
  const clock = createVirtualClock();
  const said: string[] = [];
  const log = { info: (text: string) => said.push(text), warn: (text: string) => said.push(text) };
  const run = <T>(act: () => T): T => db.transaction(act)();
  // Only these are used of a ledger and of a log.
  const ledger = { commit: run, note: run, events: { insert() {} } } as unknown as Ledger;
  const ports = { clock, log: log as never };
  const book = createUndoBook({ ...rows, ...faults }, ledger, ports, { onMany() {}, onWork() {}, breathe });
  return { db, rows, clock, said, book };
};
const diskFault = (): never => {
  throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
};

test.each(['find', 'some'] as const)(
  'a row that cannot be read (%s) is read again later, and what is over is forgotten',
  async (name) => {
    let isBroken = true;
    const { rows, clock, book, db } = open({
      [name]: (...given: [string, number]) => (isBroken ? diskFault() : rows[name](...given)),
    });
    rows.begin('a');
    rows.set('a', 'done', clock.now() + 1_000);
    await book.start();
    await clock.advance(2_000);
    expect(rows.all()).toHaveLength(1);
    isBroken = false;
    await clock.advance(10_000);
    expect(rows.all()).toEqual([]);
    book.stop();
    db.close();
  },
);

test('a cancellation of which nothing was written leaves nothing to take back', async () => {
  const { book, clock, said, db } = open();
  const undo = book.open();
  expect(() =>
    db.transaction(() => {
      undo.keep([1]);
      throw new Error('the disk is full');
    })(),
  ).toThrow('the disk is full');
  db.pragma('query_only = ON');
  undo.abandon();
  await clock.advance(30_000);
  expect(said).toEqual([]);
  book.stop();
  db.close();
});

test('what the end of the host cut off is not said to be taken back, and the next host takes it back', async () => {
  const stop = { book: (): void => {} };
  const { book, rows, said, db } = open({}, async () => stop.book());
  stop.book = book.stop;
  rows.begin('a');
  const add = db.prepare(
    `INSERT INTO jobs (seq, id, template, version, digest, values_json, state, priority, grade, rank, created_at)
     VALUES (?, ?, 'demo', 1, 'd', '{}', ?, 'normal', 2, 1, 1)`,
  );
  const seqs = Array.from({ length: 150 }, (_, n) => n + 1);
  for (const seq of seqs) add.run(seq, `job-${seq}`, 'queued');
  rows.keep('a', seqs);
  db.exec("UPDATE jobs SET state = 'cancelled'");
  await book.start();
  expect([rows.all().length, said]).toEqual([1, []]);
  db.close();
});
