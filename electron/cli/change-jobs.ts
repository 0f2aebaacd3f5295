import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { jobsById, printJobs } from './print-jobs.ts';

/** Ids in one call. */
const atOnce = 500;

/** A command over job ids: what can be done is done, the rest is told, and shown as it is. */
export const changeJobs = (call: 'jobs.cancel' | 'jobs.requeue', usage: string, about: string) =>
  defineCommand({
    usage,
    about,
    options: {},
    words: { min: 1, max: Number.POSITIVE_INFINITY },
    run: ({ options, positionals }, io: CliIo) =>
      withHost(options.data, io, async ({ client }) => {
        const ids = [...new Set(positionals)];
        let isWhole = true;
        for (let from = 0; from < ids.length; from += atOnce) {
          const { refused } = await client.call(call, { ids: ids.slice(from, from + atOnce) });
          for (const { id, message } of refused) io.err(`${message.includes(id) ? '' : `${id}: `}${message}\n`);
          isWhole &&= refused.length === 0;
        }
        await printJobs(client, await jobsById(client, ids), io);
        return isWhole ? exitCode.done : exitCode.notDone;
      }),
  });
