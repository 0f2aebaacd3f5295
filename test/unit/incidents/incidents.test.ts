import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { FlagPage } from '../../../shared/flag.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { boot, goodJob, nodeError, offloading, startError } from '../../fixtures/crash-logs/build-log.ts';
import { createIncidentsWorld, engineId, type IncidentsWorld } from './incidents-world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const reference = nodeError('torch.AcceleratorError: CUDA error: unknown error', [
  'comfy/text_encoders/t5.py:forward',
  'comfy/ops.py:cast_bias_weight',
  'comfy/model_management.py:sync_stream',
]);
const oom = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample', 'comfy/samplers.py:sample']);

let folder: TempFolder;
let world: IncidentsWorld;
beforeEach(async () => {
  folder = await tempFolder();
  world = createIncidentsWorld(folder.path);
});
afterEach(async () => {
  await world.close();
  await folder[Symbol.asyncDispose]();
});
const all = () => world.incidents.list({ filter: {}, limit: 100 }).incidents;
const causes = () => all().map(({ diagnosis, kind, count }) => [kind, diagnosis?.cause, count]);

describe('what becomes an incident', () => {
  test('a crash under a job: cause, guilty lines, the job with its values, remedies from least invasive', async () => {
    const launch = world.launch([...boot({ extra: offloading }), ...reference]);
    const { job, attempt } = world.attempt(launch);
    world.end(launch, { promptId: attempt, code: 1 });
    await world.settle();
    const [incident] = all();
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
    const page = await world.incidents.page(incident?.id ?? '');
    expect(page.evidence.job?.values).toEqual({ prompt: 'a lighthouse in heavy snow', steps: 20 });
    const texts = new Map(page.log.flatMap(({ firstLine, lines }) => lines.map((text, at) => [firstLine + at, text])));
    const shown = incident?.diagnosis?.lines.map((n) => texts.get(n)) ?? [];
    expect(shown).toContain('torch.AcceleratorError: CUDA error: unknown error');
    expect(shown).toContain('Using async weight offloading with 2 streams');
    expect(world.told.at(-1)?.id).toBe(incident?.id);
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
    const launch = world.launch([...boot({ extra: offloading }), ...reference]);
    world.end(launch, { code: 1 });
    await world.settle();
    const id = all()[0]?.id ?? '';
    world.revive({ flags, engine: () => undefined });
    const page = await world.incidents.page(id);
    expect([page.incident.id, page.incident.engineName]).toEqual([id, 'Studio']);
    expect(page.log).not.toEqual([]);
  });

  test.each<[string, Parameters<IncidentsWorld['end']>[1]]>([
    ['a stop that was asked for', { end: 'requested', code: 0 }],
    ['a restart inside', { end: 'reboot', code: 0 }],
    ['an engine that had to be ended for a cancelled job', { end: 'hang', why: 'uninterruptible' }],
  ])('not %s', async (_, report) => {
    world.end(world.launch(boot()), report);
    await world.settle();
    expect(all()).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['a cancelled one', 'nodeFailed', 'cancelled'],
    ['one that a person cancelled', 'cancelled', 'cancelled'],
    ['one whose engine was stopped', 'engineStopped', 'queued'],
    ['one that a disk lost', 'fileMissing', 'failed_retryable'],
    ['one that the network lost', 'unanswered', 'failed_retryable'],
  ])('not a failed attempt: %s', async (_, ending, state) => {
    const launch = world.launch([...boot(), ...oom]);
    world.fail(world.attempt(launch), launch, { ending, state: state as never });
    await world.settle();
    expect(all()).toEqual([]);
  });

  test('a node that fails while the engine lives on, though the next job has run through when the log is read', async () => {
    const launch = world.launch([...boot(), ...oom]);
    const under = world.attempt(launch);
    world.fail(under, launch, { ending: 'outOfMemory', state: 'failed_terminal' });
    await new Promise((resolve) => setImmediate(resolve));
    world.say(launch, goodJob());
    await world.settle();
    expect(causes()).toEqual([['job', 'vram-oom', 1]]);
  });

  test('a poisoned context and the end that Hearth gives it are one', async () => {
    const launch = world.launch([...boot({ extra: offloading }), ...reference]);
    const under = world.attempt(launch);
    world.fail(under, launch, { ending: 'gpuBroken' });
    await world.settle();
    world.end(launch, { why: 'poisoned', promptId: null });
    await world.settle();
    expect(causes()).toEqual([['job', 'cuda-unknown-error-async-offload', 1]]);
    expect(world.incidents.evidence(all()[0]?.id ?? '').exit).toMatchObject({ why: 'poisoned' });
  });

  test('a start that ends early', async () => {
    world.end(
      world.launch([...boot({}, false), ...startError("ModuleNotFoundError: No module named 'einops'")], { isReady: false }),
      {
        wasReady: false,
      },
    );
    await world.settle();
    expect(causes()).toEqual([['start', 'core-dependency-missing', 1]]);
  });

  test('a crash whose log says nothing has a cause by its end, or none that is made up', async () => {
    world.end(world.launch(boot()), { code: null, signal: 'SIGKILL', meaning: 'OOM_KILL' });
    world.end(world.launch(boot()), { code: 77 });
    await world.settle();
    expect(causes()).toEqual([
      ['crash', 'unknown', 1],
      ['crash', 'ram-oom-sigkill', 1],
    ]);
  });

  test('a log that is gone leaves what is known from outside', async () => {
    const launch = world.launch(boot());
    rmSync(join(folder.path, 'logs', `${launch}.log`));
    world.end(launch, { code: null, signal: 'SIGKILL', meaning: 'OOM_KILL' });
    await world.settle();
    expect(causes()).toEqual([['crash', 'ram-oom-sigkill', 1]]);
  });

  test('a job that stalls after another one failed has a cause of its own', async () => {
    const launch = world.launch([...boot(), ...oom]);
    world.fail(world.attempt(launch), launch, { ending: 'outOfMemory', state: 'failed_terminal' });
    await world.settle();
    world.say(launch, ['got prompt', 'Requested to load Flux']);
    const error = { code: 'jobStalled', message: 'It stalled.', node: null, input: null, params: { minutes: 10 } };
    world.fail(world.attempt(launch), launch, { ending: 'stalled', error });
    await world.settle();
    const [stalled, before] = all();
    expect(before?.diagnosis?.cause).toBe('vram-oom');
    expect(stalled?.diagnosis).toMatchObject({ failed: true, cause: expect.not.stringMatching('oom') });
  });

  test('a job that ran through with a black picture, once in the life of the engine', async () => {
    const black = [
      'got prompt',
      '/home/mira/comfy/nodes.py:1706: RuntimeWarning: invalid value encountered in cast',
      '  img = Image.fromarray(np.clip(i, 0, 255).astype(np.uint8))',
      'Prompt executed in 9.10 seconds',
    ];
    const launch = world.launch([...boot(), ...goodJob()]);
    const stored = async (): Promise<void> => {
      world.incidents.attemptStored({ ...world.attempt(launch), engine: engineId, launch });
      await world.settle();
    };
    await stored();
    expect(all()).toEqual([]);
    world.say(launch, black);
    await stored();
    world.say(launch, goodJob());
    await stored();
    expect(causes()).toEqual([['job', 'nan-black-image', 1]]);
    expect(all()[0]).toMatchObject({ signature: expect.stringMatching(/^v1-/), diagnosis: { failed: true } });
  });

  test('an engine elsewhere has no log: its own words about the node are read', async () => {
    const under = world.attempt('elsewhere');
    world.fail(under, 'elsewhere', {
      ending: 'outOfMemory',
      error: {
        code: 'nodeOutOfMemory',
        message: 'Out of memory',
        node: '3',
        input: null,
        params: { node: '3', class: 'KSampler', type: 'torch.OutOfMemoryError', message: 'Allocation on device' },
      },
    });
    await world.settle();
    expect(all()[0]?.diagnosis).toMatchObject({ cause: 'vram-oom', node: '3', lines: [] });
  });
});

