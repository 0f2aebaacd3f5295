import { resolve as absolute } from 'node:path';
import process from 'node:process';
import { findAppPaths } from '../../electron/app-paths.ts';
import { runHeadless } from '../../electron/headless.ts';
import { Order, type Struck } from './strike.ts';
import { createStriker } from './striker.ts';
import { strikingFiles } from './striking-files.ts';
import { watchRequests } from './watch-requests.ts';

// The product's headless host on a disk that can be full, with moments at which it can be killed. Words: data folder, `demo` or `own`
// (the engines that it has), engine flags.
const [dataDir = '', kind, ...engineFlags] = process.argv.slice(2);
const requests = watchRequests(() => striker);
const striker = createStriker({
  dataDir,
  ...requests,
  struck: (engine) => process.send?.({ type: 'struck', engine } satisfies Struck),
});
// What goes wrong first is known before anything begins.
await new Promise<void>((resolve) => {
  process.on('message', (message) => {
    const order = Order.parse(message);
    if (order.type === 'arm') striker.arm(order.strike);
    else striker.now();
    resolve();
  });
});

process.exitCode = await runHeadless(
  {
    ...findAppPaths(absolute('dist/electron')),
    dataDir,
    port: null,
    engine: kind === 'demo' ? { kind } : null,
    engineFlags,
    host: 'headless',
  },
  {
    out(text) {
      process.stdout.write(text);
      striker.hit('listening');
    },
    err: (text) => void process.stderr.write(text),
  },
  { files: strikingFiles(striker) },
);
process.disconnect?.();
