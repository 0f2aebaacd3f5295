import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';

const source = pathToFileURL(join(import.meta.dirname, '../../../build/hold-lock.mjs')).href;

/** A process that runs `body` with `holdLock`, the lock's `file`, and a `mark` that can be made only where nobody else has made it. */
const run = (folder: string, body: string): ChildProcess => {
  const script = `
    import { rmSync, writeFileSync } from 'node:fs';
    import { setImmediate as breathe } from 'node:timers/promises';
    import { holdLock } from ${JSON.stringify(source)};
    const file = ${JSON.stringify(join(folder, 'cache', 'lock.db'))};
    const mark = ${JSON.stringify(join(folder, 'mark'))};
    ${body}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
};

test('the lock of one that was killed goes to one of those who race for it, then to the next, never to two', async () => {
  await using folder = await tempFolder();
  const holder = run(
    folder.path,
    `await holdLock(file, () => new Promise((resolve) => {
      setInterval(resolve, 1e6);
      console.log('held');
    }));`,
  );
  await once(holder.stdout ?? holder, 'data');

  const racers = Array.from({ length: 3 }, () =>
    run(
      folder.path,
      `console.log('racing');
      for (let turn = 0; turn < 30; turn++)
        await holdLock(file, async () => {
          writeFileSync(mark, '', { flag: 'wx' });
          await breathe();
          rmSync(mark);
        });`,
    ),
  );
  const ends = racers.map(async (racer) => {
    let complaint = '';
    racer.stderr?.on('data', (data) => {
      complaint += String(data);
    });
    await once(racer, 'close');
    return `${racer.exitCode} ${complaint}`;
  });
  await Promise.all(racers.map(({ stdout }) => stdout && once(stdout, 'data')));
  expect(racers.map(({ exitCode }) => exitCode)).toEqual([null, null, null]);
  holder.kill('SIGKILL');
  expect(await Promise.all(ends)).toEqual(['0 ', '0 ', '0 ']);
});
