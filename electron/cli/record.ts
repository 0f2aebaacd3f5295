import { AppError } from '../../shared/app-error.ts';
import type { Record } from '../../shared/record.ts';
import { defineCommand } from './command.ts';
import { exactValues, versionsOf, wholeOf } from './exact-values.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { printJson } from './print-json.ts';

export const record = defineCommand({
  usage: 'record JOB…',
  about:
    'Prints, as JSON, what each attempt of these jobs was made from: template, graph digest, values, seed, ComfyUI and custom nodes with\ntheir commits, Python, torch, card, driver, launch arguments, times, peak memory. Exit code 1 when an id is unknown.',
  options: {},
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  run: ({ options, positionals }, io) =>
    withHost(options.data, io, async ({ client }) => {
      const records: Record[] = [];
      let isWhole = true;
      for (const job of new Set(positionals))
        try {
          records.push(...(await client.call('records.list', { job })).records);
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'not-found')) throw error;
          isWhole = false;
          io.err(`${error.message}\n`);
        }
      const flat = records.map(({ template: { id, version }, values, seed }) => ({ template: id, version, values, seed }));
      const versions = await versionsOf(client, flat);
      printJson(io, {
        records: records.map((one, place) => ({
          ...one,
          values: exactValues(flat[place] ?? { template: '', version: 1, values: {}, seed: null }, versions),
          seed: one.seed === null ? null : wholeOf(one.seed),
        })),
      });
      return isWhole ? exitCode.done : exitCode.notDone;
    }),
});
