import { resolve as absolute } from 'node:path';
import process from 'node:process';
import { findAppPaths } from '../../electron/app-paths.ts';
import { runHeadless } from '../../electron/headless.ts';
import { Order, type Struck } from './strike.ts';
import { createStriker } from './striker.ts';
import { strikingFiles } from './striking-files.ts';
import { watchRequests } from './watch-requests.ts';

// The product's headless host on a disk that can be full, with moments at which it can be killed. Words: data folder, engine flags.
const [dataDir = '', ...engineFlags] = process.argv.slice(2);
const requests = watchRequests(() => striker);
const striker = createStriker({
  dataDir,
  cutSockets: requests.cutSockets,
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
  { ...findAppPaths(absolute('dist/electron')), dataDir, port: null, engine: { kind: 'demo' }, engineFlags, host: 'headless' },
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
