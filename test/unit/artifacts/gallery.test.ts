import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtifacts } from '../../../electron/artifacts/create-artifacts.ts';
import { createArtifactRows } from '../../../electron/db/artifacts.ts';
import { createAttemptRows } from '../../../electron/db/attempts.ts';
import { openDatabase } from '../../../electron/db/database.ts';
import { createJobRows } from '../../../electron/db/jobs.ts';
import { AppError } from '../../../shared/app-error.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { png } from './pictures.ts';

const idOf = (kind: string, number: number): string =>
  `0190a5e4-7c1e-7d3a-9b1c-${kind.charCodeAt(0).toString(16)}${String(number).padStart(10, '0')}`;

/** Five finished jobs of one picture each, the last two of another template. */
const open = async () => {
  const folder = await tempFolder();
  const db = openDatabase(':memory:');
  const artifacts = createArtifacts({ db, dataDir: folder.path });
  const [jobs, attempts, rows] = [createJobRows(db), createAttemptRows(db), createArtifactRows(db)];
  const outputs = join(folder.path, 'output');
  await mkdir(outputs);
  for (let number = 1; number <= 5; number++) {
    const [jobId, attemptId] = [idOf('j', number), idOf('a', number)];
    const [template, seed] = [number > 3 ? 'sd15' : 'demo', '18446744073709551615'];
    await writeFile(join(outputs, `${number}.png`), png(8, 8, String(number)));
    const values_json = JSON.stringify({ seed, width: number });
    const plain = {
      key: null,
      request: null,
      batch: null,
      version: 2,
      digest: 'd',
      priority: 'normal' as const,
      grade: 1,
      rank: number,
      rankStep: 1,
      number: null,
    };
    jobs.insert({ ...plain, seq: number, template, created_at: number }, [{ id: jobId, values_json, seed, work: null }]);
    attempts.insert({
      id: attemptId,
      job: jobId,
      engine: `e${number}`,
      launch: 'l',
      client: 'c',
      started_at: number,
      folders_json: null,
    });
    const file = { node: '9', slot: 'images', filename: `${number}.png`, subfolder: '', type: 'output' as const };
    const source = { folders: { output: outputs, input: outputs, temp: outputs }, view: async () => null };
    const request = {
      jobId,
      attemptId,
      template,
      title: template,
      seed,
      createdAt: Date.now(),
      files: [file],
      texts: [],
      isPartial: false,
    };
    for (const row of await artifacts.collect(request, source))
      rows.insert({ ...row, createdAt: new Date(number).toISOString() });
  }
  return {
    artifacts,
    async [Symbol.asyncDispose]() {
      db.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

test('newest first, with the values that made them, page by page', async () => {
  await using house = await open();
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = house.artifacts.list({ limit: 2, cursor });
    expect(page.total).toBe(5);
    seen.push(...page.items.map(({ values }) => values.width));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toStrictEqual([5, 4, 3, 2, 1]);
  expect(house.artifacts.list({ limit: 1 }).items[0]).toMatchObject({
    version: 2,
    seed: '18446744073709551615',
    values: { seed: '18446744073709551615' },
    artifact: { template: 'sd15', width: 8 },
  });
});
test('of one template', async () => {
  await using house = await open();
  const { items, total, next } = house.artifacts.list({ template: 'demo', limit: 10 });
  expect([items.map(({ values }) => values.width), total, next]).toStrictEqual([[3, 2, 1], 3, null]);
});
test('one by its id, with its file', async () => {
  await using house = await open();
  const [item] = house.artifacts.list({ limit: 1 }).items;
  const found = house.artifacts.find(item?.artifact.id ?? '');
  expect(found?.artifact).toStrictEqual(item?.artifact);
  expect((await readFile(found?.file ?? '')).equals(png(8, 8, '5'))).toBe(true);
  expect(house.artifacts.find('../hearth.db')).toBeUndefined();
});
test('a page that never was', async () => {
  await using house = await open();
  expect(() => house.artifacts.list({ limit: 1, cursor: 'x' })).toThrow(AppError);
});
