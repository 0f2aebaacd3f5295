// `npm run chaos -- [--jobs N] [--kills N] [--seed N] [--json]`: jobs on the demo engine while host and engine are killed. Builds the
// run like the product, in a folder of its own: its hosts are started from there until the end.
import { rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vite';
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
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input: { main: join(root, 'test', 'chaos', 'main.ts'), host: join(root, 'test', 'chaos', 'host.ts') },
        external: [/^node:/, ...builtinModules, 'better-sqlite3'],
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  process.exitCode = await runNode(join(outDir, 'main.js'), process.argv.slice(2));
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
