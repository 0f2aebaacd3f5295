import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalog } from '../../../electron/incidents/catalog/catalog.ts';
import { createAnchorScanner, shortestAnchor } from '../../../electron/incidents/log/anchor-scanner.ts';
import { markAnchors } from '../../../electron/incidents/log/markers.ts';
import { maxTextLength, plainLine } from '../../../electron/incidents/log/plain-line.ts';
import { boot, goodJob, nodeError, offloading } from '../../fixtures/crash-logs/build-log.ts';
import { diagnoseLines } from './diagnose-lines.ts';

const folder = join(import.meta.dirname, '../../../electron/incidents');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** Every pattern written in the sources of this part, without its slashes. */
const patterns = sources.flatMap((file) =>
  [
    ...readFileSync(join(folder, file), 'utf8').matchAll(
      /(?<=[\s(,[!=|&])\/((?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/[a-z]*(?=[\s,.)\];]|$)/gm,
    ),
  ].map(([, source = '']) => source),
);

test('no pattern repeats what already repeats', () => {
  expect(patterns.length).toBeGreaterThan(100);
  // A group with an unbounded repetition inside that is itself repeated without bound: the one shape that explodes.
  const nested = /\((?:[^()\\]|\\.)*(?:[+*]|\{\d+,\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\})/;
  const isHarmless = (source: string): boolean => !nested.test(source.replace(/\[(?:[^\]\\]|\\.)*\]/g, 'x'));
  // Here a sign that the repeated part cannot hold stands between two rounds.
  const separated = new Set([
    '^(?:\\[\\d{1,2}(?:;\\d{1,3})*m)+',
    '^((?:[A-Za-z_]\\w*\\.)*[A-Za-z_]\\w*)(?:: ?(.*))?$',
    '^v?(\\d+(?:\\.\\d+)*)',
    '^\\* ([\\w.()+| -]{1,120}) (\\d+(?::\\d+)*):$',
  ]);
  expect(patterns.filter((source) => !isHarmless(source) && !separated.has(source))).toEqual([]);
});

test('rules see lines of bounded length', () => {
  expect(plainLine('x'.repeat(5_000_000)).text.length).toBe(maxTextLength);
});

test('lines made to mislead every rule end in an answer', async () => {
  const anchors = catalog.flatMap(({ all = [], any = [], not = [] }) =>
    [...all, ...any, ...not].flatMap(({ anchors: words }) => words),
  );
  const lines = anchors.flatMap((anchor) => [
    anchor.repeat(Math.ceil(maxTextLength / anchor.length)),
    `${anchor}${' '.repeat(maxTextLength)}x`,
    `${anchor}${"'a".repeat(maxTextLength / 2)}`,
  ]);
  const diagnosis = await diagnoseLines({ lines: [...boot(), 'got prompt', ...lines, ...nodeError('ValueError: x')] });
  expect(diagnosis.failed).toBe(true);
});

test('a flood of one message keeps memory and answer', async () => {
  const flood = Array.from({ length: 60_000 }, (_, at) => `aimdo: something failed again with CUDA error ${at % 7}`);
  const lines = [...boot(), ...nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample'], flood)];
  expect(await diagnoseLines({ lines })).toMatchObject({
    cause: 'vram-oom',
    exception: 'torch.OutOfMemoryError: Allocation on device',
  });
});

test('a life so long that its beginning is gone leaves the next one its own boot lines', async () => {
  const before = Array.from({ length: 250_000 }, () => goodJob()).flat();
  const [, ...bootFromMemory] = boot({ extra: offloading });
  expect(bootFromMemory[0]).toMatch(/^Total VRAM/);
  const failure = nodeError('torch.AcceleratorError: CUDA error: unknown error', ['comfy/ops.py:cast_bias_weight']);
  const lines = [...before, ...bootFromMemory, ...failure];
  expect((await diagnoseLines({ lines })).cause).toBe('cuda-unknown-error-async-offload');
});

test('the scanner finds what is there, wherever it lies, and nothing else', () => {
  const anchors = new Map([
    ['got prompt', 2],
    ['CUDA error', 1],
    ['error: out', 4],
    ['too', 1],
  ]);
  const scanner = createAnchorScanner(anchors);
  const lines = [
    'got prompt',
    'x got prompt',
    'GOT PROMPT!',
    'cuda Error: out of',
    'got promp',
    'CUDA  error',
    '',
    'CUDA err',
    'or too',
    'ggot prompt',
  ];
  const bytes = Buffer.from(`${lines.join('\n')}\ntail CUDA error`);
  const found: number[] = [];
  const rest = scanner.scan(bytes, 0, (_begin, _end, bits) => found.push(bits));
  expect(found).toEqual([2, 2, 2, 5, 0, 0, 0, 0, 0, 2]);
  expect(scanner.bitsOf(bytes, rest, bytes.length)).toBe(1);
});

test('what the scanner leaves out is not needed to find a failure', () => {
  expect(markAnchors.filter((anchor) => anchor.length < shortestAnchor)).toEqual([]);
  const blind = catalog.filter(({ all = [], any = [], testAnchors = [], applies, exit }) => {
    const words = [...[...all, ...any].flatMap(({ anchors }) => anchors), ...testAnchors];
    return words.length > 0 && !exit?.isEnough && applies !== 'outside' && words.every((word) => word.length < shortestAnchor);
  });
  expect(blind.map(({ id }) => id)).toEqual([]);
});
