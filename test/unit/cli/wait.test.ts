import { expect, test, vi } from 'vitest';
import { type Job, type JobState, settledStates } from '../../../shared/job.ts';
import { doneJob } from '../../fakes/fake-data.ts';
import { hearth, type ListeningHost, listeningHost } from './command-line.ts';

const submitAndWait = (host: ListeningHost, count: number) =>
  hearth(['submit', '--template', 'sd15', '--count', String(count), '--wait', '--json'], {
    HEARTH_URL: host.url,
    HEARTH_TOKEN: host.token,
  });
const queued = async (host: ListeningHost, count: number): Promise<Job[]> => {
  await vi.waitFor(() => expect(host.state.jobs).toHaveLength(count));
  return host.state.jobs;
};

test.each<[JobState[], number]>([
  [['succeeded', 'succeeded'], 0],
  [['succeeded', 'failed_terminal'], 1],
  [['dead_letter', 'held'], 1],
  [['cancelled', 'succeeded'], 1],
])('waiting ends when jobs are %j: exit code %d', async (ends, code) => {
  await using host = await listeningHost();
  const outcome = submitAndWait(host, ends.length);
  const jobs = await queued(host, ends.length);
  for (const [index, job] of jobs.entries()) {
    for (const state of ['submitted', 'running', 'failed_retryable', 'running'] as const) host.setJob({ ...job, state });
    host.setJob({ ...job, state: ends[index] ?? 'queued' });
  }
  const result = await outcome;
  expect(result.json().jobs.map(({ state }: Job) => state)).toEqual(ends);
  expect(result.code).toBe(code);
});

test('jobs that were done already (the same key again) end it at once', async () => {
  await using host = await listeningHost();
  host.answer('jobs.enqueue', () => ({ jobs: [doneJob({ key: 'K' })], count: 1, batch: null }));
  const result = await hearth(['submit', '--template', 'sd15', '--key', 'K', '--wait'], {
    HEARTH_URL: host.url,
    HEARTH_TOKEN: host.token,
  });
  expect([result.code, result.out.includes('succeeded')]).toEqual([0, true]);
});

test('a job that is queued again after its end does not hold the others up', async () => {
  await using host = await listeningHost();
  const outcome = submitAndWait(host, 2);
  const [first, second] = await queued(host, 2);
  if (!first || !second) throw new Error('no jobs');
  await vi.waitFor(() => expect(host.calls.some(({ name }) => name === 'jobs.list')).toBe(true));
  host.setJob({ ...first, state: 'succeeded' });
  host.setJob({ ...first, state: 'queued' });
  host.setJob({ ...second, state: 'succeeded' });
  expect((await outcome).code).toBe(0);
});

test('an end whose event got lost is found by the gap in the numbers', async () => {
  await using host = await listeningHost();
  const outcome = submitAndWait(host, 1);
  const [job] = await queued(host, 1);
  if (!job) throw new Error('no job');
  await vi.waitFor(() => expect(host.calls.some(({ name }) => name === 'jobs.list')).toBe(true));
  host.state.jobs = [{ ...job, state: 'succeeded' }];
  host.hub.emit('engine.removed', { id: 'e' });
  // Uses up a number and is never told, as any event that breaks the contract.
  expect(() => host.hub.emit('job.changed', { ...job, state: 'exploded' as never })).toThrow();
  host.hub.emit('engine.removed', { id: 'e' });
  expect((await outcome).code).toBe(0);
});

test('a host that goes away is waited for, and asked again', async () => {
  const first = await listeningHost();
  const outcome = submitAndWait(first, 2);
  const jobs = (await queued(first, 2)).map((job): Job => ({ ...job, state: 'running' }));
  const { port } = new URL(first.url);
  await vi.waitFor(() => expect(first.calls.some(({ name }) => name === 'jobs.list')).toBe(true));
  await first[Symbol.asyncDispose]();
  await using second = await listeningHost({ jobs: [...jobs] }, Number(port));
  await vi.waitFor(() => expect(second.calls.some(({ name }) => name === 'jobs.list')).toBe(true), { timeout: 20_000 });
  for (const job of jobs) second.setJob({ ...job, state: 'succeeded' });
  const result = await outcome;
  expect(result.code).toBe(0);
  expect(result.err).toContain('waiting for it to come back');
  expect(result.json().jobs.every(({ state }: Job) => settledStates.has(state))).toBe(true);
});

test('waiting without an engine, or in a pause, says so', async () => {
  const pause = { owner: 'disk', text: 'full', since: new Date(0).toISOString() } as const;
  await using host = await listeningHost({ engines: [], pauses: [pause] });
  const outcome = submitAndWait(host, 1);
  const [job] = await queued(host, 1);
  if (job) host.setJob({ ...job, state: 'cancelled' });
  const { err } = await outcome;
  expect(err).toContain('hearth engine start');
  expect(err).toContain('paused by disk: full');
});
