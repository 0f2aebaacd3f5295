import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { jobsById, printJobs } from './print-jobs.ts';

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
        const { refused } = await client.call(call, { ids });
        for (const { id, message } of refused) io.err(`${message.includes(id) ? '' : `${id}: `}${message}\n`);
        await printJobs(client, await jobsById(client, ids), io);
        return refused.length === 0 ? exitCode.done : exitCode.notDone;
      }),
  });
