import { describe, expect, test } from 'vitest';
import { boot, goodJob, offloading, startError } from '../../fixtures/crash-logs/build-log.ts';
import { incidentsScene, oom, reference } from './incidents-scene.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const scene = incidentsScene();

describe('repeats', () => {
  const dieAgain = async (job: string | undefined): Promise<string> => {
    const launch = scene.world.launch([...boot({ extra: offloading }), ...reference]);
    const under = scene.world.attempt(launch, job);
    scene.world.end(launch, { promptId: under.attempt });
    await scene.world.settle();
    return under.job;
  };

  test('within a while under the same job they count up; another job, another day or another failure is told by itself', async () => {
    const job = await dieAgain(undefined);
    await scene.world.clock.advance(60_000);
    await dieAgain(job);
    expect(scene.causes()).toEqual([['crash', 'cuda-unknown-error-async-offload', 2]]);
    expect(scene.world.told.at(-1)).toMatchObject({ count: 2 });
    await dieAgain(undefined);
    await scene.world.clock.advance(dayMs);
    await dieAgain(job);
    expect(scene.all().map(({ count }) => count)).toEqual([1, 1, 2]);
    const { groups, days } = scene.world.incidents.groups({ filter: {}, days: 3, timeZone: 'UTC' });
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ total: 4, open: 3, state: 'open', firstAt: '2026-11-30T12:00:00.000Z' });
    expect(groups[0]?.days).toEqual([
      { day: '2026-11-30', count: 3 },
      { day: '2026-12-01', count: 1 },
    ]);
    expect(days.map(({ count }) => count)).toEqual([0, 3, 1]);
  });

  test('a storm of starts that fail is one story', async () => {
    for (let start = 0; start < 30; start++) {
      const launch = scene.world.launch([...boot({}, false), ...startError('OSError: [Errno 28] No space left on device')], {
        isReady: false,
      });
      scene.world.end(launch, { wasReady: false });
      await scene.world.settle();
      await scene.world.clock.advance(60_000);
    }
    expect(scene.causes()).toEqual([['start', 'disk-full', 30]]);
  });

  test('a storm over many jobs does not go on for ever', async () => {
    for (let at = 0; at < 30; at++) await dieAgain(undefined);
    expect(scene.all()).toHaveLength(20);
    expect(scene.all().reduce((sum, { count }) => sum + count, 0)).toBe(30);
  });

  test('what is resolved and comes back is news', async () => {
    const job = await dieAgain(undefined);
    scene.world.incidents.resolve([scene.all()[0]?.id ?? '']);
    await dieAgain(job);
    expect(scene.all().map(({ state }) => state)).toEqual(['open', 'resolved']);
  });
});

test('since when: what was different at the last start that did not fail so', async () => {
  const good = scene.world.launch([...boot(), ...goodJob()], { facts: { comfyui: '0.27.0', torch: '2.9.1' } });
  scene.world.end(good, { end: 'requested', code: 0 });
  await scene.world.clock.advance(hourMs);
  const launch = scene.world.launch([...boot(), ...oom], {
    facts: { comfyui: '0.28.0', torch: '2.9.1' },
    command: ['python', 'main.py', '--highvram'],
  });
  const under = scene.world.attempt(launch);
  scene.world.fail(under, launch, { ending: 'outOfMemory' });
  await scene.world.settle();
  const [group] = scene.world.incidents.groups({ filter: {}, days: 7, timeZone: 'UTC' }).groups;
  expect(group?.since.map(({ what, before, after }) => [what, before, after])).toEqual([
    ['comfyui', '0.27.0', '0.28.0'],
    ['flags', '', '--highvram'],
  ]);
});
