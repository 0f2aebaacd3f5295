import { describe, expect, test } from 'vitest';
import { judgeCaches, seededNodes } from '../../../electron/benchmarks/cached-nodes.ts';
import { comparePrompts } from '../../../electron/benchmarks/compare-prompts.ts';
import { fillSeeds, planBlocks } from '../../../electron/benchmarks/plan-blocks.ts';
import { timePrompt } from '../../../electron/benchmarks/time-prompt.ts';
import type { EngineMessage } from '../../../electron/engine/client-types.ts';
import type { Exact } from '../../../electron/lib/exact-json.ts';
import { AppError } from '../../../shared/app-error.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';

const plan = { template: 'sd15', configurations: [{ name: 'a' }, { name: 'b', flags: ['--lowvram'] }], repeats: 10, warmup: 1 };

describe('reading a plan', () => {
  test('what may be left out has its value', () => {
    expect(readBenchmarkPlan(plan)).toMatchObject({ values: {}, cold: false, extra: false, configurations: [{ flags: [] }, {}] });
  });

  test.each<[string, unknown[], string[]]>([
    ['words', ['--reserve-vram', '2'], ['--reserve-vram', '2']],
    ['one text', ['--reserve-vram 2'], ['--reserve-vram', '2']],
    ['an equals sign stays', ['--reserve-vram=2'], ['--reserve-vram=2']],
    ['an object', [{ flag: '--reserve-vram', value: 2 }], ['--reserve-vram', '2']],
    ['an object without a value', [{ flag: '--lowvram', value: null }], ['--lowvram']],
    ['a number as a word', ['--speed', 12], ['--speed', '12']],
  ])('flags as %s', (_name, flags, words) => {
    expect(readBenchmarkPlan({ ...plan, configurations: [{ name: 'a', flags }] }).configurations[0]?.flags).toEqual(words);
  });

  test('seeds keep every digit', () => {
    expect(readBenchmarkPlan({ ...plan, seeds: ['18446744073709551615', 7] }).seeds).toEqual(['18446744073709551615', '7']);
  });

  test.each<[string, unknown, string]>([
    ['no object', [], 'wrong at “$”: there stands “[…]”, where something like “{…}” belongs'],
    ['no configurations', { ...plan, configurations: [] }, 'wrong at “configurations”'],
    ['nothing at all', undefined, 'lacks “$”'],
    ['no template', { configurations: [{ name: 'a' }] }, 'lacks “template”, where something like “"sd15"” belongs'],
    [
      'a configuration that is none',
      { ...plan, configurations: [{ name: 'a' }, 'b'] },
      'wrong at “configurations[1]”: there stands “"b"”',
    ],
    ['a name that is none', { ...plan, configurations: [{ name: 5 }] }, 'wrong at “configurations[0].name”: there stands “5”'],
    ['a blank name', { ...plan, configurations: [{ name: '  ' }] }, 'wrong at “configurations[0].name”: there stands “"  "”'],
    [
      'a huge name',
      { ...plan, configurations: [{ name: 'x'.repeat(1e6) }] },
      '“configurations[0].name”: 1000000 characters or entries, where 80',
    ],
    ['a huge template', { ...plan, template: 'x'.repeat(1e6) }, 'too large at “template”: 1000000 characters'],
    [
      'a huge profile',
      { ...plan, configurations: [{ name: 'a', profile: 'x'.repeat(1e6) }] },
      'too large at “configurations[0].profile”',
    ],
    [
      'a huge engine',
      { ...plan, configurations: [{ name: 'a', engine: 'x'.repeat(1e6) }] },
      'too large at “configurations[0].engine”',
    ],
    ['too many configurations', { ...plan, configurations: Array(21).fill({ name: 'a' }) }, 'too large at “configurations”: 21'],
    ['a huge word that no plan knows', { ...plan, ['y'.repeat(1e6)]: 1 }, `“${'y'.repeat(59)}…” at “$”`],
    ['a huge value name', { ...plan, values: { ['y'.repeat(1e6)]: 1 } }, `“${'y'.repeat(59)}…” at “values”`],
    [
      'a value that is a list',
      { ...plan, values: { steps: [1] } },
      'wrong at “values.steps”: there stands “[…]”, where something like “"…", 10, true”',
    ],
    [
      'a value beyond all numbers',
      { ...plan, values: { steps: Number.POSITIVE_INFINITY } },
      'wrong at “values.steps”: there stands “Infinity”',
    ],
    [
      'repeats beyond all counts',
      { ...plan, repeats: 1e300 },
      'wrong at “repeats”: there stands “1e+300”, where something like “1…200” belongs',
    ],
    ['repeats in part', { ...plan, repeats: 2.5 }, 'wrong at “repeats”: there stands “2.5”'],
    ['warm-ups below zero', { ...plan, warmup: -1 }, 'wrong at “warmup”: there stands “-1”, where something like “0…20” belongs'],
    [
      'a seed in part',
      { ...plan, seeds: [1, 0.5] },
      'wrong at “seeds[1]”: there stands “0.5”, where something like “0…18446744073709551615” belongs',
    ],
    [
      'a switch that is a text',
      { ...plan, cold: 'yes' },
      'wrong at “cold”: there stands “"yes"”, where something like “true, false” belongs',
    ],
    [
      'a flag after one that is two words',
      { ...plan, configurations: [{ name: 'a', flags: ['--reserve-vram 2', null] }] },
      'wrong at “configurations[0].flags[1]”: there stands “null”',
    ],
    [
      'a flag without a name',
      { ...plan, configurations: [{ name: 'a', flags: [{ value: 2 }] }] },
      'lacks “configurations[0].flags[0].flag”',
    ],
    [
      'a flag with a list as its value',
      { ...plan, configurations: [{ name: 'a', flags: [{ flag: '--speed', value: [2] }] }] },
      'wrong at “configurations[0].flags[0].value”',
    ],
    [
      'a flag with more to it',
      { ...plan, configurations: [{ name: 'a', flags: [{ flag: '--speed', values: 2 }] }] },
      'says “values” at “configurations[0].flags[0]”',
    ],
    [
      'something left out that is no flag',
      { ...plan, configurations: [{ name: 'a', without: ['lowvram'] }] },
      'wrong at “configurations[0].without[0]”: there stands “"lowvram"”, where something like “"--…"” belongs',
    ],
    ['a name twice', { ...plan, configurations: [{ name: 'a' }, { name: 'a' }] }, 'are called “a”'],
    [
      'a flag that is none',
      { ...plan, configurations: [{ name: 'a', flags: [true] }] },
      'wrong at “configurations[0].flags[0]”: there stands “true”',
    ],
    ['repeats that are no number', { ...plan, repeats: '10' }, 'wrong at “repeats”: there stands “"10"”'],
    ['no repeats at all', { ...plan, repeats: 0 }, 'wrong at “repeats”: there stands “0”'],
    ['an unknown word', { ...plan, repeat: 10 }, 'says “repeat” at “$”'],
    ['a seed twice', { ...plan, seeds: [1, '01'] }, 'A seed is in the plan twice'],
    ['extra runs from another count', { ...plan, repeats: 5, extra: true }, 'begins with 10 runs'],
  ])('%s is refused with its place', (_name, content, wanted) => {
    const read = (): unknown => readBenchmarkPlan(content);
    expect(read).toThrow(AppError);
    expect(read).toThrow(wanted);
    expect(read).toThrow(/^.{0,500}$/);
  });
});

