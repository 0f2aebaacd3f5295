import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnoseFile } from '../../../electron/incidents/diagnose-file.ts';
import { excerptOf } from '../../../electron/incidents/log/excerpt.ts';
import { createLogReaders } from '../../../electron/incidents/log-readers.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { boot, nodeError } from '../../fixtures/crash-logs/build-log.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const excerpt = async (text: string | Buffer, guilty: number[] = [], size = 1_000) => {
  const { parts, lineCount } = await excerptOf(pieces(Buffer.from(text), size), guilty);
  const lines = new Map(parts.flatMap(({ firstLine, lines: some }) => some.map((line, at) => [firstLine + at, line])));
  return { parts, lineCount, lines };
};
const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
const nothing = { exit: null, signal: null, outcome: null, version: null };

describe('what is kept of a log', () => {
  test.each([1, 7, 1_000, 100_000])(
    'its beginning, what surrounds the guilty lines, its end; in pieces of %i bytes',
    async (size) => {
      const { parts, lineCount, lines } = await excerpt(`${numbered(3_000)}\n`, [1_500], size);
      expect(lineCount).toBe(3_000);
      expect(parts.map(({ firstLine }) => firstLine)).toEqual([1, 1_475, 2_801]);
      for (const n of [1, 120, 1_475, 1_500, 1_512, 2_801, 3_000]) expect(lines.get(n)).toBe(`line ${n}`);
      for (const n of [121, 1_474, 1_513, 2_800, 3_001]) expect(lines.has(n)).toBe(false);
    },
  );

  test.each<[string, string, number, string | undefined]>([
    ['an empty one', '', 0, undefined],
    ['one without an end', 'a\nb', 2, 'b'],
    ['one with an end', 'a\nb\n', 2, 'b'],
    ['blank lines', '\n\n\n', 3, ''],
    ['a progress bar: what a terminal shows', 'a\n 10%|x\r 20%|y\r\n', 2, ' 20%|y'],
    ['colours', 'a\n\u001b[31mred\u001b[0m\n', 2, 'red'],
    ['Windows line ends', 'a\r\nb\r\n', 2, 'b'],
  ])('%s', async (_, text, count, last) => {
    const { lineCount, lines } = await excerpt(text);
    expect([lineCount, lines.get(count)]).toEqual([count, last]);
  });

  test('UTF-16 as text', async () => {
    const { lines } = await excerpt(Buffer.from(`\ufeff${numbered(3)}\n오류\n`, 'utf16le'), [], 64);
    expect(lines.get(4)).toBe('오류');
  });

  test('a line without end, and lines without number, are bounded; the guilty ones stay', async () => {
    const long = await excerpt(`a\n${'x'.repeat(3_000_000)}\nz\n`, [2]);
    expect(long.lines.get(2)?.length).toBeLessThanOrEqual(4_000);
    expect(long.lines.get(3)).toBe('z');
    const wide = await excerpt(Array.from({ length: 1_000 }, (_, at) => `${at} ${'y'.repeat(3_000)}`).join('\n'), [500]);
    expect([...wide.lines.values()].join('').length).toBeLessThanOrEqual(400_000);
    expect(wide.lines.get(500)).toMatch(/^499 /);
  });
});

test('a big log is read by a thread of its own, with the same answer', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'big.log');
  const failure = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample']);
  writeFileSync(file, `${boot().join('\n')}\n${'nothing of note happens here\n'.repeat(100_000)}${failure.join('\n')}\n`);
  const readers = createLogReaders(join(import.meta.dirname, '../../../electron/incidents/log-worker.ts'));
  const apart = await readers.read({ file }, nothing);
  expect(apart.diagnosis.cause).toBe('vram-oom');
  expect(apart).toEqual(await diagnoseFile({ file }, nothing));
  await expect(readers.read({ file: join(folder.path, 'gone.log'), to: 9_000_000 }, nothing)).rejects.toThrow('ENOENT');
  // All that is known from outside goes with it.
  const killed = { ...nothing, signal: 'SIGKILL', outcome: 'crashed' as const, memory: { isKernelKill: false, freeShare: 0.9 } };
  const decoding = { ...nothing, nodeClass: 'VAEDecode' };
  for (const known of [killed, decoding])
    expect((await readers.read({ file }, known)).diagnosis).toEqual((await diagnoseFile({ file }, known)).diagnosis);
  const cut = readers.read({ file, to: 5_000_000 }, nothing);
  const refused = expect(cut).rejects.toThrow('without an answer');
  await Promise.resolve();
  await readers.stop();
  await refused;
  await expect(readers.read({ file }, nothing)).rejects.toThrow('no more logs');
});

test('only the launch’s own part of a file is read, with its own numbers', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'two.log');
  const failure = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample']);
  const before = `${[...boot(), ...failure].join('\n')}\n`;
  const own = `${[...boot(), ...nodeError('KeyError: 1', ['custom_nodes/some-pack/nodes.py:run'])].join('\n')}\n`;
  writeFileSync(file, before + own + before);
  const [from, to] = [Buffer.byteLength(before), Buffer.byteLength(before + own)];
  const { diagnosis, parts } = await diagnoseFile({ file, from, to }, nothing);
  expect([diagnosis.cause, parts[0]?.firstLine]).toEqual(['custom-node-exception', 1]);
  expect((await diagnoseFile({ file, from, to: from }, nothing)).diagnosis.cause).toBe('none');
});
