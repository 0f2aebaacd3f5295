import { expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld(async (world) => {
  world.addEngine('gpu');
  await world.boot();
});

const records = (job: string) => world.host.queue.records(job);

test('every attempt has one: what it was made from, on what, and when', async () => {
  world.process().nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'x' };
  const id = await p.submitOne({ values: { words: 'a lighthouse' } });
  await p.until(id, 'succeeded');
  const job = p.job(id);
  const [failed, made] = records(id);
  expect(failed).toMatchObject({ attempt: job.attempts[0]?.id, state: 'failed' });
  expect(made).toMatchObject({
    attempt: job.attempts[1]?.id,
    state: 'succeeded',
    engine: 'gpu',
    template: { id: 'demo', version: 1, digest: 'digest-1' },
    values: { words: 'a lighthouse', seed: job.seed },
    seed: job.seed,
    startedAt: job.attempts[1]?.startedAt,
    endedAt: job.attempts[1]?.endedAt,
  });
  // The attempt's own id stands in the graph, and does not count.
  expect(made?.graph).toMatch(/^[0-9a-f]{64}$/);
  expect(made?.graph).toBe(failed?.graph);
});

test('the same values give the same graph, other values another one', async () => {
  const graphOf = async (values: Record<string, string>): Promise<string | null | undefined> => {
    const id = await p.submitOne({ values });
    await p.until(id, 'succeeded');
    return records(id)[0]?.graph;
  };
  const first = await graphOf({ seed: '7', words: 'x' });
  expect(await graphOf({ words: 'x', seed: '7' })).toBe(first);
  expect(await graphOf({ seed: '8', words: 'x' })).not.toBe(first);
});

test('an attempt that Hearth did not live to hand over is recorded as far as it is known', async () => {
  world.process().isHeld = true;
  const id = await p.submitOne();
  await p.until(id, 'running');
  world.host.kill();
  world.process().isHeld = false;
  await world.boot();
  await p.until(id, 'succeeded');
  expect(records(id)).toMatchObject([{ state: 'succeeded', graph: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});
