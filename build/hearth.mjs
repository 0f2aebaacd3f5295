// The `hearth` command from a checkout: builds when it must, then becomes the built command line.
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './ensure-build.mjs';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';

guardNode();
try {
  await ensureBuild();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const entry = join(root, 'dist', 'electron', 'cli.js');
process.argv[1] = entry;
await import(pathToFileURL(entry).href);
