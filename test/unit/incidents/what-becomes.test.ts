import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { FlagPage } from '../../../shared/flag.ts';
import { boot, goodJob, offloading, startError } from '../../fixtures/crash-logs/build-log.ts';
import { incidentsScene, oom, reference } from './incidents-scene.ts';
import { engineId, type IncidentsWorld } from './incidents-world.ts';

const scene = incidentsScene();

describe('what becomes an incident', () => {
  test('a crash under a job: cause, guilty lines, the job with its values, remedies from least invasive', async () => {
    const launch = scene.world.launch([...boot({ extra: offloading }), ...reference]);
    const { job, attempt } = scene.world.attempt(launch);
    scene.world.end(launch, { promptId: attempt, code: 1 });
    await scene.world.settle();
    const [incident] = scene.all();
    expect(incident).toMatchObject({
      kind: 'crash',
      state: 'open',
      engine: engineId,
      engineName: 'Studio',
      job,
      attempt,
      launchId: launch,
      diagnosis: { cause: 'cuda-unknown-error-async-offload', confidence: 'high', frame: 'sync_stream' },
    });
    expect(incident?.remedies.map(({ id }) => id).slice(0, 2)).toEqual(['disable-async-offload', 'disable-pinned-memory']);
    const page = await scene.world.incidents.page(incident?.id ?? '');
    expect(page.evidence.job?.values).toEqual({ prompt: 'a lighthouse in heavy snow', steps: 20 });
    const texts = new Map(page.log.flatMap(({ firstLine, lines }) => lines.map((text, at) => [firstLine + at, text])));
    const shown = incident?.diagnosis?.lines.map((n) => texts.get(n)) ?? [];
    expect(shown).toContain('torch.AcceleratorError: CUDA error: unknown error');
    expect(shown).toContain('Using async weight offloading with 2 streams');
    expect(scene.world.told.at(-1)?.id).toBe(incident?.id);
  });

  test.each<[string, (engine: string) => Promise<FlagPage>]>([
    ['cannot be asked', () => Promise.reject(new Error('nobody to ask'))],
    [
      'is gone',
      () => {
        throw new AppError('not-found', 'noSuchEngine', { id: engineId });
      },
    ],
  ])('the page of an incident still opens when its engine %s', async (_what, flags) => {
    const launch = scene.world.launch([...boot({ extra: offloading }), ...reference]);
    scene.world.end(launch, { code: 1 });
    await scene.world.settle();
    const id = scene.all()[0]?.id ?? '';
    scene.world.revive({ flags, engine: () => undefined });
    const page = await scene.world.incidents.page(id);
    expect([page.incident.id, page.incident.engineName]).toEqual([id, 'Studio']);
    expect(page.log).not.toEqual([]);
  });

  test.each<[string, Parameters<IncidentsWorld['end']>[1]]>([
    ['a stop that was asked for', { end: 'requested', code: 0 }],
    ['a restart inside', { end: 'reboot', code: 0 }],
    ['an engine that had to be ended for a cancelled job', { end: 'hang', why: 'uninterruptible' }],
  ])('not %s', async (_, report) => {
    scene.world.end(scene.world.launch(boot()), report);
    await scene.world.settle();
    expect(scene.all()).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['a cancelled one', 'nodeFailed', 'cancelled'],
    ['one that a person cancelled', 'cancelled', 'cancelled'],
    ['one whose engine was stopped', 'engineStopped', 'queued'],
    ['one that a disk lost', 'fileMissing', 'failed_retryable'],
    ['one that the network lost', 'unanswered', 'failed_retryable'],
  ])('not a failed attempt: %s', async (_, ending, state) => {
    const launch = scene.world.launch([...boot(), ...oom]);
    scene.world.fail(scene.world.attempt(launch), launch, { ending, state: state as never });
    await scene.world.settle();
    expect(scene.all()).toEqual([]);
  });

  test('a node that fails while the engine lives on, though the next job has run through when the log is read', async () => {
    const launch = scene.world.launch([...boot(), ...oom]);
    const under = scene.world.attempt(launch);
    scene.world.fail(under, launch, { ending: 'outOfMemory', state: 'failed_terminal' });
    await new Promise((resolve) => setImmediate(resolve));
    scene.world.say(launch, goodJob());
    await scene.world.settle();
    expect(scene.causes()).toEqual([['job', 'vram-oom', 1]]);
  });

  test.each([false, true])(
    'a job whose successor has failed too when its log is read has its own cause: told late %s',
    async (isLate) => {
      const launch = scene.world.launch([...boot({ extra: offloading }), 'got prompt', ...oom]);
      const error = {
        code: 'nodeOutOfMemory',
        message: 'Out of memory',
        node: '8',
        input: null,
        params: { class: 'KSampler', type: 'torch.OutOfMemoryError', message: 'Allocation on device' },
      };
      const under = scene.world.attempt(launch);
      if (isLate) scene.world.say(launch, ['got prompt', ...reference]);
      scene.world.fail(under, launch, { ending: 'outOfMemory', state: 'failed_terminal', error });
      if (!isLate) scene.world.say(launch, ['got prompt', ...reference]);
      await scene.world.settle();
      expect(scene.causes()).toEqual([['job', 'vram-oom', 1]]);
    },
  );

  test('a poisoned context and the end that Hearth gives it are one', async () => {
    const launch = scene.world.launch([...boot({ extra: offloading }), ...reference]);
    const under = scene.world.attempt(launch);
    scene.world.fail(under, launch, { ending: 'gpuBroken' });
    await scene.world.settle();
    scene.world.end(launch, { why: 'poisoned', promptId: null });
    await scene.world.settle();
    expect(scene.causes()).toEqual([['job', 'cuda-unknown-error-async-offload', 1]]);
    expect(scene.world.incidents.evidence(scene.all()[0]?.id ?? '').exit).toMatchObject({ why: 'poisoned' });
  });

  test('a start that ends early', async () => {
    scene.world.end(
      scene.world.launch([...boot({}, false), ...startError("ModuleNotFoundError: No module named 'einops'")], {
        isReady: false,
      }),
      {
        wasReady: false,
      },
    );
    await scene.world.settle();
    expect(scene.causes()).toEqual([['start', 'core-dependency-missing', 1]]);
  });

  test('a crash whose log says nothing has a cause by its end, or none that is made up', async () => {
    scene.world.end(scene.world.launch(boot()), { code: null, signal: 'SIGKILL', meaning: 'OOM_KILL' });
    scene.world.end(scene.world.launch(boot()), { code: 77 });
    await scene.world.settle();
    expect(scene.causes()).toEqual([
      ['crash', 'unknown', 1],
      ['crash', 'ram-oom-sigkill', 1],
    ]);
  });

  test('a log that is gone leaves what is known from outside', async () => {
    const launch = scene.world.launch(boot());
    rmSync(join(scene.folder.path, 'logs', `${launch}.log`));
    scene.world.end(launch, { code: null, signal: 'SIGKILL', meaning: 'OOM_KILL' });
    await scene.world.settle();
    expect(scene.causes()).toEqual([['crash', 'ram-oom-sigkill', 1]]);
  });

  test('a job that stalls after another one failed has a cause of its own', async () => {
    const launch = scene.world.launch([...boot(), ...oom]);
    scene.world.fail(scene.world.attempt(launch), launch, { ending: 'outOfMemory', state: 'failed_terminal' });
    await scene.world.settle();
    scene.world.say(launch, ['got prompt', 'Requested to load Flux']);
    const error = { code: 'jobStalled', message: 'It stalled.', node: null, input: null, params: { minutes: 10 } };
    scene.world.fail(scene.world.attempt(launch), launch, { ending: 'stalled', error });
    await scene.world.settle();
    const [stalled, before] = scene.all();
    expect(before?.diagnosis?.cause).toBe('vram-oom');
    expect(stalled?.diagnosis).toMatchObject({ failed: true, cause: expect.not.stringMatching('oom') });
  });

  test('an engine elsewhere has no log: its own words about the node are read', async () => {
    const under = scene.world.attempt('elsewhere');
    scene.world.fail(under, 'elsewhere', {
      ending: 'outOfMemory',
      error: {
        code: 'nodeOutOfMemory',
        message: 'Out of memory',
        node: '3',
        input: null,
        params: { node: '3', class: 'KSampler', type: 'torch.OutOfMemoryError', message: 'Allocation on device' },
      },
    });
    await scene.world.settle();
    expect(scene.all()[0]?.diagnosis).toMatchObject({ cause: 'vram-oom', node: '3', lines: [] });
  });
});
