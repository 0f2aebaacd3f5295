import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../../shared/benchmark-outlook.ts';
import { compareRounds } from '../../../shared/compare-rounds.ts';
import type { Input } from '../../../shared/rpc.ts';
import { Stage } from '../trial/stage.ts';

// Engines start several times in each.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const stage = new Stage();
beforeAll(() => stage.open([['--noise', '0.02']]));
afterAll(() => stage[Symbol.asyncDispose]());

const runs = new Map<string, BenchmarkRun>();
const plan = (change: Partial<Input<'benchmarks.start'>> = {}): Input<'benchmarks.start'> => ({
  template: 'sd15',
  values: { prompt: 'a harbour', steps: 8 },
  configurations: [
    { name: 'before', flags: ['--speed', '8'] },
    { name: 'after', flags: ['--speed', '40'] },
  ],
  repeats: 3,
  warmup: 1,
  ...change,
});
/** Resolves with a run as soon as it is as wanted. */
const seen = (id: string, isWanted: (run: BenchmarkRun) => boolean): Promise<BenchmarkRun> =>
  new Promise((found) => {
    const see = (run: BenchmarkRun): void => {
      runs.set(run.id, run);
      if (run.id !== id || !isWanted(run)) return;
      stop();
      found(run);
    };
    const stop = stage.client.on('benchmark.changed', see);
    void stage.client.call('benchmarks.get', { id }).then(({ run }) => see(run));
  });
const measure = async (wish: Input<'benchmarks.start'>): Promise<{ run: BenchmarkRun; samples: BenchmarkSample[] }> => {
  const { id } = await stage.client.call('benchmarks.start', wish);
  await seen(id, ({ state }) => state !== 'running');
  return stage.client.call('benchmarks.get', { id });
};
const engineNow = async () => {
  const { engines, pauses } = await stage.client.call('app.snapshot', {});
  return { engine: engines[0], pauses };
};

test('the verdict is what the samples say, every sample is there with its times, the queue waited, and all is as before', async () => {
  const begun = await stage.client.call('benchmarks.start', plan());
  const waiting = await stage.queue('a meadow');
  await expect(stage.client.call('benchmarks.start', plan())).rejects.toMatchObject({ key: 'benchUnderWay' });
  expect((await engineNow()).pauses.map(({ owner, key }) => [owner, key])).toEqual([['benchmark', 'pausedBenchmark']]);
  const run = await seen(begun.id, ({ state }) => state !== 'running');
  const { samples } = await stage.client.call('benchmarks.get', { id: begun.id });

  expect([run.state, run.problem, run.measure, run.differences]).toEqual(['done', null, 'execution', []]);
  const [comparison] = run.comparisons;
  const timesOf = (cell: number, round: number) =>
    samples.flatMap((one) => (one.cell === cell && one.round === round && !one.isWarmup ? (one.executionMs ?? []) : []));
  const rounds = [...new Set(samples.map(({ round }) => round))].map((round) => ({
    first: timesOf(0, round),
    second: timesOf(1, round),
  }));
  expect(rounds.map(({ first, second }) => [first.length, second.length])).toEqual(rounds.map(() => [1, 1]));
  expect(comparison).toMatchObject(compareRounds(rounds, { seed: run.seed, isDirty: run.isDirty }));
  expect(run.cells[0]?.digest).toBe(run.cells[1]?.digest);
  expect(run.cells.map(({ counted, failures }) => [counted, failures])).toEqual([
    [3, 0],
    [3, 0],
  ]);
  const seedsOf = (cell: number) => samples.filter((one) => one.cell === cell && !one.isWarmup).map(({ seed }) => seed);
  expect(seedsOf(0)).toEqual(seedsOf(1));
  expect(new Set(seedsOf(0)).size).toBe(3);
  // Three starts of each, each with a warm-up of its own.
  expect(samples.filter(({ isWarmup }) => isWarmup)).toHaveLength(6);
  expect(new Set(samples.map(({ block }) => block)).size).toBe(6);
  for (const { nodes, executionMs, wallMs, stepMs, discarded, cachedNodes, isWarmup, record, peak, seed, ...sample } of samples) {
    // Each with what it was made from, and with the memory of its engine.
    expect([record?.job, record?.seed, record?.state]).toEqual([sample.job, seed, 'succeeded']);
    if (process.platform === 'linux') expect(peak.ramBytes).toBeGreaterThan(1024 ** 2);
    expect(sample.conditions).not.toBeNull();
    expect([discarded, stepMs.length, cachedNodes.length > 0]).toEqual([null, 8, !isWarmup]);
    expect(wallMs).toBeGreaterThanOrEqual(executionMs ?? Number.NaN);
    expect(nodes?.map((node) => node.class)).toContain('KSampler');
    const sum = (nodes ?? []).reduce((total, { ms }) => total + ms, 0);
    expect(sum).toBeLessThanOrEqual(wallMs ?? 0);
  }
  await stage.settled(waiting.id, 'succeeded');
  const { engine, pauses } = await engineNow();
  expect([engine?.state, engine?.variant, pauses]).toEqual(['ready', 'profile', []]);
  expect(await stage.profile()).toEqual(['--speed', '--noise']);
});

