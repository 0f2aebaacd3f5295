import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../electron/lib/log.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { boot, nodeError } from '../../fixtures/crash-logs/build-log.ts';
import { createIncidentsWorld, type IncidentsWorld } from './incidents-world.ts';

const oom = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample']);

let folder: TempFolder;
let world: IncidentsWorld;
let unhandled: unknown[];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(async () => {
  unhandled = [];
  process.on('unhandledRejection', note);
  folder = await tempFolder();
  world = createIncidentsWorld(folder.path, { log: silentLog });
});
afterEach(async () => {
  process.off('unhandledRejection', note);
  world.db.pragma('query_only = OFF');
  await world.close();
  await folder[Symbol.asyncDispose]();
});
const all = () => world.incidents.list({ filter: {}, limit: 100 }).incidents;
/** From now on the database takes nothing. */
const fill = (): void => void world.db.pragma('query_only = ON');
const free = (): void => void world.db.pragma('query_only = OFF');
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const crash = async (): Promise<void> => {
  const launch = world.launch([...boot(), ...oom]);
  world.end(launch, { promptId: world.attempt(launch).attempt });
  // It is written down in the next turn, and read after that.
  await turn();
};

test('what a full disk did not take of an incident is written and told once there is room', async () => {
  await crash();
  fill();
  await world.settle();
  await world.clock.advance(60_000);
  await world.settle();
  expect([all(), world.told, unhandled]).toEqual([[], [], []]);

  free();
  await world.clock.advance(10_000);
  await world.settle();
  expect(all()).toMatchObject([{ diagnosis: { cause: 'vram-oom' } }]);
  expect(world.told.at(-1)?.diagnosis?.cause).toBe('vram-oom');
});

test('what happens while the disk is full is an incident once there is room, with its own time', async () => {
  const launch = world.launch([...boot(), ...oom]);
  const before = world.clock.now();
  const under = world.attempt(launch);
  fill();
  world.fail(under, launch, { ending: 'outOfMemory', state: 'failed_terminal' });
  await turn();
  await world.clock.advance(60_000);
  expect([all(), world.told, unhandled]).toEqual([[], [], []]);

  free();
  await world.clock.advance(5_000);
  await world.settle();
  expect(all()).toMatchObject([
    { kind: 'job', launchId: launch, at: new Date(before).toISOString(), diagnosis: { cause: 'vram-oom' } },
  ]);
  expect(world.told.at(-1)?.diagnosis?.cause).toBe('vram-oom');
});

test('a failure and the death that it ends in are one incident, though the disk was full at both', async () => {
  const launch = world.launch([...boot(), ...oom]);
  const under = world.attempt(launch);
  world.fail(under, launch, { ending: 'gpuBroken', state: 'failed_retryable' });
  world.end(launch, { promptId: under.attempt });
  // Both are taken in with the next turn.
  fill();
  await turn();
  await world.clock.advance(20_000);
  free();
  await world.clock.advance(10_000);
  await world.settle();
  expect(all()).toMatchObject([{ kind: 'crash', attempt: under.attempt, count: 1 }]);
});

test('the next incident is read whatever became of the one before', async () => {
  await crash();
  fill();
  await world.settle();
  free();
  await crash();
  await world.settle();
  expect(all()).toMatchObject([{ diagnosis: { cause: 'vram-oom' } }]);
});

test('an incident can be looked at while its disk is full', async () => {
  await crash();
  await world.settle();
  const [incident] = all();
  fill();
  const page = await world.incidents.page(incident?.id ?? '');
  expect(page.incident.diagnosis?.cause).toBe('vram-oom');
  expect(unhandled).toEqual([]);
});

test('a host starts while its disk is full, and the next one looks at what ended unseen', async () => {
  const launch = world.launch([...boot(), ...oom]);
  world.attempt(launch);
  world.die();
  world.end(launch);
  fill();
  world.incidents.start();
  free();
  world.revive();
  await world.settle();
  expect(all()).toMatchObject([{ launchId: launch }]);
});
