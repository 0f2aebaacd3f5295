import { describe, expect, test } from 'vitest';
import { planHistory, workKey } from '../../../electron/benchmarks/plan-history.ts';
import { type PresetGround, planPresets } from '../../../electron/benchmarks/plan-presets.ts';
import type { BenchmarkRun } from '../../../shared/benchmark.ts';
import type { BenchmarkPreset } from '../../../shared/benchmark-outlook.ts';
import type { FlagInfo } from '../../../shared/flag.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';
import { sampleFlag } from '../../fakes/fake-flags.ts';
import { takenSample } from './taken-sample.ts';

const flag = (name: string, group: FlagInfo['group'], change: Partial<FlagInfo> = {}): FlagInfo =>
  sampleFlag(name, { group, ...change });
const ground: PresetGround = {
  engine: sampleEngine({ id: 'a', name: 'Mine', version: '0.28.0', profileId: 'default' }),
  profile: { id: 'default', name: 'Default', flags: [], env: {} },
  flags: [
    flag('--lowvram', 'memory'),
    flag('--port', 'network', { isOwned: true }),
    flag('--use-split-cross-attention', 'attention'),
    flag('--use-sage-attention', 'attention'),
    flag('--force-upcast-attention', 'attention'),
  ],
  profiles: [{ id: 'default', name: 'Default', flags: [], env: {} }],
  engines: [sampleEngine({ id: 'a', name: 'Mine', version: '0.28.0' })],
};
const preset = (id: BenchmarkPreset['id'], change: Partial<PresetGround> = {}, wish: Parameters<typeof planPresets>[1] = {}) => {
  const found = planPresets({ ...ground, ...change }, wish).find((one) => one.id === id);
  if (!found) throw new Error(`no preset ${id}`);
  return found;
};
const namesOf = ({ configurations }: BenchmarkPreset): string[] => configurations.map(({ name }) => name);

describe('presets', () => {
  test('every one that has configurations makes a plan that can be read', () => {
    const wish = { flag: { flag: '--reserve-vram', value: '2' } };
    for (const { configurations, labels } of planPresets(ground, wish)) {
      expect(labels).toHaveLength(configurations.length);
      if (configurations.length > 0) expect(() => readBenchmarkPlan({ template: 'sd15', configurations })).not.toThrow();
    }
  });

  test('a flag is chosen first, then it is off and on', () => {
    expect(preset('flag')).toMatchObject({ configurations: [], problem: { key: 'benchPresetFlag' } });
    expect(preset('flag').choices.map(({ value }) => value)).not.toContain('--port');
    const { configurations } = preset('flag', {}, { flag: { flag: '--reserve-vram', value: '2' } });
    expect(configurations).toMatchObject([{ without: ['--reserve-vram'], flags: [] }, { flags: ['--reserve-vram', '2'] }]);
  });

  test('two profiles need a second one', () => {
    expect(preset('profiles')).toMatchObject({ configurations: [], problem: { key: 'benchPresetProfiles' } });
    const profiles = [...ground.profiles, { id: 'low', name: 'Low memory', flags: [], env: {} }];
    expect(namesOf(preset('profiles', { profiles }))).toEqual(['Default', 'Low memory']);
    expect(namesOf(preset('profiles', { profiles }, { profiles: ['low', 'default'] }))).toEqual(['Low memory', 'Default']);
  });

  test('all attention backends that the parser knows, and what is taken without a word', () => {
    const { configurations, labels } = preset('attention');
    expect(configurations).toMatchObject([
      { name: 'default', without: ['--use-split-cross-attention', '--use-sage-attention'] },
      { flags: ['--use-split-cross-attention'] },
      { flags: ['--use-sage-attention'] },
    ]);
    expect(labels[0]?.key).toBe('attentionDefault');
    expect(preset('attention', { flags: [flag('--lowvram', 'memory')] }).problem?.key).toBe('benchPresetAttention');
  });

  test('before and after an update: the older installation first, or the same one twice', () => {
    expect(preset('update')).toMatchObject({ times: 2, configurations: [{ engine: 'a' }] });
    const engines = [...ground.engines, sampleEngine({ id: 'b', name: 'Old', version: '0.9.0' })];
    expect(preset('update', { engines })).toMatchObject({ times: 1, configurations: [{ engine: 'b' }, { engine: 'a' }] });
  });
});

const plan = readBenchmarkPlan({ template: 'sd15', configurations: [{ name: 'only' }], repeats: 6 });
const past = (number: number, version: string, times: number[], change: Partial<BenchmarkRun['cells'][number]> = {}) => {
  const cell = {
    configuration: 'only',
    engine: 'a',
    profile: 'Default',
    flags: [],
    digest: 'same',
    facts: {
      kind: 'managed' as const,
      comfyui: { version, commit: null },
      customNodes: null,
      python: null,
      torch: null,
      gpu: null,
      driver: null,
      system: null,
      arguments: null,
    },
    counted: times.length,
    failures: 0,
    medianMs: times[0] ?? null,
    deviationMs: 1,
    stepMs: null,
    outliers: [],
    ...change,
  };
  const run: BenchmarkRun = {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    name: '',
    plan,
    state: 'done',
    startedAt: `2026-11-0${number}T12:00:00.000Z`,
    endedAt: null,
    seed: 1,
    taken: times.length,
    wanted: times.length,
    measure: 'execution',
    cells: [cell],
    comparisons: [],
    differences: [],
    isDirty: false,
    problem: null,
  };
  return { run, samples: times.map((executionMs, block) => takenSample({ number: block, block, round: block, executionMs })) };
};

describe('the history of a plan', () => {
  test('each point is held against the one before, block by block', () => {
    const points = planHistory([
      past(1, '0.27.0', [1014, 1009, 1020, 1011, 1017]),
      past(2, '0.28.0', [895, 899, 891, 902, 894]),
      past(3, '0.28.1', [896, 898, 892, 901, 893]),
    ]);
    expect(points.map(({ version, change }) => [version, change?.verdict])).toEqual([
      ['0.27.0', undefined],
      ['0.28.0', 'faster'],
      ['0.28.1', 'no-difference-shown'],
    ]);
  });

  test('other work under the same plan is not compared, and a run without a sample is no point', () => {
    const points = planHistory([
      past(1, '0.27.0', [100, 101, 100, 102]),
      past(2, '0.28.0', [], { medianMs: null, deviationMs: null }),
      past(3, '0.33.0', [200, 201, 200, 202], { digest: 'other' }),
    ]);
    expect(points.map(({ version, change }) => [version, change?.verdict])).toEqual([
      ['0.27.0', undefined],
      ['0.33.0', 'not-comparable'],
    ]);
  });

  test('plans belong together by their work, not by how often it is measured', () => {
    expect(workKey({ ...plan, repeats: 40, warmup: 3, extra: false })).toBe(workKey(plan));
    expect(workKey({ ...plan, values: { steps: 4, prompt: 'a' } })).toBe(workKey({ ...plan, values: { prompt: 'a', steps: 4 } }));
    expect(workKey({ ...plan, cold: true })).not.toBe(workKey(plan));
  });
});
