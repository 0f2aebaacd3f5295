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

const rounds = 7;
const tables = ['jobs', 'job_events', 'batches'] as const;

/** Everything an enqueue writes, read back to be written once more by bare statements. */
type Rows = Map<(typeof tables)[number], Record<string, unknown>[]>;
const readRows = (db: Db): Rows =>
  new Map(tables.map((table) => [table, db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all()]));

/** Writes rows as they are, `perCommit` jobs to a transaction. Ms for all of them. */
const writeBare = (db: Db, rows: Rows, perCommit: number): number => {
  const statements = new Map(
    tables.map((table) => {
      const columns = Object.keys(rows.get(table)?.[0] ?? { none: 0 });
      const isUsed = (rows.get(table)?.length ?? 0) > 0;
      return [
        table,
        isUsed ? db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`) : null,
      ] as const;
    }),
  );
  const parts = new Map(tables.map((table) => [table, (rows.get(table) ?? []).map((row) => Object.values(row))]));
  const jobs = parts.get('jobs')?.length ?? 0;
  const commits = Math.ceil(jobs / perCommit);
  const write = db.transaction((index: number) => {
    for (const table of tables) {
      const all = parts.get(table) ?? [];
      const from = Math.floor((all.length * index) / commits);
      const to = Math.floor((all.length * (index + 1)) / commits);
      for (let at = from; at < to; at++) statements.get(table)?.run(all[at]);
    }
  });
  const from = performance.now();
  for (let index = 0; index < commits; index++) write(index);
  return performance.now() - from;
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

/** Jobs a second through the queue beside the bare statements that write the same rows, round by round in turn. */
const compare = async (tell: Tell, name: string, calls: number, count: number): Promise<void> => {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
    const { db, queue } = await openQueue(folder);
    await queue.enqueue({ template: 'sd15', values: { prompt: 'warm' }, count: 1, priority: 'normal', isFront: false });
    db.exec('DELETE FROM job_events; DELETE FROM jobs; DELETE FROM batches;');
    const from = performance.now();
    for (let call = 0; call < calls; call++)
      await queue.enqueue({
        template: 'sd15',
        values: { prompt: `a lighthouse at dusk ${call}` },
        count,
        priority: 'normal',
        isFront: false,
      });
    ours.push((calls * count * 1000) / (performance.now() - from));
    const rows = readRows(db);
    await queue.stop();
    db.close();
    const bareFolder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
    const bare = openDatabase(join(bareFolder, 'hearth.db'));
    stretchLog(bare);
    theirs.push((calls * count * 1000) / writeBare(bare, rows, count));
    bare.close();
    rmSync(folder, { recursive: true });
    rmSync(bareFolder, { recursive: true });
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
  await compare(tell, '100 at a time', 60, 100);
};