describe('repeats', () => {
  const dieAgain = async (job: string | undefined): Promise<string> => {
    const launch = world.launch([...boot({ extra: offloading }), ...reference]);
    const under = world.attempt(launch, job);
    world.end(launch, { promptId: under.attempt });
    await world.settle();
    return under.job;
  };

  test('within a while under the same job they count up; another job, another day or another failure is told by itself', async () => {
    const job = await dieAgain(undefined);
    await world.clock.advance(60_000);
    await dieAgain(job);
    expect(causes()).toEqual([['crash', 'cuda-unknown-error-async-offload', 2]]);
    expect(world.told.at(-1)).toMatchObject({ count: 2 });
    await dieAgain(undefined);
    await world.clock.advance(dayMs);
    await dieAgain(job);
    expect(all().map(({ count }) => count)).toEqual([1, 1, 2]);
    const { groups, days } = world.incidents.groups({ filter: {}, days: 3, timeZone: 'UTC' });
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
      const launch = world.launch([...boot({}, false), ...startError('OSError: [Errno 28] No space left on device')], {
        isReady: false,
      });
      world.end(launch, { wasReady: false });
      await world.settle();
      await world.clock.advance(60_000);
    }
    expect(causes()).toEqual([['start', 'disk-full', 30]]);
  });

  test('a storm over many jobs does not go on for ever', async () => {
    for (let at = 0; at < 30; at++) await dieAgain(undefined);
    expect(all()).toHaveLength(20);
    expect(all().reduce((sum, { count }) => sum + count, 0)).toBe(30);
  });

  test('what is resolved and comes back is news', async () => {
    const job = await dieAgain(undefined);
    world.incidents.resolve([all()[0]?.id ?? '']);
    await dieAgain(job);
    expect(all().map(({ state }) => state)).toEqual(['open', 'resolved']);
  });
});

