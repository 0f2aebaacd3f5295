import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchFacts } from '../../shared/record.ts';
import { gitCommit } from './git-commit.ts';

type CustomNodes = NonNullable<LaunchFacts['customNodes']>;

/** As the registry of node packs writes it: `version = "1.2.3"` in the project table. Pure. */
export const projectVersion = (toml: string): string | null => {
  const [, project = ''] = /^\[project\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(toml) ?? [];
  return /^version\s*=\s*["']([^"'\n]+)["']/m.exec(project)?.[1] ?? null;
};

/**
 * The node packs in a folder with what tells their exact state, by name. What ComfyUI does not load is left out: names that begin with a
 * dot or end in `.disabled`, files that are no Python, and Python's own cache. null: the folder cannot be read.
 */
export const readCustomNodes = async (folder: string): Promise<CustomNodes | null> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  const packs = entries.filter(
    ({ name }) =>
      !name.startsWith('.') && !name.endsWith('.disabled') && name !== '__pycache__' && !/\.[^.]+\.example$/.test(name),
  );
  const found: CustomNodes = [];
  // One after the other: this runs beside the work, and hurries for nobody.
  for (const entry of packs) {
    const path = join(folder, entry.name);
    if (entry.isFile()) {
      if (entry.name.endsWith('.py')) found.push({ name: entry.name, version: null, commit: null });
      continue;
    }
    const toml = await readFile(join(path, 'pyproject.toml'), 'utf8').catch(() => '');
    found.push({ name: entry.name, version: projectVersion(toml), commit: await gitCommit(path) });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
};
