import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createGivenLogs, mostGiven } from '../../../electron/web/given-logs.ts';
import { maxLogBytes } from '../../../shared/addresses.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const plenty = { freeBytesOf: () => Promise.resolve(1e12) };
const file = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
const keyOf = (given: Promise<unknown>): Promise<string> =>
  given.then(
    () => 'taken',
    (error: unknown) => String(Reflect.get(Object(error), 'key')),
  );

test('a log lies in the data folder while it is read, and is gone whether that went well or not', async () => {
  await using temp = await tempFolder();
  const folder = join(temp.path, 'given-logs');
  const logs = createGivenLogs(folder);
  const text = await logs.hold([Buffer.from('one\n')], 4, async (path) => {
    expect(path.startsWith(folder)).toBe(true);
    return readFileSync(path, 'utf8');
  });
  expect(text).toBe('one\n');
  await expect(logs.hold([Buffer.from('x')], 1, () => Promise.reject(new Error('odd')))).rejects.toThrow('odd');
  expect(readdirSync(folder)).toEqual([]);
});

test('what a host that was killed left behind is removed at the start of the next', async () => {
  await using temp = await tempFolder();
  const folder = join(temp.path, 'given-logs');
  mkdirSync(folder);
  writeFileSync(join(folder, '7.log'), 'left');
  createGivenLogs(folder);
  expect(existsSync(join(folder, '7.log'))).toBe(false);
});

test('many at once: only so many are held, and the place of each that is done is free again', async () => {
  await using temp = await tempFolder();
  const logs = createGivenLogs(join(temp.path, 'given-logs'));
  const gate = Promise.withResolvers<void>();
  const held = Array.from({ length: mostGiven }, () => logs.hold([Buffer.from('x')], 1, () => gate.promise));
  expect(await keyOf(logs.hold([Buffer.from('x')], 1, () => Promise.resolve()))).toBe('logsTooMany');
  gate.resolve();
  await Promise.all(held);
  expect(await keyOf(logs.hold([Buffer.from('x')], 1, () => Promise.resolve()))).toBe('taken');
});

test('many bytes at once: the sum is bounded too, whatever was announced', async () => {
  await using temp = await tempFolder();
  const logs = createGivenLogs(join(temp.path, 'given-logs'), { ...plenty, sink: file }, 10);
  const gate = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  const held = [
    logs.hold([Buffer.alloc(8)], 0, () => {
      isRead.resolve();
      return gate.promise;
    }),
  ];
  await isRead.promise;
  expect(await keyOf(logs.hold([Buffer.alloc(3)], 3, () => Promise.resolve()))).toBe('logsTooMuch');
  expect(await keyOf(logs.hold([Buffer.alloc(3)], 0, () => Promise.resolve()))).toBe('logsTooMuch');
  expect(await keyOf(logs.hold([], maxLogBytes + 1, () => Promise.resolve()))).toBe('logTooLarge');
  expect(await keyOf(logs.hold([Buffer.alloc(2)], 0, () => Promise.resolve()))).toBe('taken');
  gate.resolve();
  await Promise.all(held);
});

describe('more at once than fits costs only as many as do not fit', () => {
  /** Comes a byte each time that all of them have come as far. */
  const together = (count: number) => {
    let waiting: (() => void)[] = [];
    let left = count;
    const step = (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length < left) return;
        for (const go of waiting) go();
        waiting = [];
      });
    return async function* (bytes: number) {
      try {
        for (let n = 0; n < bytes; n++) {
          await step();
          yield Buffer.alloc(1);
        }
      } finally {
        left--;
        const isAll = waiting.length >= left;
        if (isAll) for (const go of waiting) go();
        if (isAll) waiting = [];
      }
    };
  };
  const outcomes = async (announced: number, mostBytes: number, freeBytes = 1e12): Promise<string[]> => {
    await using temp = await tempFolder();
    const disk = { freeBytesOf: () => Promise.resolve(freeBytes), sink: file };
    const logs = createGivenLogs(join(temp.path, 'given-logs'), disk, mostBytes);
    const stream = together(announced > 0 ? 2 : 3);
    return Promise.all([0, 1, 2].map(() => keyOf(logs.hold(stream(4), announced, () => Promise.resolve()))));
  };

  test('as announced: the last is refused before any of it comes', async () =>
    expect(await outcomes(4, 10)).toEqual(['taken', 'taken', 'logsTooMuch']));
  test('nothing announced: one gives way to the others', async () =>
    expect((await outcomes(0, 10)).sort()).toEqual(['logsTooMuch', 'taken', 'taken']));
  test('on the disk: what others announced counts though it has yet to come', async () =>
    expect(await outcomes(4, 12, 256 * 1024 * 1024 + 8)).toEqual(['taken', 'taken', 'logNoRoom']));
});

test.each<[string, { freeBytesOf: () => Promise<number>; sink: (path: string) => Writable }]>([
  ['before it came', { freeBytesOf: () => Promise.resolve(1_000_000), sink: file }],
  [
    'in the middle of it',
    {
      ...plenty,
      sink: () =>
        new Writable({
          write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
        }),
    },
  ],
])('a full disk is a sentence of its own: %s', async (_when, disk) => {
  await using temp = await tempFolder();
  const logs = createGivenLogs(join(temp.path, 'given-logs'), disk);
  const given = logs.hold([Buffer.from('x')], 1, () => Promise.resolve());
  await expect(given).rejects.toMatchObject({ code: 'storage', key: 'logNoRoom' });
});
