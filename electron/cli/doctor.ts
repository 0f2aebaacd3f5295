import { dirname } from 'node:path';
import { findAppPaths } from '../app-paths.ts';
import { dataFolderOf } from '../parse-config.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { checkMachine } from './machine-checks.ts';
import { printJson } from './print-json.ts';

export const doctor = defineCommand({
  usage: 'doctor',
  about: 'Tells what this machine has and lacks, and what to do about it. Needs no running host and changes nothing.',
  options: {},
  words: { min: 0, max: 0 },
  async run({ options: { data } }, io) {
    const root = dirname(findAppPaths().workflowsDir);
    const checks = await checkMachine(dataFolderOf(data, io), root, data, io);
    if (io.isJson) printJson(io, { checks: checks.map((check) => ({ ...check })) });
    else
      for (const { id, ok, detail, remedy } of checks)
        io.out(`${ok ? 'ok' : 'no'}  ${id.padEnd(11)}  ${detail}\n${remedy === null ? '' : `${' '.repeat(17)}${remedy}\n`}`);
    return exitCode.done;
  },
});
