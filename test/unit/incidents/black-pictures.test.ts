import { expect, test } from 'vitest';
import { createTrialRows } from '../../../electron/db/incident-trials.ts';
import { sampleTrial } from '../../fakes/fake-incidents.ts';
import { boot, goodJob } from '../../fixtures/crash-logs/build-log.ts';
import { incidentsScene, oom } from './incidents-scene.ts';
import { engineId } from './incidents-world.ts';

const scene = incidentsScene();

const black = [
  'got prompt',
  '/home/mira/comfy/nodes.py:1706: RuntimeWarning: invalid value encountered in cast',
  '  img = Image.fromarray(np.clip(i, 0, 255).astype(np.uint8))',
  'Prompt executed in 9.10 seconds',
];

test('a job that ran through with a black picture, once in the life of the engine', async () => {
  const launch = scene.world.launch([...boot(), ...goodJob()]);
  const stored = async (): Promise<void> => {
    scene.world.incidents.attemptStored({ ...scene.world.attempt(launch), engine: engineId, launch });
    await scene.world.settle();
  };
  await stored();
  expect(scene.all()).toEqual([]);
  scene.world.say(launch, black);
  await stored();
  scene.world.say(launch, goodJob());
  await stored();
  expect(scene.causes()).toEqual([['job', 'nan-black-image', 1]]);
  expect(scene.all()[0]).toMatchObject({ signature: expect.stringMatching(/^v1-/), diagnosis: { failed: true } });
});

test('jobs that run through one after the other before the first log is read are one story', async () => {
  const launch = scene.world.launch([...boot(), ...black]);
  for (let job = 0; job < 5; job++)
    scene.world.incidents.attemptStored({ ...scene.world.attempt(launch), engine: engineId, launch });
  await scene.world.settle();
  expect(scene.causes()).toEqual([['job', 'nan-black-image', 1]]);
  // Another life of the engine is another story, which groups with the first.
  const next = scene.world.launch([...boot(), ...black]);
  scene.world.incidents.attemptStored({ ...scene.world.attempt(next), engine: engineId, launch: next });
  await scene.world.settle();
  expect(scene.world.incidents.groups({ filter: {}, days: 3, timeZone: 'UTC' }).groups).toMatchObject([{ total: 2 }]);
});

test('black pictures after a remedy was kept name that remedy; undone, it is no reason any more', async () => {
  const kept = sampleTrial({
    engine: engineId,
    state: 'confirmed',
    canUndo: true,
    startedAt: '2026-11-30T10:00:00.000Z',
    endedAt: '2026-11-30T10:05:00.000Z',
  });
  const failed = scene.world.launch([...boot(), ...oom]);
  scene.world.fail(scene.world.attempt(failed), failed, { ending: 'outOfMemory' });
  await scene.world.settle();
  const trials = createTrialRows(scene.world.db);
  trials.insert({ ...kept, incident: scene.all()[0]?.id ?? '' });

  const launch = scene.world.launch([...boot(), ...black]);
  scene.world.incidents.attemptStored({ ...scene.world.attempt(launch), engine: engineId, launch });
  await scene.world.settle();
  const [{ id } = { id: '' }, { id: other } = { id: '' }] = scene.all();
  expect((await scene.world.incidents.page(id)).afterRemedy?.id).toBe(kept.id);
  expect((await scene.world.incidents.page(other)).afterRemedy).toBeNull();
  trials.update({ ...kept, incident: other, state: 'undone', canUndo: false });
  expect((await scene.world.incidents.page(id)).afterRemedy).toBeNull();
});
