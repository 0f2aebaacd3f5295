#!/usr/bin/env node
import process from 'node:process';

// Before anything else is loaded: on an older Node the database module ends the process without a word.
if (Number(process.versions.napi) < 10 || Number.parseInt(process.versions.node, 10) < 22) {
  process.stderr.write(
    `Hearth needs Node 22.14 or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org, then run the same command again.\n`,
  );
  process.exitCode = 1;
} else {
  const { runCli } = await import('./cli/run-cli.ts');
  process.exitCode = await runCli(process.argv.slice(2));
}
