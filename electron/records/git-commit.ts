import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const hash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

/**
 * The commit that a folder is checked out at, read from git's own files so that no git needs to be installed; null for a folder that is
 * no work tree, or one that cannot be read. Layout: gitrepository-layout(5).
 */
export const gitCommit = async (folder: string): Promise<string | null> => {
  const dot = join(folder, '.git');
  // A worktree or submodule has a file that names its folder.
  const link = await textOf(dot);
  const git = link?.startsWith('gitdir:') ? resolve(folder, link.slice('gitdir:'.length).trim()) : dot;
  const head = await textOf(join(git, 'HEAD'));
  if (head === null) return null;
  if (hash.test(head)) return head;
  const ref = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  if (ref === undefined || ref.split('/').includes('..')) return null;
  const common = await textOf(join(git, 'commondir'));
  const shared = common === null ? git : resolve(git, common);
  const loose = (await textOf(join(git, ref))) ?? (await textOf(join(shared, ref)));
  if (loose !== null) return hash.test(loose) ? loose : null;
  const packed = await textOf(join(shared, 'packed-refs'));
  const line = packed?.split('\n').find((entry) => entry.endsWith(` ${ref}`));
  const commit = line?.split(' ', 1)[0] ?? '';
  return hash.test(commit) ? commit : null;
};
