import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { parseExact } from '../../../electron/lib/exact-json.ts';
import { createTemplates } from '../../../electron/templates/create-templates.ts';
import type { Templates } from '../../../electron/templates/templates.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { TemplateFile } from '../../../shared/template.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { sampleFile, sampleGraph, writeTemplate } from './sample.ts';

interface House extends AsyncDisposable {
  templates: Templates;
  own: string;
  shipped: string;
  /** The same data folder with a fresh service, as after a restart. */
  restart(): Promise<Templates>;
}

const open = async (...shippedIds: string[]): Promise<House> => {
  const folder: TempFolder = await tempFolder();
  const [dataDir, shipped] = [join(folder.path, 'data'), join(folder.path, 'workflows')];
  await mkdir(dataDir);
  await mkdir(shipped);
  for (const id of shippedIds) await writeTemplate(shipped, id, sampleFile({ id }));
  const db = openDatabase(join(dataDir, 'hearth.db'));
  const restart = async (): Promise<Templates> => {
    const templates = createTemplates({ db, dataDir, workflowsDir: shipped, now: () => 1_700_000_000_000 });
    await templates.reload();
    return templates;
  };
  return {
    templates: await restart(),
    own: join(dataDir, 'templates'),
    shipped,
    restart,
    async [Symbol.asyncDispose]() {
      db.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

const request = (more: Partial<Pick<TemplateFile, 'id' | 'parameters' | 'outputs' | 'title'>> & { graph?: string } = {}) => {
  const { id, title, parameters, outputs } = sampleFile({ id: 'mine' });
  return { id, title, parameters, outputs, graph: sampleGraph, ...more };
};
const keyOf = async (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.key : String(error)),
  );
const problemKeys = (templates: Templates): [string, string][] => templates.problems().map(({ id, key }) => [id, key]);

describe('loading', () => {
  test('one broken template leaves the others', async () => {
    await using house = await open('good', 'bad');
    await writeFile(join(house.shipped, 'bad', 'graph.json'), '{');
    await writeTemplate(house.own, 'mine', sampleFile({ id: 'mine' }));
    await writeTemplate(house.own, 'good', sampleFile({ id: 'good' }));
    await writeFile(join(house.own, 'notes.txt'), 'no template');
    await mkdir(join(house.own, '.git'));
    const templates = await house.restart();
    expect(templates.list().map(({ id, origin }) => [id, origin])).toStrictEqual([
      ['good', 'shipped'],
      ['mine', 'own'],
    ]);
    expect(problemKeys(templates)).toStrictEqual([
      ['bad', 'templateNotJson'],
      ['good', 'templateIdTaken'],
    ]);
    expect(templates.problems()[0]?.file).toBe(join(house.shipped, 'bad', 'template.json'));
  });

  test('a list holds no graphs', async () => {
    await using house = await open('good');
    expect(house.templates.list()[0]).not.toHaveProperty('graph');
    expect(house.templates.get('good')?.graph).toHaveProperty('3');
  });

  test('no folders at all', async () => {
    await using house = await open();
    await rm(house.shipped, { recursive: true });
    expect((await house.restart()).list()).toStrictEqual([]);
  });

  test('content that changed without a new version is refused, with what to write', async () => {
    await using house = await open('good');
    const changed = JSON.stringify(sampleFile({ id: 'good', limits: { batch: 2 } }));
    await writeFile(join(house.shipped, 'good', 'template.json'), changed);
    await house.templates.reload();
    expect(house.templates.list()).toStrictEqual([]);
    const [problem] = house.templates.problems();
    expect(problem).toMatchObject({ key: 'templateChanged', params: { id: 'good', version: 1, next: 2 } });
    expect(problem?.message).toContain(join(house.shipped, 'good', 'template.json'));
    // Jobs of the version that was seen still run.
    expect(house.templates.get('good', 1)?.limits).toStrictEqual({});

    await writeFile(join(house.shipped, 'good', 'template.json'), changed.replace('"version":1', '"version":2'));
    await house.templates.reload();
    expect(house.templates.problems()).toStrictEqual([]);
    expect(house.templates.get('good')?.limits).toStrictEqual({ batch: 2 });
    expect(house.templates.get('good', 1)?.limits).toStrictEqual({});
  });

  test('words may change within a version', async () => {
    await using house = await open('good');
    await writeTemplate(house.shipped, 'good', sampleFile({ id: 'good', title: { en: 'New', ko: '새' } }));
    const templates = await house.restart();
    expect(templates.problems()).toStrictEqual([]);
    await rm(join(house.shipped, 'good'), { recursive: true });
    expect((await house.restart()).get('good', 1)?.title.en).toBe('New');
  });
});

describe("one's own", () => {
  test('saved, changed, taken back', async () => {
    await using house = await open('good');
    const { templates } = house;
    const first = await templates.save(request());
    expect(first).toMatchObject({ id: 'mine', version: 1, origin: 'own' });
    expect(await templates.save(request())).toStrictEqual(first);

    const second = await templates.save(request({ graph: sampleGraph.replace('a cat', 'a dog') }));
    expect(second.version).toBe(2);
    expect(second.digest).not.toBe(first.digest);

    const third = await templates.rollback('mine', 1);
    expect(third).toMatchObject({ version: 3, digest: first.digest });
    expect(templates.versions('mine').map(({ version, isCurrent }) => [version, isCurrent])).toStrictEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(await templates.rollback('mine', 3)).toStrictEqual(third);

    const after = await house.restart();
    expect(after.problems()).toStrictEqual([]);
    expect(after.list().find(({ id }) => id === 'mine')).toStrictEqual(third);
    expect(after.get('mine', 2)?.parameters[0]?.default).toBe('a dog');
  });

  test('other words keep the version', async () => {
    await using house = await open();
    await house.templates.save(request());
    const saved = await house.templates.save(request({ title: { en: 'Other', ko: '다른' } }));
    expect(saved).toMatchObject({ version: 1, title: { en: 'Other' } });
    expect((await house.restart()).get('mine')?.title.ko).toBe('다른');
  });

  test('every digit, text and odd node id reaches the files', async () => {
    await using house = await open();
    const graph = sampleGraph.replace('a cat', '\\ud83d\\ude00 e\u0301 \\"q\\"\\r\\n');
    await house.templates.save(request({ graph }));
    const file = parseExact(await readFile(join(house.own, 'mine', 'graph.json'), 'utf8'));
    expect(JSON.stringify(file)).toContain('18446744073709551615');
    expect((await house.restart()).get('mine')?.parameters[0]?.default).toBe('😀 e\u0301 "q"\r\n');
  });

  test('the words of limits and needs that a person wrote stay over a save', async () => {
    await using house = await open();
    await writeTemplate(
      house.own,
      'mine',
      sampleFile({ id: 'mine', limits: { steps: 50 }, needs: { nodes: ['X'], models: [] } }),
    );
    await house.templates.reload();
    const saved = await house.templates.save(request({ graph: sampleGraph.replace('a cat', 'a dog') }));
    expect(saved).toMatchObject({ version: 2, limits: { steps: 50 }, needs: { nodes: ['X'] } });
    const limited = await house.templates.save({ ...request(), limits: { batch: 4, controlnets: 0 } });
    expect(limited).toMatchObject({ version: 3, limits: { batch: 4, controlnets: 0 } });
  });

  test('removed: gone from list and disk, its versions stay for jobs, a new one counts on', async () => {
    await using house = await open();
    await house.templates.save(request());
    await house.templates.remove('mine');
    expect(house.templates.get('mine')).toBeUndefined();
    expect(house.templates.get('mine', 1)?.id).toBe('mine');
    expect(await keyOf(readFile(join(house.own, 'mine', 'graph.json')))).toContain('ENOENT');
    expect((await house.templates.save(request({ graph: sampleGraph.replace('a cat', 'b') }))).version).toBe(2);
  });

  test('a broken one can be removed or saved over', async () => {
    await using house = await open();
    await writeTemplate(house.own, 'mine', '{');
    await writeTemplate(house.own, 'other', '{');
    await house.templates.reload();
    expect(problemKeys(house.templates).length).toBe(2);
    await house.templates.remove('other');
    await house.templates.save(request());
    expect(problemKeys(await house.restart())).toStrictEqual([]);
  });

  test('saves at the same moment come one after the other', async () => {
    await using house = await open();
    const texts = ['a', 'b', 'c', 'd'];
    const saved = await Promise.all(
      texts.map((text) => house.templates.save(request({ graph: sampleGraph.replace('a cat', text) }))),
    );
    expect(saved.map(({ version }) => version)).toStrictEqual([1, 2, 3, 4]);
    expect((await house.restart()).get('mine')?.parameters[0]?.default).toBe('d');
  });

  test.each([
    ['a shipped one', 'good', 'templateShipped'],
    ['a path', '../evil', 'templateIdInvalid'],
    ['a device of Windows', 'con', 'templateIdInvalid'],
    ['nothing', '', 'templateIdInvalid'],
  ])('not saved under %s', async (_name, id, key) => {
    await using house = await open('good');
    expect(await keyOf(house.templates.save(request({ id })))).toBe(key);
  });

  test('what is not right is not saved, and what was there stays', async () => {
    await using house = await open('good');
    const first = await house.templates.save(request());
    const save = (more: Parameters<typeof request>[0]) => keyOf(house.templates.save(request(more)));
    expect(await save({ graph: '{"nodes": []}' })).toBe('importUiFormat');
    expect(await save({ graph: 'x' })).toBe('importNotJson');
    expect(await save({ outputs: [{ node: '10', kind: 'image' }] })).toBe('templateOnlyPreviews');
    expect(await save({ graph: sampleGraph.replace('"text": "a cat",', '') })).toBe('templateTargetMissing');
    expect(await keyOf(house.templates.rollback('mine', 9))).toBe('templateVersionUnknown');
    expect(await keyOf(house.templates.rollback('good', 1))).toBe('templateShipped');
    expect(await keyOf(house.templates.remove('good'))).toBe('templateShipped');
    expect(await keyOf(house.templates.remove('../mine'))).toBe('noSuchTemplate');
    expect((await house.restart()).list().find(({ id }) => id === 'mine')).toStrictEqual(first);
  });

  test('a disk that refuses says so and changes nothing', async () => {
    await using house = await open();
    const first = await house.templates.save(request());
    // A file where the new folder would be written cannot become one's parent: the write fails for root too.
    await rename(house.own, `${house.own}-away`);
    await writeFile(house.own, '');
    expect(await keyOf(house.templates.save(request({ graph: sampleGraph.replace('a cat', 'b') })))).toBe(
      'templateFolderUnwritable',
    );
    await rm(house.own);
    await rename(`${house.own}-away`, house.own);
    expect((await house.restart()).list()).toStrictEqual([first]);
  });
});

describe('a crash while a template was written', () => {
  test('before the new folder took its place: the old one comes back', async () => {
    await using house = await open();
    const first = await house.templates.save(request());
    await rename(join(house.own, 'mine'), join(house.own, '.mine.old'));
    await writeTemplate(house.own, '.mine.new', '{');
    expect((await house.restart()).list()).toStrictEqual([first]);
  });
  test('after it: the old one goes', async () => {
    await using house = await open();
    const first = await house.templates.save(request());
    await cp(join(house.own, 'mine'), join(house.own, '.mine.old'), { recursive: true });
    await house.restart();
    expect(await keyOf(readFile(join(house.own, '.mine.old', 'graph.json')))).toContain('ENOENT');
    expect((await house.restart()).list()).toStrictEqual([first]);
  });
});
