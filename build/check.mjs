// `npm run check`: types, lint and format and import rules, dead code. All of them run, so that one run tells everything.
import process from 'node:process';
import { guardNode } from './node-guard.mjs';
import { runNode } from './run-command.mjs';
import { tool } from './tool.mjs';

guardNode();
const gates = [
  ['types', tool('typescript', 'tsc'), ['-b']],
  ['lint, format, import rules', tool('@biomejs/biome', 'biome'), ['ci', '--error-on-warnings', '.']],
  ['dead code', tool('knip'), ['--no-progress']],
];
const failed = [];
for (const [name, script, args] of gates) {
  process.stdout.write(`\n— ${name}\n`);
  if ((await runNode(script, args)) !== 0) failed.push(name);
}
process.stdout.write(failed.length ? `\nNot clean: ${failed.join('; ')}\n` : '\nClean.\n');
process.exitCode = failed.length ? 1 : 0;
