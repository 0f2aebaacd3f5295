import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ArtifactMissing, type CollectRequest, type OutputSource } from '../../../electron/artifacts/artifacts.ts';
import { createArtifacts } from '../../../electron/artifacts/create-artifacts.ts';
import { diskFiles, type StoreFiles } from '../../../electron/artifacts/store-files.ts';
import { openDatabase } from '../../../electron/db/database.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { OutputFile } from '../../../shared/artifact.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { jpeg, png } from './pictures.ts';

const attemptId = '0190a5e4-7c1e-7d3a-9b1c-2f4d6a8c0e12';
const other = '0190a5e4-7c1e-7d3a-9b1c-2f4d6a8c0e13';
const request = (more: Partial<CollectRequest> = {}): CollectRequest => ({
  jobId: '0190a5e4-7c1e-7d3a-9b1c-2f4d6a8c0e00',
  attemptId,
  template: 'demo',
  title: 'Demo',
  seed: '4444',
  createdAt: new Date(2026, 10, 30, 14, 5, 9).getTime(),
  files: [],
  texts: [],
  isPartial: false,
  ...more,
});
const output = (filename: string, node = '9', subfolder = 'hearth'): OutputFile => ({
  node,
  slot: 'images',
  filename,
  subfolder,
  type: 'output',
});

