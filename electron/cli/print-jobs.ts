import type { Job } from '../../shared/job.ts';
import type { Client, Output } from '../../shared/rpc.ts';
import type { Template } from '../../shared/template.ts';
import type { Exact } from '../lib/exact-json.ts';
import type { CliIo } from './cli-io.ts';
import { versionsOf } from './exact-values.ts';
import { jobJson } from './job-json.ts';
import { jobLines } from './job-lines.ts';
import { printJson } from './print-json.ts';

/** Prints jobs as the command line was asked to. `more` stands beside them in the JSON. */
export async function printJobs(
  client: Client,
  jobs: readonly Job[],
  io: CliIo,
  more: { [key: string]: Exact } = {},
): Promise<void> {
  if (!io.isJson) return io.out(jobLines(jobs));
  const versions = await versionsOf(client, jobs);
  printJson(io, { jobs: jobs.map((job) => jobJson(job, versions)), ...more });
}

/** The current templates. */
export const templatesById = async (client: Client): Promise<ReadonlyMap<string, Template>> =>
  new Map((await client.call('templates.list', {})).templates.map((template) => [template.id, template]));

/** All jobs that a request made, those of a long one page by page, in the order that they were asked for. */
export async function allJobs(client: Client, { jobs, count, batch }: Output<'jobs.enqueue'>): Promise<Job[]> {
  if (batch === null || jobs.length === count) return jobs;
  const all: Job[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<'batches.jobs'> = await client.call('batches.jobs', {
      id: batch.id,
      limit: 250,
      ...(cursor !== null && { cursor }),
    });
    all.push(...page.jobs);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

/** Asked for in one call: the values of each may be a megabyte. */
const atOnce = 100;

/** The jobs with these ids, as far as there are any, in the order asked for. */
export async function jobsById(client: Client, ids: readonly string[]): Promise<Job[]> {
  const found = new Map<string, Job>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    const { jobs } = await client.call('jobs.list', { ids: part, limit: part.length });
    for (const job of jobs) found.set(job.id, job);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
