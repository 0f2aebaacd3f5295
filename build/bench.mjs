// `npm run bench -- [AREA…] [--json]`: builds the benchmarks like the product, then runs them on this Node.
import { join } from 'node:path';
import process from 'node:process';
import { bundleForNode } from './bundle-for-node.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';

guardNode();
const outDir = join(root, 'node_modules', '.cache', 'hearth-bench');
await ensureBuild();
await bundleForNode(outDir, { main: join(root, 'test', 'bench', 'main.ts') });
process.exitCode = await runNode(join(outDir, 'main.js'), process.argv.slice(2));
