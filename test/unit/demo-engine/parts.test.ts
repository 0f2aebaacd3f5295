import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillTokens, highestNumber, isInside } from '../../../electron/demo-engine/folders.ts';
import { refusedOrigin } from '../../../electron/demo-engine/http/origin.ts';
import { readRange } from '../../../electron/demo-engine/http/send-file.ts';
import { progressBar } from '../../../electron/demo-engine/progress-bar.ts';
import { Heap } from '../../../electron/demo-engine/prompt/heap.ts';

describe('small parts', () => {
  test('the heap gives items in order, whatever was put in or taken out', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(fc.nat()), (items, removals) => {
        const heap = new Heap<number>((a, b) => a < b);
        const left = [...items];
        for (const item of items) heap.push(item);
        for (const at of removals) {
          const item = heap.items[at % Math.max(1, heap.items.length)];
          if (item === undefined) continue;
          heap.remove((other) => other === item);
          left.splice(left.indexOf(item), 1);
        }
        const out: number[] = [];
        for (let item = heap.pop(); item !== undefined; item = heap.pop()) out.push(item);
        expect(out).toEqual(left.sort((a, b) => a - b));
      }),
    );
  });

  test('the heap lies in its array as the one of Python does', () => {
    const heap = new Heap<number>((a, b) => a < b);
    for (const item of [5, 3, 8, 1, 9, 2, 7]) heap.push(item);
    expect(heap.items).toEqual([1, 3, 2, 5, 9, 8, 7]);
    heap.remove((item) => item === 3);
    expect(heap.items).toEqual([1, 2, 5, 9, 8, 7]);
    expect(heap.pop()).toBe(1);
  });

  test('the progress bar is drawn in eighths', () => {
    expect(progressBar(0, 20, 0, null)).toBe('  0%|          | 0/20 [00:00<?, ?it/s]');
    expect(progressBar(1, 4, 3.6, 3.63)).toBe(' 25%|██▌       | 1/4 [00:03<00:10,  3.63s/it]');
    expect(progressBar(20, 20, 65, 0.05)).toBe('100%|██████████| 20/20 [01:05<00:00, 20.00it/s]');
  });

  test('numbers and tokens of file names', () => {
    expect(highestNumber('a', ['a_00007_.png', 'a_00012.txt', 'b_00099_.png', 'a_x_.png', 'ab_00050_.png'])).toBe(12);
    expect(highestNumber('a', [])).toBe(0);
    expect(
      fillTokens(
        '%year%-%month%-%day% %hour%%minute%%second% %width%x%height% %date:x% %batch_num%',
        8,
        9,
        new Date(2026, 0, 2, 3, 4, 5),
      ),
    ).toBe('2026-01-02 030405 8x9 %date:x% %batch_num%');
    expect([isInside('/a/b', '/a/b'), isInside('/a/b', '/a/b/..c'), isInside('/a/b', '/a/bc'), isInside('/a/b', '/a')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    [{ host: '127.0.0.1:8188' }, false],
    [{ host: '127.0.0.1:8188', origin: 'http://127.0.0.1:8188' }, false],
    [{ host: '127.0.0.1:8188', origin: 'http://127.0.0.1' }, false],
    [{ host: '127.0.0.1:8188', origin: 'null' }, false],
    [{ host: '127.0.0.1:8188', origin: 'file://' }, false],
    [{ host: 'example.com', origin: 'http://evil.com' }, false],
    [{ host: '[::1]:8188', origin: 'http://[::1]:8188' }, false],
    [{ host: '127.0.0.1:8188', origin: 'http://127.0.0.1:5173' }, true],
    [{ host: '127.0.0.1:8188', origin: 'http://localhost:8188' }, true],
    [{ host: 'localhost:8188', origin: 'http://evil.com' }, true],
    [{ host: '[::1]:8188', origin: 'http://evil.com' }, true],
    [{ host: 'example.com', site: 'cross-site' }, true],
  ])('%j is refused: %s', (headers, isRefused) => {
    expect(refusedOrigin(headers) !== null).toBe(isRefused);
  });

  test('ranges', () => {
    expect(readRange('bytes=0-0', 10)).toEqual([0, 0]);
    expect(readRange('bytes=5-', 10)).toEqual([5, 9]);
    expect(readRange('bytes=-3', 10)).toEqual([7, 9]);
    expect(readRange('bytes=5-99', 10)).toEqual([5, 9]);
    expect(readRange('bytes=10-', 10)).toBe('wrong');
    expect(readRange('lines=1-2', 10)).toBeNull();
    expect(readRange(undefined, 10)).toBeNull();
  });
});