test('since when: what was different at the last start that did not fail so', async () => {
  const good = world.launch([...boot(), ...goodJob()], { facts: { comfyui: '0.27.0', torch: '2.9.1' } });
  world.end(good, { end: 'requested', code: 0 });
  await world.clock.advance(hourMs);
  const launch = world.launch([...boot(), ...oom], {
    facts: { comfyui: '0.28.0', torch: '2.9.1' },
    command: ['python', 'main.py', '--highvram'],
  });
  const under = world.attempt(launch);
  world.fail(under, launch, { ending: 'outOfMemory' });
  await world.settle();
  const [group] = world.incidents.groups({ filter: {}, days: 7, timeZone: 'UTC' }).groups;
  expect(group?.since.map(({ what, before, after }) => [what, before, after])).toEqual([
    ['comfyui', '0.27.0', '0.28.0'],
    ['flags', '', '--highvram'],
  ]);
});

describe('whatever happens to Hearth', () => {
  test('an engine that dies while Hearth is dead gets its incident at the next start, once', async () => {
    const launch = world.launch([...boot({ extra: offloading }), ...reference]);
    const { job } = world.attempt(launch);
    world.die();
    world.end(launch);
    world.revive();
    await world.settle();
    expect(all()).toMatchObject([{ kind: 'crash', job, launchId: launch }]);
    world.revive();
    await world.settle();
    expect(all()).toHaveLength(1);
  });

  test('one that was stopped by hand meanwhile gets none', async () => {
    const launch = world.launch([...boot(), ...goodJob(), '', 'Stopped server']);
    world.die();
    world.end(launch);
    world.revive();
    await world.settle();
    expect(all()).toEqual([]);
  });

  test('a death that was written down and not looked at is looked at next time', async () => {
    const launch = world.launch([...boot(), ...oom]);
    world.end(launch, { promptId: world.attempt(launch).attempt });
    // Before anything else had its turn.
    world.revive();
    await world.settle();
    expect(all()).toHaveLength(1);
  });

  test('a log that was not read is read by the next host', async () => {
    await world.close();
    await folder[Symbol.asyncDispose]();
    folder = await tempFolder();
    world = createIncidentsWorld(folder.path);
    const launch = world.launch([...boot(), ...oom]);
    const under = world.attempt(launch);
    world.fail(under, launch, { ending: 'outOfMemory' });
    await new Promise((resolve) => setImmediate(resolve));
    world.revive();
    await world.settle();
    expect(causes()).toEqual([['job', 'vram-oom', 1]]);
  });
});

test('an incident is there before its log is read, and says so', async () => {
  const launch = world.launch([...boot(), ...oom]);
  writeFileSync(
    join(folder.path, 'logs', `${launch}.log`),
    `${boot().join('\n')}\n${'x\n'.repeat(3_000_000)}${oom.join('\n')}\n`,
  );
  world.end(launch, { promptId: world.attempt(launch).attempt });
  await world.clock.advance(1_500);
  expect(world.told[0]).toMatchObject({ diagnosis: null, signature: null, state: 'open' });
  await world.settle();
  expect(world.told.at(-1)?.diagnosis?.cause).toBe('vram-oom');
  expect(all()).toHaveLength(1);
});

