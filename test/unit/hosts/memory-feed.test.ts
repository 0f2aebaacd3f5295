import { expect, test } from 'vitest';
import type { Lane } from '../../../electron/engine/engines.ts';
import { createLoadSamples } from '../../../electron/load-samples.ts';
import { startMemoryFeed } from '../../../electron/memory-feed.ts';
import { EventHub } from '../../../shared/rpc.ts';
import { sampleMemory } from '../../fakes/fake-data.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';

test('memory is asked for while somebody listens, of each ready engine, one question at a time', async () => {
  const clock = createVirtualClock();
  const hub = new EventHub((where) => {
    throw new Error(where);
  });
  const asked: string[] = [];
  let slow = Promise.withResolvers<void>();
  // Only the ids are looked at.
  const lanes = [{ engineId: 'quick' }, { engineId: 'slow' }, { engineId: 'broken' }] as Lane[];
  const stop = startMemoryFeed(
    {
      lanes: () => lanes,
      async memory(id) {
        asked.push(id);
        if (id === 'broken') throw new Error('gone');
        if (id === 'slow') await slow.promise;
        return sampleMemory({ engine: id });
      },
    },
    hub,
    clock,
  );
  await clock.advance(10_000);
  expect(asked).toEqual([]);

  const told: unknown[] = [];
  const leave = hub.attachClient((message) => told.push(message));
  await clock.advance(3_000);
  expect(asked).toEqual(['quick', 'slow', 'broken']);
  await clock.advance(3_000);
  expect(asked).toEqual(['quick', 'slow', 'broken', 'quick', 'broken']);
  expect(told).toMatchObject([{ payload: { engine: 'quick' } }, { payload: { engine: 'quick' } }]);
  slow.resolve();
  slow = Promise.withResolvers();
  await clock.advance(3_000);
  expect(asked.filter((id) => id === 'slow')).toHaveLength(2);

  leave();
  asked.length = 0;
  await clock.advance(10_000);
  expect(asked).toEqual([]);
  const leaveAgain = hub.attach(() => {});
  stop();
  await clock.advance(10_000);
  expect(asked).toEqual([]);
  leaveAgain();
});

test('what was true before a death is known although nobody listened, each engine for itself and not for ever', async () => {
  const clock = createVirtualClock();
  const hub = new EventHub((where) => {
    throw new Error(where);
  });
  const samples = createLoadSamples(hub);
  let free = 0;
  // Only the ids are looked at.
  const lanes = [{ engineId: 'one' }, { engineId: 'two' }] as Lane[];
  const memory = async (id: string) => sampleMemory({ engine: id, ramFreeBytes: id === 'one' ? ++free : 0 });
  const stop = startMemoryFeed({ lanes: () => lanes, memory }, samples, clock, true);
  await clock.advance(30_000);
  expect(samples.of('one').memory.map(({ ramFreeBytes }) => ramFreeBytes)).toEqual([1, 2, 3]);
  expect([samples.of('two').memory.length, samples.of('three')]).toEqual([3, { memory: [], load: [] }]);
  await clock.advance(3_600_000);
  expect(samples.of('one').memory.length).toBe(40);
  stop();
});
