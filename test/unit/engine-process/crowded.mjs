// Looks at a living process with no file descriptor left, then with some. Words: the module of the table, the pid to look at.
import { closeSync, openSync } from 'node:fs';

const [, , module, pid] = process.argv;
const { linuxProcesses } = await import(module);
const table = linuxProcesses();
const one = await table.find(Number(pid));
const held = [];
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch {
  // No room any more.
}
const isGone = table.isGone(one);
const usage = await table.usage(one);
const threads = table.threads(one);
const asked = table.find(Number(pid));
// Room again, before patience ends.
for (const fd of held) closeSync(fd);
const told = { isGone, usage, threads, found: await asked, one, isGoneNow: table.isGone(one) };
process.stdout.write(`${JSON.stringify(told)}\n`);
