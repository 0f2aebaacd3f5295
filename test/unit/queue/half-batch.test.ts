import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import type { JobFilter } from '../../../shared/contract.ts';
import { openQueue } from '../../bench/enqueue.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

// What a host finds that was killed while it wrote `K` of 5,000 jobs: `half-batch-child.ts` writes them.
const killedWhileWriting = async (folder: string): Promise<void> => {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'half-batch-child.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) if (line === 'turn 12') child.kill('SIGKILL');
  await gone;
};

type Opened = Awaited<ReturnType<typeof openQueue>>['queue'];

const filters: JobFilter[] = [
  {},
  { states: ['queued'] },
  { states: ['queued', 'failed_retryable'], batch: null },
  { template: 'demo' },
  { template: 'demo', states: ['queued'] },
  { text: 'demo' },
  { text: 'demo', states: ['queued'], template: 'demo' },
];
/** The jobs that each way of looking shows, and how many it says there are. */
const shown = async (queue: Opened): Promise<Record<string, string[] | number>> => {
  const seen: Record<string, string[] | number> = {
    counts: queue.counts().queued,
    open: queue.openJobs().map(({ id }) => id),
    batches: queue.batches.list(true, undefined, 10).batches.length,
    estimated: queue.costs.estimate().unknown,
  };
  for (const order of ['newest', 'run'] as const)
    for (const filter of filters) {
      const { jobs, total } = await queue.list({ filter, order, limit: 20 });
      const name = `${order} ${JSON.stringify(filter)}`;
      seen[name] = jobs.map(({ id }) => id);
      seen[`total ${name}`] = total;
    }
  return seen;
};

describe('while a new host takes away what a crash left of a batch', () => {
  let half: Uint8Array;
  beforeAll(async () => {
    await using temp = await tempFolder();
    await killedWhileWriting(temp.path);
    const db = openDatabase(join(temp.path, 'hearth.db'));
    expect(db.prepare('SELECT count(*) FROM batches WHERE is_complete = 0').pluck().get()).toBe(1);
    half = db.serialize();
    db.close();
  });
  const open = async (folder: string) => {
    await writeFile(join(folder, 'hearth.db'), half);
    return openQueue(folder);
  };
  const wish = { template: 'demo', values: {}, priority: 'normal' as const, isFront: false };

  test.each([
    ['the same request with its key makes all of its jobs', { count: 5_000, key: 'K' }],
    ['another request may have its key', { count: 1, key: 'K' }],
    ['another may have the key of one of its jobs', { count: 1, key: 'K/3' }],
    ['a batch that is asked for without a key stays', { count: 150 }],
    ['a batch with another key stays', { count: 150, key: 'L' }],
  ])('%s', async (_name, request) => {
    for (const isAskedFirst of [true, false]) {
      await using temp = await tempFolder();
      const { db, queue } = await open(temp.path);
      // A page and a script reach a host before it has put everything right.
      const starting = isAskedFirst ? null : queue.start();
      const asked = queue.enqueue({ ...wish, ...request });
      const { jobs, count, batch } = await asked;
      await (starting ?? queue.start());
      expect(count).toBe(request.count);
      expect(queue.counts().queued).toBe(request.count);
      expect(jobs.every(({ id }) => queue.get(id) !== undefined)).toBe(true);
      expect(batch?.count ?? 1).toBe(request.count);
      expect(db.prepare('SELECT count(*) FROM batches WHERE is_complete = 0').pluck().get()).toBe(0);
      await queue.stop();
      db.close();
    }
  });

  test('none of it is listed, counted, found or cancelled, neither before that nor after', async () => {
    await using temp = await tempFolder();
    const { db, queue } = await open(temp.path);
    expect(db.prepare('SELECT count(*) FROM jobs').pluck().get()).toBeGreaterThan(0);
    const nothing = async (): Promise<void> => {
      for (const [name, seen] of Object.entries(await shown(queue))) expect([0, []], name).toContainEqual(seen);
    };
    await nothing();
    expect(await queue.sweep.cancel({})).toEqual({ changed: 0, undo: null });
    await queue.start();
    await nothing();
    expect(db.prepare('SELECT count(*) FROM jobs').pluck().get()).toBe(0);
    await queue.stop();
    db.close();
  });
});

test('while a batch is written, none of it is listed, counted, found or cancelled; then all of it is', async () => {
  await using temp = await tempFolder();
  const { db, queue } = await openQueue(temp.path);
  await queue.start();
  const wish = { template: 'demo', values: {}, priority: 'normal' as const, isFront: false };
  await queue.enqueue({ ...wish, count: 1 });
  const before = await shown(queue);
  let isDone = false;
  const writing = queue.enqueue({ ...wish, count: 2_000, isFront: true }).finally(() => {
    isDone = true;
  });
  let looks = 0;
  for (let rows = 0; !isDone; looks++) {
    rows = db.prepare('SELECT count(*) FROM jobs').pluck().get() as number;
    if (rows === 2_001) break;
    for (const filter of filters) {
      const { total } = await queue.list({ filter, order: 'newest', limit: 1 });
      if (!isDone) expect(total, `${rows} written`).toBe(1);
    }
    if (!isDone) expect(queue.counts().queued).toBe(1);
    if (looks === 1) expect(before).toMatchObject({ counts: 1, estimated: 1 });
    if (!isDone) expect(queue.costs.estimate().unknown).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(looks).toBeGreaterThan(1);
  await writing;
  expect(await shown(queue)).toMatchObject({
    counts: 2_001,
    batches: 1,
    estimated: 2_001,
    'total newest {"text":"demo"}': 2_001,
  });
  await queue.stop();
  db.close();
});