const open = async (files?: StoreFiles) => {
  const folder = await tempFolder();
  const dataDir = join(folder.path, 'data');
  const engine = join(folder.path, 'engine');
  await mkdir(dataDir);
  await mkdir(join(engine, 'output', 'hearth'), { recursive: true });
  await mkdir(join(engine, 'temp'));
  const db = openDatabase(':memory:');
  const source: OutputSource = {
    folders: { output: join(engine, 'output'), input: join(engine, 'input'), temp: join(engine, 'temp') },
    view: () => Promise.reject(new Error('a local engine is not asked')),
  };
  return {
    artifacts: createArtifacts({ db, dataDir, ...(files ? { files } : {}) }),
    source,
    dataDir,
    outputs: join(engine, 'output', 'hearth'),
    temp: join(engine, 'temp'),
    /** Files in the store, hidden ones too. */
    stored: async () =>
      (await readdir(join(dataDir, 'artifacts'), { recursive: true, withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted(),
    async [Symbol.asyncDispose]() {
      db.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};
const failure = async (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('collecting', () => {
  test('a batch, two nodes, a preview, a video and a text, in order', async () => {
    await using house = await open();
    const [first, second] = [png(64, 32, 'one'), png(64, 32, 'two')];
    await writeFile(join(house.outputs, 'a_00001_.png'), first);
    await writeFile(join(house.outputs, 'a_00002_.png'), second);
    await writeFile(join(house.outputs, 'a_00001.mp4'), 'video');
    await writeFile(join(house.temp, 'p_00001_.png'), png(8, 8));
    const files = [
      output('a_00001_.png'),
      output('a_00002_.png'),
      output('a_00001.mp4', '12'),
      { ...output('p_00001_.png', '20', ''), type: 'temp' as const },
      output('a_00001_.png'),
    ];
    const rows = await house.artifacts.collect(
      request({ files, texts: [{ node: '12', text: '한글 e\u0301\r\n' }] }),
      house.source,
    );

    expect(
      rows.map(({ node, index, kind, mime, width, height, bytes }) => [node, index, kind, mime, width, height, bytes]),
    ).toStrictEqual([
      ['9', 0, 'image', 'image/png', 64, 32, first.length],
      ['9', 1, 'image', 'image/png', 64, 32, second.length],
      ['12', 0, 'video', 'video/mp4', null, null, 5],
      ['20', 0, 'image', 'image/png', 8, 8, png(8, 8).length],
      ['12', 1, 'text', 'text/plain', null, null, 12],
    ]);
    for (const row of rows) {
      const bytes = await readFile(join(house.dataDir, row.path));
      expect(row.sha256).toBe(hash('sha256', bytes));
      expect(row.path).toBe(`artifacts/2026/11/30/${row.name}`);
      expect(row).toMatchObject({ attemptId, template: 'demo', isPartial: false });
    }
    expect(await readFile(join(house.dataDir, rows[4]?.path ?? ''), 'utf8')).toBe('한글 e\u0301\r\n');
    expect(rows[0]?.name).toMatch(/^2026-11-30_14-05-09_Demo_4444-1_[0-9a-f]{10}\.png$/);
    expect(await house.stored()).toStrictEqual(rows.map(({ name }) => name).toSorted());
  });

  test('again, after a crash in between: the same rows, no second set', async () => {
    await using house = await open();
    await writeFile(join(house.outputs, 'a.png'), png(8, 8));
    const wanted = request({ files: [output('a.png')] });
    const rows = await house.artifacts.collect(wanted, house.source);
    expect(await house.artifacts.collect(wanted, house.source)).toStrictEqual(rows);
    // The engine's copy is gone meanwhile: what was stored counts.
    await rm(join(house.outputs, 'a.png'));
    expect(await house.artifacts.collect(wanted, house.source)).toStrictEqual(rows);
    expect(await house.stored()).toHaveLength(1);
    expect(await house.artifacts.collect(request({ attemptId: other, files: [] }), house.source)).toStrictEqual([]);
  });

  test.each([
    ['a.png', png(8, 8), ['named', 'on disk']],
    ['a.mp4', Buffer.from('video'), ['on disk', 'named', 'on disk']],
    ['a.flac', Buffer.from('sound'), ['on disk', 'named', 'on disk']],
  ])(
    '%s has its readable name only once a cut one would be recognised, or cannot be cut any more',
    async (name, bytes, order) => {
      const done: string[] = [];
      await using house = await open({
        ...diskFiles,
        async syncFile(file) {
          await diskFiles.syncFile(file);
          done.push('on disk');
        },
        async rename(from, to) {
          await diskFiles.rename(from, to);
          done.push('named');
        },
      });
      await writeFile(join(house.outputs, name), bytes);
      await house.artifacts.collect(request({ files: [output(name)] }), house.source);
      expect(done).toEqual(order);
    },
  );

  test('two attempts in one second with one seed have names of their own', async () => {
    await using house = await open();
    await writeFile(join(house.outputs, 'a.png'), png(8, 8));
    const files = [output('a.png')];
    const [first] = await house.artifacts.collect(request({ files }), house.source);
    const [second] = await house.artifacts.collect(request({ attemptId: other, files }), house.source);
    expect(first?.name).not.toBe(second?.name);
    expect(await house.stored()).toHaveLength(2);
  });

  test('a file larger than what is read at once', async () => {
    await using house = await open();
    const bytes = Buffer.concat([jpeg(640, 480, 60_000), Buffer.alloc(3_000_000, 7), Buffer.from([0xff, 0xd9])]);
    await writeFile(join(house.outputs, 'a.jpg'), bytes);
    const [row] = await house.artifacts.collect(request({ files: [output('a.jpg')] }), house.source);
    expect(row).toMatchObject({ bytes: bytes.length, sha256: hash('sha256', bytes), width: 640, height: 480 });
    expect((await readFile(join(house.dataDir, row?.path ?? ''))).equals(bytes)).toBe(true);
  });

  test('the ending says what is inside', async () => {
    await using house = await open();
    await writeFile(join(house.outputs, 'a.webp'), jpeg(8, 8));
    await writeFile(join(house.outputs, 'b.html'), '<script>');
    await writeFile(join(house.outputs, 'noending'), 'x');
    const rows = await house.artifacts.collect(
      request({ files: ['a.webp', 'b.html', 'noending'].map((name) => output(name)) }),
      house.source,
    );
    expect(rows.map(({ name, mime, kind }) => [name.split('.')[1], mime, kind])).toStrictEqual([
      ['jpg', 'image/jpeg', 'image'],
      ['html', 'application/octet-stream', 'file'],
      [undefined, 'application/octet-stream', 'file'],
    ]);
  });

  test('an output folder that is a link, with blanks and Hangul', async () => {
    await using house = await open();
    const link = join(house.dataDir, '내 그림 $HOME');
    await symlink(join(house.outputs, '..'), link);
    await writeFile(join(house.outputs, 'a.png'), png(8, 8));
    const folders = { output: link, input: link, temp: link };
    expect(await house.artifacts.collect(request({ files: [output('a.png')] }), { ...house.source, folders })).toHaveLength(1);
  });
});

describe('what is gone or broken', () => {
  test.each<[string, string, Buffer | null]>([
    ['gone', 'a.png', null],
    ['empty', 'a.png', Buffer.alloc(0)],
    ['PNG without its end', 'a.png', png(64, 64).subarray(0, -12)],
    ['PNG cut in the middle', 'a.png', png(64, 64).subarray(0, 50)],
    ['JPEG without its end', 'a.jpg', jpeg(8, 8).subarray(0, -2)],
    ['a page instead of a picture', 'a.png', Buffer.from('<html>502</html>')],
    ['empty video', 'a.mp4', Buffer.alloc(0)],
  ])('%s: nothing of the set is kept', async (_name, name, bytes) => {
    await using house = await open();
    await writeFile(join(house.outputs, 'good.png'), png(8, 8));
    if (bytes) await writeFile(join(house.outputs, name), bytes);
    const error = await failure(house.artifacts.collect(request({ files: [output('good.png'), output(name)] }), house.source));
    expect(error).toBeInstanceOf(ArtifactMissing);
    expect(await house.stored()).toStrictEqual([]);
  });

  test('a folder in place of a file', async () => {
    await using house = await open();
    await mkdir(join(house.outputs, 'a.png'));
    expect(await failure(house.artifacts.collect(request({ files: [output('a.png')] }), house.source))).toBeInstanceOf(
      ArtifactMissing,
    );
  });

  test('a path outside is refused before anything is read', async () => {
    await using house = await open();
    await writeFile(join(house.dataDir, 'token'), 'secret');
    const files = [output('token', '9', '../../data')];
    expect(await failure(house.artifacts.collect(request({ files }), house.source))).toMatchObject({ key: 'outputPathRefused' });
    const view = () => Promise.reject(new Error('asked'));
    expect(await failure(house.artifacts.collect(request({ files }), { folders: null, view }))).toMatchObject({
      key: 'outputPathRefused',
    });
    expect(await house.stored()).toStrictEqual([]);
  });
});

describe('an engine elsewhere', () => {
  async function* stream(...chunks: (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      if (chunk instanceof Error) throw chunk;
      yield chunk;
    }
  }

  test('bytes come over HTTP, whatever their pieces', async () => {
    await using house = await open();
    const bytes = png(64, 32);
    const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    const asked: unknown[] = [];
    const view: OutputSource['view'] = async (file) => {
      asked.push(file);
      return stream(...pieces);
    };
    const [row] = await house.artifacts.collect(request({ files: [output('a.png', '9', 'hearth\\x')] }), { folders: null, view });
    expect(row).toMatchObject({ width: 64, height: 32, sha256: hash('sha256', bytes) });
    expect(asked).toMatchObject([{ filename: 'a.png', subfolder: 'hearth\\x', type: 'output' }]);
  });
  test('not there any more', async () => {
    await using house = await open();
    const error = await failure(
      house.artifacts.collect(request({ files: [output('a.png')] }), { folders: null, view: async () => null }),
    );
    expect(error).toBeInstanceOf(ArtifactMissing);
  });
  test('a connection that breaks stays that error, and leaves nothing', async () => {
    await using house = await open();
    const broken = new Error('socket hang up');
    const view = async () => stream(png(8, 8).subarray(0, 20), broken);
    expect(await failure(house.artifacts.collect(request({ files: [output('a.png')] }), { folders: null, view }))).toBe(broken);
    expect(await house.stored()).toStrictEqual([]);
  });
});

describe('no room', () => {
  const codes = ['ENOSPC', 'EDQUOT'];
  const fault = (code: string) => Object.assign(new Error(`${code}: no room`), { code });
  /** The disk, with one act that fails at its Nth time. */
  const failing = (act: keyof StoreFiles | 'write' | 'finish', nth: number, code: string): StoreFiles => {
    let count = 0;
    const hit = (name: string): void => {
      if (name === act && ++count === nth) throw fault(code);
    };
    return {
      ...diskFiles,
      async makeFolder(folder) {
        hit('makeFolder');
        await diskFiles.makeFolder(folder);
      },
      async create(file) {
        hit('create');
        const out = await diskFiles.create(file);
        return {
          ...out,
          async write(bytes) {
            // As a full disk does it: a part still fits.
            await out.write(bytes.subarray(0, 10));
            hit('write');
            await out.write(bytes.subarray(10));
          },
          async finish() {
            await out.finish();
            hit('finish');
          },
        };
      },
      async rename(from, to) {
        hit('rename');
        await diskFiles.rename(from, to);
      },
      async syncFile(file) {
        await diskFiles.syncFile(file);
        hit('syncFile');
      },
      async syncFolder(folder) {
        hit('syncFolder');
        await diskFiles.syncFolder(folder);
      },
    };
  };

  const acts = ['makeFolder', 'create', 'write', 'finish', 'rename', 'syncFile', 'syncFolder'] as const;
  test.each(acts.flatMap((act) => codes.map((code) => [act, code] as const)))('%s fails with %s', async (act, code) => {
    await using house = await open(failing(act, act === 'makeFolder' || act === 'syncFolder' ? 1 : 2, code));
    await writeFile(join(house.outputs, 'a.png'), png(8, 8));
    await writeFile(join(house.outputs, 'b.png'), png(9, 9));
    const wanted = request({ files: [output('a.png'), output('b.png')] });
    const error = await failure(house.artifacts.collect(wanted, house.source));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'storage',
      key: 'diskFull',
      params: { folder: join(house.dataDir, 'artifacts/2026/11/30') },
    });
    expect(await house.stored()).toStrictEqual([]);
    // The engine's files are untouched, and with room again everything is stored.
    expect(await house.artifacts.collect(wanted, house.source)).toHaveLength(2);
    expect(await house.stored()).toHaveLength(2);
  });

  test('what an earlier run had stored is not removed', async () => {
    await using house = await open(failing('rename', 4, 'ENOSPC'));
    await writeFile(join(house.outputs, 'a.png'), png(8, 8));
    await writeFile(join(house.outputs, 'b.png'), png(9, 9));
    const wanted = request({ files: [output('a.png'), output('b.png')] });
    await house.artifacts.collect(wanted, house.source);
    const before = await house.stored();
    expect(await failure(house.artifacts.collect(wanted, house.source))).toMatchObject({ key: 'diskFull' });
    expect(await house.stored()).toStrictEqual(before);
  });

  test('a folder that may not be written is another sentence', async () => {
    await using house = await open(failing('create', 1, 'EACCES'));
    await writeFile(join(house.outputs, 'a.png'), png(8, 8));
    const error = await failure(house.artifacts.collect(request({ files: [output('a.png')] }), house.source));
    expect(error).toMatchObject({ code: 'storage', key: 'storeUnwritable' });
  });
});

describe("the engine's own copies", () => {
  test('exactly those of the attempt go', async () => {
    await using house = await open();
    for (const name of [`${attemptId}_00001_.png`, `${attemptId}_00002_.png`, `${other}_00001_.png`, 'mine.png']) {
      await writeFile(join(house.outputs, name), 'x');
    }
    await house.artifacts.dropEngineCopies(attemptId, join(house.outputs, '..'));
    expect((await readdir(house.outputs)).toSorted()).toStrictEqual([`${other}_00001_.png`, 'mine.png']);
  });
  test.each(['', '..', '*', '0190a5e4'])('%j is no attempt', async (id) => {
    await using house = await open();
    await writeFile(join(house.outputs, '0190a5e4.png'), 'x');
    await house.artifacts.dropEngineCopies(id, join(house.outputs, '..'));
    expect(await readdir(house.outputs)).toStrictEqual(['0190a5e4.png']);
  });
  test('no folder, no error', async () => {
    await using house = await open();
    await expect(house.artifacts.dropEngineCopies(attemptId, '/nowhere')).resolves.toBeUndefined();
  });
});

test('free room is a number of bytes', async () => {
  await using house = await open();
  expect(await house.artifacts.freeBytes()).toBeGreaterThan(0);
});