describe('blocks', () => {
  const seedsOf = (count: number, first = 1): string[] => Array.from({ length: count }, (_, place) => String(first + place));
  const wish = { cells: 3, from: 0, to: 12, warmup: 1, seeds: seedsOf(12), warmupSeeds: seedsOf(1, 100), seed: 5 };

  test('every configuration has every seed once, in its own order of rounds, and warm-ups have none of them', () => {
    const blocks = planBlocks(wish);
    for (const cell of [0, 1, 2]) {
      const mine = blocks.filter((block) => block.cell === cell);
      expect(mine.flatMap(({ seeds }) => seeds)).toEqual(wish.seeds);
      expect(mine.every(({ warmups }) => warmups.join() === '100')).toBe(true);
    }
    for (let at = 0; at < blocks.length; at += 3)
      expect(new Set(blocks.slice(at, at + 3).map(({ cell }) => cell))).toEqual(new Set([0, 1, 2]));
  });

  test('the order is random, and the same for the same seed', () => {
    expect(planBlocks(wish)).toEqual(planBlocks(wish));
    const orders = seedsOf(20).map((seed) =>
      planBlocks({ ...wish, seed: Number(seed) })
        .map(({ cell }) => cell)
        .join(''),
    );
    expect(new Set(orders).size).toBeGreaterThan(5);
  });

  test.each([
    [1, 1],
    [2, 2],
    [4, 4],
    [6, 5],
    [10, 5],
    [40, 20],
  ])('%i samples are taken in %i rounds', (to, rounds) => {
    expect(planBlocks({ ...wish, cells: 1, to, seeds: seedsOf(to) })).toHaveLength(rounds);
  });

  test('each second round goes the other way, and blocks of a round are known by its first sample', () => {
    const blocks = planBlocks({ ...wish, to: 8, seeds: seedsOf(8) });
    const orderOf = (round: number): number[] => blocks.slice(round * 3, round * 3 + 3).map(({ cell }) => cell);
    expect(orderOf(1)).toEqual(orderOf(0).toReversed());
    expect(orderOf(3)).toEqual(orderOf(2).toReversed());
    expect(blocks.map(({ round, seeds }) => [String(round + 1), seeds[0]]).every(([place, seed]) => place === seed)).toBe(true);
    const more = planBlocks({ ...wish, from: 8, to: 12, seeds: seedsOf(12) });
    expect(new Set(more.map(({ round }) => round))).toEqual(new Set([8, 9, 10, 11]));
  });

  test('extra runs go on where the others ended', () => {
    const blocks = planBlocks({ ...wish, cells: 1, from: 10, to: 12 });
    expect(blocks.flatMap(({ seeds }) => seeds)).toEqual(['11', '12']);
  });

  test('seeds that are missing are filled up with others', () => {
    expect(fillSeeds(['2', '18446744073709551615'], 5, { min: 0n, max: 2n ** 64n })).toEqual([
      '2',
      '18446744073709551615',
      '0',
      '1',
      '3',
    ]);
    expect(fillSeeds(['5', '6', '7'], 2, { min: 0n, max: 9n })).toEqual(['5', '6']);
    expect(() => fillSeeds([], 3, { min: 0n, max: 1n })).toThrow(RangeError);
  });
});

