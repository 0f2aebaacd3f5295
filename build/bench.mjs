// `npm run bench -- [AREA…] [--json]`: builds the benchmarks like the product, then runs them on this Node. In a
// folder of its own: two can be under way.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bundleForNode } from './bundle-for-node.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';

guardNode();
const outDir = join(root, 'node_modules', '.cache', 'hearth-bench', String(process.pid));
// The run gets them too, stops what it started, and ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
try {
  await ensureBuild();
  const source = (name) => join(root, 'test', 'bench', `${name}.ts`);
  await bundleForNode(outDir, {
    main: source('main'),
    'diagnose-process': source('diagnose-process'),
    'monitor-process': source('monitor-process'),
  });
  process.exitCode = await runNode(join(outDir, 'main.js'), process.argv.slice(2));
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