test('a configuration that crashes, and one that does not start, are results; the others are measured', async () => {
  const { run, samples } = await measure(
    plan({
      configurations: [
        { name: 'sound', flags: ['--speed', '40'] },
        { name: 'dies', flags: ['--fail', 'sigkill'] },
        { name: 'stays down', flags: ['--fail', 'boot-exit-3'] },
      ],
      repeats: 2,
      warmup: 0,
    }),
  );
  expect(run.state).toBe('done');
  const outcomes = (cell: number) =>
    samples.filter((one) => one.cell === cell).map(({ outcome, problem }) => [outcome, problem?.key]);
  expect(outcomes(0).every(([outcome]) => outcome === 'ok')).toBe(true);
  expect(outcomes(1)).toEqual([
    ['crashed', 'benchEngineDied'],
    ['crashed', 'benchEngineDied'],
  ]);
  expect(outcomes(2)).toEqual([
    ['crashed', 'benchNotStarted'],
    ['crashed', 'benchNotStarted'],
  ]);
  expect(run.comparisons.map(({ verdict }) => verdict)).toEqual(['not-comparable', 'not-comparable']);
  const { engine, pauses } = await engineNow();
  expect([engine?.state, engine?.variant, pauses]).toEqual(['ready', 'profile', []]);
});

test('cold samples find nothing cached', async () => {
  const { samples } = await measure(
    plan({ cold: true, repeats: 2, warmup: 1, configurations: [{ name: 'cold', flags: ['--speed', '40'] }] }),
  );
  expect(samples).toHaveLength(4);
  expect(samples.map(({ cachedNodes, discarded, outcome }) => [cachedNodes, discarded, outcome])).toEqual(
    samples.map(() => [[], null, 'ok']),
  );
  expect(samples.every(({ loadMs }) => loadMs !== null)).toBe(true);
});

test('a sample whose loaders were cached unlike those of the others is discarded', async () => {
  const { run, samples } = await measure(
    plan({ repeats: 6, warmup: 0, configurations: [{ name: 'only', flags: ['--speed', '40'] }] }),
  );
  // One block of five holds two samples: the second one found what the first had loaded.
  expect(samples.map(({ discarded }) => discarded).filter((why) => why !== null)).toEqual(['cachedOtherwise']);
  const second = samples.find(({ block, number }) => samples.some((one) => one.block === block && one.number < number));
  expect(second?.discarded).toBe('cachedOtherwise');
  expect([run.cells[0]?.counted, run.comparisons]).toEqual([5, []]);
});

test('stopped in the middle: what was measured is kept, and all is as before', async () => {
  const { id } = await stage.client.call('benchmarks.start', plan({ repeats: 50 }));
  await seen(id, ({ taken }) => taken >= 2);
  const run = await stage.client.call('benchmarks.stop', { id });
  expect([run.state, run.problem?.key]).toEqual(['partial', 'benchStopped']);
  expect((await stage.client.call('benchmarks.get', { id })).samples.length).toBeGreaterThan(2);
  const { engine, pauses } = await engineNow();
  expect([engine?.state, engine?.variant, pauses]).toEqual(['ready', 'profile', []]);
  await expect(stage.client.call('benchmarks.stop', { id })).rejects.toMatchObject({ key: 'benchOver' });
});

test('a pause that is taken from it ends it, and that is what is answered', async () => {
  const { id } = await stage.client.call('benchmarks.start', plan({ repeats: 50 }));
  await seen(id, ({ taken }) => taken >= 1);
  const resume = () => stage.client.call('queue.resume', { owner: 'benchmark' });
  expect(await resume()).toEqual({ pauses: [], wasPaused: true });
  expect((await stage.client.call('benchmarks.get', { id })).run.state).toBe('partial');
  expect(await resume()).toEqual({ pauses: [], wasPaused: false });
});

