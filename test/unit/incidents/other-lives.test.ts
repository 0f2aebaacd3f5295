import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boot, goodJob, offloading } from '../../fixtures/crash-logs/build-log.ts';
import { incidentsScene, oom, reference } from './incidents-scene.ts';

const scene = incidentsScene();

describe('whatever happens to Hearth', () => {
  test('an engine that dies while Hearth is dead gets its incident at the next start, once', async () => {
    const launch = scene.world.launch([...boot({ extra: offloading }), ...reference]);
    const { job } = scene.world.attempt(launch);
    scene.world.die();
    scene.world.end(launch);
    scene.world.revive();
    await scene.world.settle();
    expect(scene.all()).toMatchObject([{ kind: 'crash', job, launchId: launch }]);
    scene.world.revive();
    await scene.world.settle();
    expect(scene.all()).toHaveLength(1);
  });

  test('one that was stopped by hand meanwhile gets none', async () => {
    const launch = scene.world.launch([...boot(), ...goodJob(), '', 'Stopped server']);
    scene.world.die();
    scene.world.end(launch);
    scene.world.revive();
    await scene.world.settle();
    expect(scene.all()).toEqual([]);
  });

  test('a death that was written down and not looked at is looked at next time', async () => {
    const launch = scene.world.launch([...boot(), ...oom]);
    scene.world.end(launch, { promptId: scene.world.attempt(launch).attempt });
    // Before anything else had its turn.
    scene.world.revive();
    await scene.world.settle();
    expect(scene.all()).toHaveLength(1);
  });

  test('a log that was not read is read by the next host', async () => {
    await scene.renew();
    const launch = scene.world.launch([...boot(), ...oom]);
    const under = scene.world.attempt(launch);
    scene.world.fail(under, launch, { ending: 'outOfMemory' });
    await new Promise((resolve) => setImmediate(resolve));
    scene.world.revive();
    await scene.world.settle();
    expect(scene.causes()).toEqual([['job', 'vram-oom', 1]]);
  });
});

test('an incident is there before its log is read, and says so', async () => {
  const launch = scene.world.launch([...boot(), ...oom]);
  writeFileSync(
    join(scene.folder.path, 'logs', `${launch}.log`),
    `${boot().join('\n')}\n${'x\n'.repeat(3_000_000)}${oom.join('\n')}\n`,
  );
  scene.world.end(launch, { promptId: scene.world.attempt(launch).attempt });
  await scene.world.clock.advance(1_500);
  expect(scene.world.told[0]).toMatchObject({ diagnosis: null, signature: null, state: 'open' });
  await scene.world.settle();
  expect(scene.world.told.at(-1)?.diagnosis?.cause).toBe('vram-oom');
  expect(scene.all()).toHaveLength(1);
});
