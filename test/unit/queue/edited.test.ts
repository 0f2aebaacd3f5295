import { expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());

test('a job made from another one by editing: both lead to each other, as long as the other is there', async () => {
  const first = await p.submitOne({ values: { words: 'wrong' } });
  await world.host.queue.cancel([first]);
  const made = (await p.submit({ count: 2, values: { words: 'right' }, origin: first })).map(({ id }) => id);
  const { queue } = world.host;
  expect(queue.get(made[0] ?? '')?.links).toEqual({ origin: { id: first, state: 'cancelled' }, edited: [] });
  expect(queue.get(first)?.links).toMatchObject({ origin: null, edited: made.map((id) => ({ id, state: 'queued' })) });
  expect(p.reasons(first)).toEqual(['enqueued', 'cancelled', 'edited']);
  world.host.kill();
  await world.boot();
  await world.clock.advance(10);
  world.settings.keepJobsMs = 1;
  await world.host.queue.retention.run();
  expect(world.host.queue.get(made[1] ?? '')?.links.origin).toEqual({ id: first, state: null });
});
