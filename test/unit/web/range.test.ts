import { expect, test } from 'vitest';
import { parseRange } from '../../../electron/web/range.ts';

test.each<[string | undefined, number, ReturnType<typeof parseRange>]>([
  [undefined, 100, null],
  ['', 100, null],
  ['bytes=0-9', 100, { start: 0, end: 9 }],
  ['bytes=0-0', 100, { start: 0, end: 0 }],
  ['bytes=99-', 100, { start: 99, end: 99 }],
  ['bytes=90-1000', 100, { start: 90, end: 99 }],
  ['bytes=-10', 100, { start: 90, end: 99 }],
  ['bytes=-1000', 100, { start: 0, end: 99 }],
  ['bytes=-0', 100, 'none'],
  ['bytes=100-', 100, 'none'],
  ['bytes=0-', 0, 'none'],
  ['bytes=-1', 0, 'none'],
  ['bytes=9-5', 100, null],
  ['bytes=-', 100, null],
  ['bytes=0-1,5-6', 100, null],
  ['items=0-1', 100, null],
  ['bytes=a-b', 100, null],
])('%j of %d bytes', (header, size, expected) => {
  expect(parseRange(header, size)).toEqual(expected);
});
