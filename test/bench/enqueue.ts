import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Db, openDatabase } from '../../electron/db/database.ts';
import { stretchLog } from '../../electron/db/stretch-log.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createQueue } from '../../electron/queue/create-queue.ts';
import type { QueueDeps } from '../../electron/queue/deps.ts';
import { createTemplates } from '../../electron/templates/create-templates.ts';
import { drawSeed } from '../../electron/templates/draw-seed.ts';
import { defaultSettings } from '../../shared/settings.ts';
import type { Tell } from './figure.ts';
import { percentile } from './percentile.ts';

const rounds = 5;
/** Both take turns, so many calls each: a shared disk changes its mood within seconds. */
const callsInTurn = 50;
/** What an enqueue writes, with the column that tells the new rows of each table. */
const tables = { jobs: 'seq', job_events: 'seq', batches: 'first_seq' } as const;

/** Everything that the queue wrote since the last call, one list for each table. */
const openReader = (db: Db) => {
  const all = Object.entries(tables).map(([table, order]) => ({
    table,
    order,
    last: 0,
    rows: db.prepare<[number], Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${order} > ? ORDER BY ${order}`),
  }));
  return () =>
    all.map((one) => {
      const rows = one.rows.all(one.last);
      one.last = Number(rows.at(-1)?.[one.order] ?? one.last);
      return { table: one.table, rows };
    });
};

/** The same rows by bare statements, as many to a transaction as one call made. */
const openWriter = (db: Db) => {
  const statements = new Map<string, { run(values: unknown[]): unknown }>();
  const statementFor = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    const known =
      statements.get(table) ?? db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
    statements.set(table, known);
    return known;
  };
  const write = db.transaction((parts: { insert: { run(values: unknown[]): unknown }; rows: unknown[][] }[]) => {
    for (const { insert, rows } of parts) for (const row of rows) insert.run(row);
  });
  /** Ms for all of them. */
  return (written: ReturnType<ReturnType<typeof openReader>>, calls: number): number => {
    const transactions = Array.from({ length: calls }, (_, call) =>
      written.flatMap(({ table, rows }) => {
        const [first] = rows;
        const [from, to] = [call, call + 1].map((place) => Math.floor((rows.length * place) / calls));
        const part = rows.slice(from, to).map((row) => Object.values(row));
        return first === undefined ? [] : [{ insert: statementFor(table, first), rows: part }];
      }),
    );
    const from = performance.now();
    for (const parts of transactions) write.immediate(parts);
    return performance.now() - from;
  };
};

/** Nothing but the queue and its database: what is in lists needs no engine. */
export const openQueue = async (folder: string) => {
  const db = openDatabase(join(folder, 'hearth.db'));
  stretchLog(db);
  const templates = createTemplates({ db, dataDir: folder, workflowsDir: resolve('workflows'), now: Date.now });
  await templates.reload();
  const none = {} as never;
  const deps: QueueDeps = {
    db,
    clock: systemClock,
    log: { debug() {}, info() {}, warn() {}, error() {}, close() {} } as unknown as QueueDeps['log'],
    settings: () => defaultSettings,
    templates,
    artifacts: none,
    inputs: none,
    records: none,
    engines: { get: () => undefined, onLane: () => () => {}, setWaiting() {} } as unknown as QueueDeps['engines'],
    emit: () => {},
    drawSeed,
    random: Math.random,
    freeBytesOf: async () => 1e12,
    defer: setImmediate,
  };
  return { db, deps, queue: createQueue(deps) };
};

/** Jobs a second through the queue beside the bare statements that write the same rows, in turn. */
const compare = async (tell: Tell, name: string, calls: number, count: number): Promise<void> => {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'hearth-bench-')));
    const { db, queue } = await openQueue(folders[0] ?? '');
    const bare = openDatabase(join(folders[1] ?? '', 'hearth.db'));
    stretchLog(bare);
    const [read, write] = [openReader(db), openWriter(bare)];
    for (let done = 0; done < calls; done += callsInTurn) {
      const from = performance.now();
      for (let call = 0; call < callsInTurn; call++)
        await queue.enqueue({
          template: 'sd15',
          values: { prompt: `a lighthouse at dusk ${done + call}` },
          count,
          priority: 'normal',
          isFront: false,
        });
      const ms = performance.now() - from;
      const bareMs = write(read(), callsInTurn);
      // The first turns compile what the others run.
      if (done < calls / 5) continue;
      ours.push((callsInTurn * count * 1000) / ms);
      theirs.push((callsInTurn * count * 1000) / bareMs);
    }
    await queue.stop();
    db.close();
    bare.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
  const ratio = percentile(
    ours.map((value, index) => value / (theirs[index] ?? Number.NaN)),
    0.5,
  );
  tell({
    metric: `durable enqueues a second, ${name} (${Math.round(percentile(ours, 0.5)).toLocaleString('en')}/s)`,
    value: ratio,
    unit: '×',
    goal: 0.8,
    better: 'higher',
    against: { name: 'bare statements, jobs/s', value: percentile(theirs, 0.5) },
    ratio,
  });
};

/** How near enqueueing comes to what the database alone can do. */
export const run = async (tell: Tell): Promise<void> => {
  await compare(tell, 'one at a time', 1500, 1);
  await compare(tell, '100 at a time', 100, 100);
};
