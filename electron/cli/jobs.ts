import { AppError } from '../../shared/app-error.ts';
import { JobState } from '../../shared/job.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { parseChoice } from './parse-choice.ts';
import { parseCount } from './parse-count.ts';
import { jobsById, printJobs } from './print-jobs.ts';

/** Largest page the host gives at once. */
const pageSize = 1000;

export const jobs = defineCommand({
  usage: 'jobs [ID…] [--state S]… [--limit N]',
  about: 'Lists jobs, newest first, or those with the given ids. "total" is how many match. Exit code 1 when an id is unknown.',
  options: {
    state: { kind: 'list', value: 'S', about: `Only these states: ${JobState.options.join(', ')}.` },
    limit: { kind: 'value', value: 'N', about: 'At most so many (default 100).' },
  },
  words: { min: 0, max: Number.POSITIVE_INFINITY },
  async run({ options, positionals: ids }, io) {
    const states = options.state.map((text) => parseChoice('state', text, JobState.options));
    const limit = parseCount('--limit', options.limit, 100, { min: 1, max: 1_000_000 });
    return withHost(options.data, io, async ({ client }) => {
      if (ids.length > 0) {
        const wanted = [...new Set(ids)];
        const found = await jobsById(client, wanted);
        const unknown = wanted.filter((id) => !found.some((job) => job.id === id));
        for (const id of unknown) io.err(`${new AppError('not-found', 'jobUnknown', { id }).message}\n`);
        const matching = states.length === 0 ? found : found.filter(({ state }) => states.includes(state));
        await printJobs(client, matching.slice(0, limit), io, { total: matching.length });
        return unknown.length === 0 ? exitCode.done : exitCode.notDone;
      }
      const listed = [];
      let total = 0;
      let cursor: string | null = null;
      do {
        const filter = states.length === 0 ? {} : { states };
        const page: Awaited<ReturnType<typeof client.call<'jobs.list'>>> = await client.call('jobs.list', {
          filter,
          limit: Math.min(pageSize, limit - listed.length),
          ...(cursor !== null && { cursor }),
        });
        listed.push(...page.jobs);
        total = page.total;
        cursor = page.next;
      } while (cursor !== null && listed.length < limit);
      await printJobs(client, listed, io, { total });
      return exitCode.done;
    });
  },
});
