import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { createTemplates } from '../../../electron/templates/create-templates.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { sampleFile, sampleGraph } from './sample.ts';

const disk = { error: null as string | null, writesLeft: 0 };

// No folder of a test can be filled without rights that few have: the system's answer is given in its place, in the middle of a file.
beforeAll(async () => {
  await using folder = await tempFolder();
  await using handle = await open(join(folder.path, 'any'), 'w');
  const files: FileHandle = Object.getPrototypeOf(handle);
  const write = files.writeFile;
  vi.spyOn(files, 'writeFile').mockImplementation(async function (this: FileHandle, data, options) {
    if (disk.error === null || disk.writesLeft-- > 0) return write.call(this, data, options);
    await this.write(String(data).slice(0, 10));
    throw Object.assign(new Error(`${disk.error}: no room, write`), { code: disk.error });
  });
});
afterAll(() => void vi.restoreAllMocks());

const { id, title, parameters, outputs } = sampleFile({ id: 'mine' });
const request = { id, title, parameters, outputs, graph: sampleGraph };

test.each([
  ['ENOSPC', 0],
  ['ENOSPC', 1],
  ['EDQUOT', 0],
])(
  '%s in file %i: the template stays as it was, nothing half written is left, and it is saved once there is room',
  async (error, writesLeft) => {
    await using folder = await tempFolder();
    const dataDir = join(folder.path, 'data');
    const own = join(dataDir, 'templates');
    await mkdir(dataDir);
    const db = openDatabase(join(dataDir, 'hearth.db'));
    try {
      const templates = createTemplates({ db, dataDir, workflowsDir: join(folder.path, 'none'), now: () => 0 });
      await templates.reload();
      await templates.save(request);
      const files = async (): Promise<string[]> =>
        Promise.all(['graph.json', 'template.json'].map((name) => readFile(join(own, id, name), 'utf8')));
      const before = await files();
      const changed = { ...request, parameters: parameters.slice(1) };

      Object.assign(disk, { error, writesLeft });
      await expect(templates.save(changed)).rejects.toMatchObject({
        code: 'storage',
        key: 'templateFolderFull',
        params: { folder: own },
      });
      await expect(templates.save({ ...request, id: 'another' })).rejects.toMatchObject({ key: 'templateFolderFull' });
      disk.error = null;
      expect(await readdir(own)).toEqual([id]);
      expect(await files()).toEqual(before);
      await templates.reload();
      expect([templates.problems(), templates.list().map((each) => [each.id, each.version])]).toEqual([[], [[id, 1]]]);

      expect(await templates.save(changed)).toMatchObject({ version: 2 });
      expect((await templates.save({ ...request, id: 'another' })).version).toBe(1);
    } finally {
      disk.error = null;
      db.close();
    }
  },
);
