import { resolve as absolute } from 'node:path';
import process from 'node:process';
import { findAppPaths } from '../../../electron/app-paths.ts';
import { runHeadless } from '../../../electron/headless.ts';
import { systemClock } from '../../../electron/lib/clock.ts';

// The product's headless host with a wall clock that can jump. Words: data folder, engine flags. A message is the jump in ms.
const [dataDir = '', ...engineFlags] = process.argv.slice(2);
let jumpedMs = 0;
process.on('message', (message) => {
  jumpedMs += Number(message);
});
process.exitCode = await runHeadless(
  { ...findAppPaths(absolute('dist/electron')), dataDir, port: null, engine: null, engineFlags, host: 'headless' },
  { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) },
  { clock: { ...systemClock, now: () => systemClock.now() + jumpedMs } },
);
process.disconnect?.();
