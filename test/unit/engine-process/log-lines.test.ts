import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineDecoder, levelOf, maxLineLength, plainText } from '../../../electron/engine/log-lines.ts';

/** All lines of `bytes`, read in chunks of the given sizes. */
const decode = (bytes: Uint8Array, sizes: readonly number[] = [bytes.length]): string[] => {
  const decoder = createLineDecoder();
  const lines: string[] = [];
  let at = 0;
  for (const size of sizes) {
    lines.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
  }
  lines.push(...decoder.push(bytes.subarray(at)), ...decoder.finish());
  return lines;
};
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

describe('lines of a log', () => {
  it.each([
    ['plain', 'a\nb\n', ['a', 'b']],
    ['unfinished last line', 'a\nb', ['a', 'b']],
    ['empty lines stay, so that numbers agree with an editor', 'a\n\n\nb\n', ['a', '', '', 'b']],
    ['Windows line ends', 'a\r\nb\r\n', ['a', 'b']],
    ['doubled by a text-mode stream', 'a\r\r\n', ['a']],
    ['a progress bar', '\r  0%| | 0/2\r 50%|█| 1/2\r100%|██| 2/2\nnext\n', ['100%|██| 2/2', 'next']],
    ['a bar that is still running', 'x\n\r  0%| | 0/2\r 50%|█| 1/2', ['x', ' 50%|█| 1/2']],
    ['only returns', '\r\r\n', ['']],
    ['Hangul and emoji', '모델 로드 🎨\n', ['모델 로드 🎨']],
  ] as const)('%s', (_case, content, lines) => {
    expect(decode(text(content))).toEqual(lines);
  });

  it('reads the same whatever the chunks', () => {
    const pieces = fc.array(fc.constantFrom('가', '🎨', 'a', ' ', '\n', '\r', '\r\n', '\u001b[32m'), { maxLength: 60 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(7), { maxLength: 40 }), (parts, sizes) => {
        const bytes = text(parts.join(''));
        expect(decode(bytes, sizes)).toEqual(decode(bytes));
      }),
    );
  });

  it('replaces invalid bytes and goes on', () => {
    const bytes = Uint8Array.of(0x61, 0xff, 0xfe, 0x0a, 0xea, 0xb0, 0x0a, 0x62, 0x0a);
    expect(decode(bytes)).toEqual(['a\ufffd\ufffd', '\ufffd', 'b']);
    expect(decode(bytes, [1, 1, 1, 1, 1, 1, 1])).toEqual(decode(bytes));
  });

  it('cuts a 10 MB line, says how much is missing, and reads on', () => {
    const bytes = text(`before\n${'x'.repeat(10_000_000)}\nafter\n`);
    for (const sizes of [[bytes.length], Array.from({ length: 160 }, () => 65_536)]) {
      const [before, long, after] = decode(bytes, sizes);
      expect([before, after]).toEqual(['before', 'after']);
      expect(long).toBe(`${'x'.repeat(maxLineLength)} … (${10_000_000 - maxLineLength} characters more)`);
    }
  });

  it('folds a progress bar of many megabytes to its last state', () => {
    const bar = Array.from({ length: 100_000 }, (_, step) => `\r step ${step} of 100000 |████████████████████|`).join('');
    const bytes = text(`${bar}\nnext\n`);
    expect(
      decode(
        bytes,
        Array.from({ length: 200 }, () => 32_768),
      ),
    ).toEqual([' step 99999 of 100000 |████████████████████|', 'next']);
  });
});

describe('how serious a line is', () => {
  it.each([
    ['\u001b[32m[INFO]\u001b[0m got prompt', 'info'],
    ['\u001b[1m\u001b[33m[WARNING]\u001b[0m low', 'warning'],
    ['\u001b[1m\u001b[31m[ERROR]\u001b[0m bad', 'error'],
    ['\u001b[1m\u001b[35m[CRITICAL]\u001b[0m worse', 'critical'],
    ['\u001b[36m[DEBUG]\u001b[0m detail', 'debug'],
    ['[INFO] without colours', 'info'],
    ['100%|██| 20/20 [00:01<00:00]\u001b[1m\u001b[31m[ERROR]\u001b[0m glued to a bar', 'error'],
    ['got prompt', 'none'],
    ['a line that mentions [ERROR] in its middle', 'none'],
    ['Traceback (most recent call last):', 'error'],
    ['!!! Exception during processing !!! boom', 'error'],
    ['torch.OutOfMemoryError: CUDA out of memory.', 'error'],
    ['WARNING: some comfy_extras/ nodes did not import correctly.', 'warning'],
    ['Fatal Python error: Segmentation fault', 'critical'],
    ['  File "x.py", line 1, in f', 'none'],
  ] as const)('%j: %s', (line, level) => {
    expect(levelOf(line)).toBe(level);
  });
});

it('matches against the text alone', () => {
  expect(plainText('\u001b[32m[INFO]\u001b[0m \u001b[32mPrompt executed in 0.16 seconds\u001b[0m')).toBe(
    '[INFO] Prompt executed in 0.16 seconds',
  );
});
