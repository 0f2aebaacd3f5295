// `npm run bench -- [AREA…] [--json]`: builds the benchmarks like the product, then runs them on this Node.
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vite';
import { ensureBuild } from './ensure-build.mjs';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';

guardNode();
const outDir = join(root, 'node_modules', '.cache', 'hearth-bench');
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
      input: join(root, 'test', 'bench', 'main.ts'),
      external: [/^node:/, ...builtinModules, 'better-sqlite3'],
      output: { entryFileNames: 'main.js' },
    },
  },
});
process.exitCode = await runNode(join(outDir, 'main.js'), process.argv.slice(2));