test('samples whose jobs a person cancels are neither times nor failures, and the run goes on', async () => {
  const cancelled = new Set<string>();
  const stop = stage.client.on('job.changed', ({ id, state, key }) => {
    if (state !== 'running' || cancelled.size > 2 || cancelled.has(id) || !key?.startsWith('benchmark/')) return;
    cancelled.add(id);
    void stage.client.call('jobs.cancel', { ids: [id] });
  });
  // Three in a row: failures would end it after two.
  const { run, samples } = await measure(
    plan({ repeats: 5, warmup: 0, configurations: [{ name: 'only', flags: ['--speed', '2'] }] }),
  );
  stop();
  expect([run.state, run.cells[0]?.counted, run.cells[0]?.failures]).toEqual(['done', 2, 0]);
  expect(samples.map(({ outcome, problem }) => [outcome, problem?.key])).toEqual([
    ...Array(3).fill(['cancelled', 'benchSampleCancelled']),
    ...Array(2).fill(['ok', undefined]),
  ]);
});

test('an engine stopped by somebody ends the run as partial and stays stopped by nobody else', async () => {
  const { id } = await stage.client.call('benchmarks.start', plan({ repeats: 50 }));
  await seen(id, ({ taken }) => taken >= 1);
  await stage.client.call('engines.stop', { id: stage.engine });
  const run = await seen(id, ({ state }) => state !== 'running');
  expect([run.state, run.problem?.key]).toEqual(['partial', 'benchEngineStopped']);
  expect((await engineNow()).pauses).toEqual([]);
});

test.each<[string, Partial<Input<'benchmarks.start'>>, string]>([
  ['a template that is not there', { template: 'nothing' }, 'benchTemplateUnknown'],
  ['a template without a seed', { template: 'upscale', values: {} }, 'benchSeedless'],
  ['a value out of range', { values: { steps: 100_000 } }, 'valueOutOfRange'],
  ['an engine that is not there', { configurations: [{ name: 'a', engine: 'nowhere' }] }, 'benchEngineUnknown'],
  ['a profile that is not there', { configurations: [{ name: 'a', profile: 'nothing' }] }, 'benchProfileUnknown'],
  ['a flag that the engine does not know', { configurations: [{ name: 'a', flags: ['--sped', '2'] }] }, 'flagUnknownNear'],
  [
    'two flags of which only one may be given',
    { configurations: [{ name: 'a', flags: ['--lowvram', '--highvram'] }] },
    'flagsExclusive',
  ],
  ['a flag without its value', { configurations: [{ name: 'a', flags: ['--speed'] }] }, 'flagNeedsValue'],
  ['a value that its flag does not take', { configurations: [{ name: 'a', flags: ['--speed', 'fast'] }] }, 'flagsRefused'],
  ['a value of a switch', { configurations: [{ name: 'a', flags: ['--lowvram=yes'] }] }, 'flagTakesNoValue'],
  ['a flag that only prints something', { configurations: [{ name: 'a', flags: ['--help'] }] }, 'flagEndsAtOnce'],
  ['a flag to be left out that nobody knows', { configurations: [{ name: 'a', without: ['--lowvran'] }] }, 'flagUnknownNear'],
  ['a word that is no flag', { configurations: [{ name: 'a', flags: ['speed'] }] }, 'benchFlagStray'],
])('%s is refused before anything starts', async (_name, change, key) => {
  for (const call of ['benchmarks.estimate', 'benchmarks.start'] as const)
    await expect(stage.client.call(call, plan(change))).rejects.toMatchObject({ key });
  expect((await engineNow()).pauses).toEqual([]);
});

test('a plan is kept, changed and goes; a run that is over can be forgotten', async () => {
  const saved = await stage.client.call('benchmarks.savePlan', { name: 'Two speeds', plan: plan() });
  const changed = await stage.client.call('benchmarks.savePlan', { id: saved.id, name: 'Two', plan: plan({ repeats: 8 }) });
  expect(changed).toMatchObject({ id: saved.id, name: 'Two', plan: { repeats: 8 } });
  expect(await stage.client.call('benchmarks.plans', {})).toEqual({ plans: [changed] });
  await stage.client.call('benchmarks.removePlan', { id: saved.id });
  await expect(stage.client.call('benchmarks.removePlan', { id: saved.id })).rejects.toMatchObject({ key: 'benchPlanUnknown' });
  const [newest] = (await stage.client.call('benchmarks.list', {})).runs;
  const id = newest?.id ?? '';
  await stage.client.call('benchmarks.remove', { id });
  await expect(stage.client.call('benchmarks.get', { id })).rejects.toMatchObject({ key: 'benchUnknown' });
});

