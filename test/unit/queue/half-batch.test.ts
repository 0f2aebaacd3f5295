import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
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
});