describe('what people do', () => {
  const two = async (): Promise<string[]> => {
    for (const _ of [1, 2]) {
      const launch = world.launch([...boot(), ...oom]);
      world.fail(world.attempt(launch), launch, { ending: 'outOfMemory' });
      await world.settle();
    }
    return all().map(({ id }) => id);
  };

  test('resolve, dismiss with the whole group, open again', async () => {
    const [second = '', first = ''] = await two();
    world.incidents.resolve([first]);
    expect(all().map(({ state }) => state)).toEqual(['open', 'resolved']);
    world.incidents.reopen([first]);
    world.incidents.dismiss([second], true);
    expect(all().map(({ state }) => state)).toEqual(['dismissed', 'dismissed']);
    expect(world.incidents.open(10)).toEqual([]);
    world.incidents.reopen([second]);
    expect(world.incidents.open(10).map(({ id }) => id)).toEqual([second]);
  });

  test('what is being tried stays open', async () => {
    const [id = ''] = await two();
    world.incidents.setTrial(id, 'trial');
    expect(() => world.incidents.dismiss([id], false)).toThrow('being tried');
    world.incidents.setTrial(id, { confirmed: 'reserve-vram' });
    expect(all()[0]).toMatchObject({ state: 'resolved', resolvedBy: 'reserve-vram' });
  });

  test('pages by key, filters, and refusals in words', async () => {
    const ids = await two();
    const first = world.incidents.list({ filter: {}, limit: 1 });
    expect([first.incidents[0]?.id, first.total]).toEqual([ids[0], 2]);
    const next = world.incidents.list({ filter: {}, limit: 1, cursor: first.next ?? '' });
    expect([next.incidents[0]?.id, next.next]).toEqual([ids[1], null]);
    const { job } = all()[1] ?? {};
    expect(world.incidents.list({ filter: { job: job ?? '' }, limit: 9 }).incidents).toHaveLength(1);
    expect(world.incidents.list({ filter: { states: ['resolved'] }, limit: 9 }).total).toBe(0);
    expect(world.incidents.list({ filter: { cause: 'vram-oom', kinds: ['job'], engine: engineId }, limit: 9 }).total).toBe(2);
    expect(() => world.incidents.list({ filter: {}, limit: 1, cursor: 'x' })).toThrow('cannot be continued');
    expect(() => world.incidents.get('nobody')).toThrow('There is no incident nobody');
    expect(() => world.incidents.groups({ filter: {}, days: 3, timeZone: 'Mars/Olympus' })).toThrow('no time zone');
  });

  test('a report has everything but what is private, unless prompts are wished for', async () => {
    const launch = world.launch([...boot(), 'prompt: a lighthouse in heavy snow, HF_TOKEN=hf_abcdefghijklmnop', ...oom]);
    world.fail(world.attempt(launch), launch, { ending: 'outOfMemory' });
    await world.settle();
    const id = all()[0]?.id ?? '';
    const report = world.incidents.report(id, { isWithPrompts: false });
    expect(report.fileName).toBe('hearth-incident-2026-11-30-vram-oom.md');
    expect(report.text).toContain('# Out of video memory');
    expect(report.text).toMatch(/^> +\d+ {2}torch\.OutOfMemoryError: Allocation on device$/m);
    expect(report.text).not.toMatch(/lighthouse|hf_|mira\b/);
    expect(report.redactions.map(({ kind }) => kind).sort()).toEqual(['folder', 'prompt', 'secret']);
    expect(world.incidents.report(id, { isWithPrompts: true }).text).toContain('lighthouse');
  });
});

test('what a given file is thought to be', async () => {
  const file = join(folder.path, 'given.log');
  writeFileSync(file, `${[...boot(), ...oom].join('\r\n')}\r\n`);
  const answer = await world.incidents.diagnoseGiven(file, 'from a friend.log', {
    exit: null,
    signal: null,
    outcome: null,
    version: null,
  });
  expect(answer).toMatchObject({ name: 'from a friend.log', encoding: 'utf-8', diagnosis: { cause: 'vram-oom' } });
  const texts = new Map(answer.log.flatMap(({ firstLine, lines }) => lines.map((text, at) => [firstLine + at, text])));
  expect(answer.diagnosis.lines.map((n) => texts.get(n))).toContain('torch.OutOfMemoryError: Allocation on device');
});