test('what a plan would take is told before it begins, and a plan that cannot be measured is refused then', async () => {
  const estimate = await stage.client.call('benchmarks.estimate', plan({ repeats: 6 }));
  // Five rounds of two configurations, each block with its warm-up.
  expect([estimate.prompts, estimate.starts, estimate.counted]).toEqual([
    [22, 22],
    [10, 10],
    [12, 12],
  ]);
  const [low = 0, high = 0] = estimate.ms ?? [];
  expect([low > 0, high > low]).toEqual([true, true]);
  const extra = await stage.client.call('benchmarks.estimate', plan({ repeats: 10, extra: true }));
  expect([extra.prompts[1] > extra.prompts[0], extra.starts[1] > extra.starts[0]]).toEqual([true, true]);
  await expect(stage.client.call('benchmarks.estimate', plan({ template: 'nothing' }))).rejects.toMatchObject({
    key: 'benchTemplateUnknown',
  });
});

test('where a run is comes with every step, and a run is given a name', async () => {
  const told: BenchmarkProgress[] = [];
  const stop = stage.client.on('benchmark.progress', (progress) => told.push(progress));
  const { run } = await measure(plan({ repeats: 1, warmup: 1 }));
  stop();
  expect(told.map(({ phase }) => phase)).toEqual([
    'starting',
    'warmup',
    'sampling',
    'starting',
    'warmup',
    'sampling',
    'restoring',
  ]);
  expect(told.map(({ starts, startsInAll }) => `${starts}/${startsInAll}`).at(-1)).toBe('2/2');
  expect(told.find(({ phase }) => phase === 'starting')).toMatchObject({ taken: 0, wanted: 2, leftMs: null });
  expect(told.filter(({ phase }) => phase === 'sampling').at(-1)?.leftMs).toBeGreaterThan(0);
  expect((await stage.client.call('benchmarks.get', { id: run.id })).progress).toBeNull();
  await stage.client.call('benchmarks.rename', { id: run.id, name: 'After the holidays' });
  expect((await stage.client.call('benchmarks.list', { limit: 1 })).runs[0]?.name).toBe('After the holidays');
});

test('what this installation offers to compare can be measured, and its history tells', async () => {
  const { presets } = await stage.client.call('benchmarks.presets', { flag: { flag: '--lowvram', value: null } });
  expect(presets.map(({ id, configurations }) => [id, configurations.length > 0])).toEqual([
    ['flag', true],
    ['update', true],
    ['profiles', false],
    ['attention', true],
  ]);
  const attention = presets.find(({ id }) => id === 'attention');
  expect(attention?.configurations.map(({ name }) => name)).toContain('--use-split-cross-attention');
  const update = plan({ repeats: 1, configurations: presets.find(({ id }) => id === 'update')?.configurations ?? [] });
  await measure(update);
  await measure(update);
  const { points } = await stage.client.call('benchmarks.history', update);
  // Twice on one version, once each: nothing that could be told.
  expect(points.map(({ change }) => change?.verdict)).toEqual([undefined, 'no-difference-shown']);
});

test('an engine of somebody else is measured as it is: freed before each block, never restarted, and that is said', async () => {
  const url = (await engineNow()).engine?.url ?? '';
  const other = new Stage();
  await other.boot();
  try {
    const { id: engine } = await other.client.call('engines.add', { kind: 'external', url });
    const wish = plan({ repeats: 2, configurations: [{ name: 'theirs', engine }] });
    expect((await other.client.call('benchmarks.estimate', wish)).cautions.map(({ key }) => key)).toEqual(['benchExternal']);
    const withFlags = plan({ configurations: [{ name: 'theirs', engine, flags: ['--lowvram'] }] });
    await expect(other.client.call('benchmarks.start', withFlags)).rejects.toMatchObject({ key: 'benchExternalFlags' });
    const { id } = await other.client.call('benchmarks.start', wish);
    const run = await new Promise<BenchmarkRun>((found) => {
      other.client.on('benchmark.changed', (changed) => changed.id === id && changed.state !== 'running' && found(changed));
    });
    const { samples } = await other.client.call('benchmarks.get', { id });
    expect([run.state, run.cells[0]?.counted, run.cells[0]?.profile]).toEqual(['done', 2, '']);
    // Nothing was left in its cache at the first prompt of each block.
    expect(samples.filter(({ isWarmup }) => isWarmup).map(({ cachedNodes }) => cachedNodes)).toEqual([[], []]);
    expect((await engineNow()).engine?.state).toBe('ready');
  } finally {
    await other[Symbol.asyncDispose]();
  }
});
