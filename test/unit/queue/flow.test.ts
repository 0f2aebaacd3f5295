import { expect, test } from 'vitest';
import type { Job } from '../../../shared/job.ts';
import { settledStates } from '../../../shared/job.ts';
import { usingWorld } from './using-world.ts';

const { world } = usingWorld();

const submit = async (values: Job['values'] = {}, more: { count?: number; key?: string } = {}): Promise<Job[]> =>
  (await world.host.queue.enqueue({ template: 'demo', values, count: 1, priority: 'normal', isFront: false, ...more })).jobs;
const state = (id: string): Job['state'] | undefined => world.host.queue.get(id)?.job.state;
const isSettled = (id: string): boolean => settledStates.has(state(id) ?? 'queued');
const reasons = (id: string): string[] => world.host.queue.get(id)?.events.map(({ to, reason }) => `${to}:${reason}`) ?? [];

test('a job goes from the queue to its stored picture, with every step in its timeline', async () => {
  const process = world.addEngine('gpu');
  const { queue, events } = await world.boot();
  const [job] = await submit({ seed: '7' });
  await world.clock.until(() => isSettled(job?.id ?? ''));
  const done = queue.get(job?.id ?? '')?.job;
  expect(done).toMatchObject({ state: 'succeeded', seed: '7', error: null, attempts: [{ state: 'succeeded', engine: 'gpu' }] });
  expect(done?.artifacts).toHaveLength(1);
  expect(done?.artifacts[0]).toMatchObject({ attemptId: done?.attempts[0]?.id, node: '9', isPartial: false });
  expect(reasons(job?.id ?? '')).toEqual(['queued:enqueued', 'submitted:accepted', 'running:started', 'succeeded:stored']);
  expect(process.starts.get(done?.attempts[0]?.id ?? '')).toBe(1);
  // The engine's own copy goes once the picture is stored.
  expect(world.disk.size).toBe(0);
  await world.clock.advance(100);
  const last = events.filter(({ name }) => name === 'job.changed').at(-1)?.payload as Job;
  expect(last).toMatchObject({ id: job?.id, state: 'succeeded' });
  expect(queue.counts()).toMatchObject({ queued: 0, running: 0, succeeded: 1 });
});

test('jobs run one at a time and each once', async () => {
  const process = world.addEngine('gpu');
  const { queue } = await world.boot();
  const jobs = await submit({}, { count: 20 });
  await world.clock.until(() => queue.counts().succeeded === 20);
  expect([...process.starts.values()]).toEqual(Array.from({ length: 20 }, () => 1));
  expect(new Set(jobs.map(({ seed }) => seed)).size).toBe(20);
  const { jobs: listed } = await queue.list({ filter: {}, order: 'newest', limit: 100 });
  expect(listed.every(({ artifacts }) => artifacts.length === 1)).toBe(true);
});
