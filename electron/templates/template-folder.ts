import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { TemplateFile } from '../../shared/template.ts';
import { codeOf } from '../lib/code-of.ts';
import { type Exact, stringifyExact } from '../lib/exact-json.ts';
import { syncFolder } from '../lib/sync-folder.ts';

/** Names of folders on their way in and out; no template id begins with a dot. */
const incoming = (id: string): string => `.${id}.new`;
const outgoing = (id: string): string => `.${id}.old`;

const writeSynced = async (file: string, text: string): Promise<void> => {
  await using handle = await open(file, 'w');
  await handle.writeFile(text);
  await handle.sync();
};

/**
 * Replaces the folder of a template under `parent` by new files. A crash at any moment leaves the old folder or the new one, after
 * `settleFolders` has run. Throws AppError when the disk refuses; the old folder then stays.
 */
export const writeTemplateFolder = async (
  parent: string,
  template: TemplateFile,
  graph: { [node: string]: Exact },
): Promise<void> => {
  const { id } = template;
  const fresh = join(parent, incoming(id));
  try {
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    await writeSynced(join(fresh, 'graph.json'), `${stringifyExact(graph, 2)}\n`);
    await writeSynced(join(fresh, 'template.json'), `${JSON.stringify(template, null, 2)}\n`);
    await syncFolder(fresh);
    await rename(join(parent, id), join(parent, outgoing(id))).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    await rename(fresh, join(parent, id));
    await syncFolder(parent);
    await rm(join(parent, outgoing(id)), { recursive: true, force: true });
  } catch (error) {
    await settleFolders(parent);
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
    throw isFull
      ? new AppError('storage', 'templateFolderFull', { folder: parent }, { cause: error })
      : new AppError('storage', 'templateFolderUnwritable', { folder: parent, detail: String(error) }, { cause: error });
  }
};

/** Finishes or undoes what a crash left half done: an old folder comes back where no new one took its place. Never throws. */
export const settleFolders = async (parent: string): Promise<void> => {
  const names = new Set(await readdir(parent).catch(() => []));
  for (const name of names) {
    const [, id, kind] = /^\.([a-z0-9-]+)\.(new|old)$/.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(parent, name);
    if (kind === 'old' && !names.has(id)) await rename(path, join(parent, id)).catch(() => undefined);
    else await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};
