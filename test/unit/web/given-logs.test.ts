import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
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
  expect(await keyOf(logs.hold([Buffer.alloc(3)], 3, () => Promise.resolve()))).toBe('logsTooMany');
  expect(await keyOf(logs.hold([Buffer.alloc(3)], 0, () => Promise.resolve()))).toBe('logsTooMany');
  expect(await keyOf(logs.hold([], maxLogBytes + 1, () => Promise.resolve()))).toBe('logTooLarge');
  expect(await keyOf(logs.hold([Buffer.alloc(2)], 0, () => Promise.resolve()))).toBe('taken');
  gate.resolve();
  await Promise.all(held);
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
