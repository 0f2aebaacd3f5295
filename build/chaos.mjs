// `npm run chaos -- [--jobs N] [--kills N] [--seed N] [--json]`: jobs on the demo engine while host and engine are killed.
// `npm run chaos -- --faults […]`: every fault on its own, as a table. Builds the run like the product, in a folder of its own: its
// hosts are started from there until the end.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bundleForNode } from './bundle-for-node.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';

guardNode();
const outDir = join(root, 'node_modules', '.cache', 'hearth-chaos', String(process.pid));
// The run gets them too, stops what it started, and ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
try {
  await ensureBuild();
  const source = (name) => join(root, 'test', 'chaos', `${name}.ts`);
  await bundleForNode(outDir, {
    main: source('main'),
    host: source('host'),
    faults: source('faults/main'),
    'fault-host': source('faults/host'),
  });
  const words = process.argv.slice(2);
  process.exitCode = await runNode(join(outDir, words.includes('--faults') ? 'faults.js' : 'main.js'), words);
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