const graph: { [node: string]: Exact } = {
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'x', clip: ['4', 1] } },
  '3': { class_type: 'KSampler', inputs: { seed: 1, model: ['4', 0], positive: ['6', 0] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
};
const seed = {
  key: 'seed',
  type: 'seed' as const,
  targets: ['/3/inputs/seed'],
  default: 1,
  label: { en: 'Seed', ko: '시드' },
  help: { en: 'Seed.', ko: '시드.' },
};

test('what follows from the seed is what takes it and all that comes after', () => {
  expect(seededNodes({ graph, parameters: [seed] })).toEqual(new Set(['3', '8']));
  expect(seededNodes({ graph, parameters: [] })).toEqual(new Set());
});

test('samples answered from cache, or cached otherwise than the others, do not count', () => {
  const sample = (number: number, cachedNodes: string[], isWarmup = false) => ({
    number,
    cachedNodes,
    isWarmup,
    outcome: 'ok' as const,
  });
  const taken = [sample(0, [], true), sample(1, ['4', '6']), sample(2, ['6', '4']), sample(3, ['4', '6', '3']), sample(4, [])];
  const judged = judgeCaches(taken, new Set(['3', '8']), false);
  expect([...judged]).toEqual([
    [3, 'cachedResult'],
    [4, 'cachedOtherwise'],
  ]);
  // Cold samples have nothing cached, and agree in that.
  expect(judgeCaches([sample(0, []), sample(1, [])], new Set(['3']), true).size).toBe(0);
  // Where all of them were warm although they were to be cold, none of them counts.
  expect([...judgeCaches([sample(0, ['4']), sample(1, ['4']), sample(2, ['4'], true)], new Set(['3']), true)]).toEqual([
    [0, 'notCold'],
    [1, 'notCold'],
  ]);
});

test('prompts are compared input by input', () => {
  const text = JSON.stringify(graph);
  const other = text.replace('a.safetensors', 'b.safetensors');
  expect(comparePrompts(text, text)).toEqual([]);
  expect(comparePrompts(text, other)).toEqual([
    { node: '4', input: 'ckpt_name', first: '"a.safetensors"', other: '"b.safetensors"' },
  ]);
});

test('messages tell the time of nodes, steps and loaders, and nothing of other prompts', () => {
  const p = 'mine';
  const at = (ms: number, message: EngineMessage) => ({ at: ms, message });
  const heard = [
    at(0, { type: 'start', promptId: p, at: 0 }),
    at(5, { type: 'executing', promptId: p, node: '4' }),
    at(105, { type: 'executing', promptId: p, node: '3' }),
    at(110, { type: 'executing', promptId: 'other', node: '9' }),
    at(155, { type: 'progress', promptId: p, node: '3', value: 1, max: 3 }),
    at(255, { type: 'progress', promptId: p, node: '3', value: 3, max: 3 }),
    at(265, { type: 'executing', promptId: p, node: '8' }),
    at(300, { type: 'executing', promptId: p, node: null }),
  ];
  const classOf = (node: string): string => ({ '4': 'CheckpointLoaderSimple', '3': 'KSampler', '8': 'VAEDecode' })[node] ?? '';
  const { nodes, stepMs, loadMs, endedAt } = timePrompt(heard, p, classOf);
  expect(nodes?.map(({ id, ms }) => [id, ms])).toEqual([
    ['4', 100],
    ['3', 160],
    ['8', 35],
  ]);
  expect([stepMs, loadMs, endedAt]).toEqual([[50, 50, 50], 100, 300]);
  // The engine's own clock is 1,000 ahead; its first message came at once, the later ones were late.
  const late = [
    at(0, { type: 'start', promptId: p, at: 1_000 }),
    at(40, { type: 'cached', promptId: p, nodes: [], at: 1_003 }),
    at(45, { type: 'executing', promptId: p, node: '4' }),
    at(105, { type: 'executing', promptId: p, node: '3' }),
    at(290, { type: 'success', promptId: p, at: 1_250 }),
    at(300, { type: 'executing', promptId: p, node: null }),
  ];
  expect(timePrompt(late, p, classOf).nodes?.map(({ id, ms }) => [id, ms])).toEqual([
    ['4', 102],
    ['3', 145],
  ]);
  // All that followed the first message was half a second late, past the engine's own end.
  const later = late.map((one, place) => (place < 2 ? one : { ...one, at: one.at + 500 }));
  expect(timePrompt(later, p, classOf).nodes?.reduce((sum, { ms }) => sum + ms, 0)).toBe(247);
  // A socket that opened in the middle has not heard all of it.
  expect(timePrompt(heard.slice(2), p, classOf).nodes).toBeNull();
});
