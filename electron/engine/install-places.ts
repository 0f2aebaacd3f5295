import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { desktopBases, locateInstall } from './install-layouts.ts';

/** Folders of distinct installations at the usual places of this system, in the order of the places. Searches no disk. */
export const usualInstalls = async (): Promise<string[]> => {
  const located = await Promise.all(
    (await usualPlaces()).map((place) =>
      locateInstall(place).then(
        (install) => ({ place, install }),
        () => null,
      ),
    ),
  );
  const folders = new Map<string, string>();
  for (const found of located) {
    // The source of Comfy Desktop 1 is one, the folders that use it may be several.
    if (found) folders.set(found.install.layout === 'desktop1' ? found.install.base : found.install.folder, found.place);
  }
  return [...folders.keys()];
};

const usualPlaces = async (): Promise<string[]> => {
  const home = os.homedir();
  const roots = [
    home,
    ...['Documents', 'Desktop', 'Downloads', 'AI', 'ai', 'Projects', 'projects', 'src', 'git', 'apps', 'comfy'].map((name) =>
      path.join(home, name),
    ),
  ];
  if (process.platform === 'win32') {
    for (const drive of ['C', 'D', 'E', 'F']) roots.push(`${drive}:\\`, `${drive}:\\AI`);
  } else roots.push('/opt', '/srv', '/workspace', '/usr/local');
  const others = [
    path.join(home, 'StabilityMatrix', 'Packages', 'ComfyUI'),
    path.join(process.env.APPDATA ?? home, 'StabilityMatrix', 'Packages', 'ComfyUI'),
    path.join(home, 'pinokio', 'api', 'comfy.git', 'app'),
    ...(process.env.COMFYUI_PATH ? [process.env.COMFYUI_PATH] : []),
  ];
  const inRoots = await Promise.all(roots.map(foldersNamedComfy));
  return [...inRoots.flat(), ...(await desktopBases()), ...others];
};

const foldersNamedComfy = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => /comfy/i.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink()))
    .slice(0, 10)
    .map((entry) => path.join(root, entry.name));
};
