import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, posix, win32 } from 'node:path';
import { AppError } from '../shared/app-error.ts';
import { codeOf } from './lib/code-of.ts';

/** Where this platform keeps an application's data, for one person. Pure. */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Hearth');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Hearth');
  return posix.join(env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : posix.join(home, '.local', 'share'), 'hearth');
}

/** Makes the data folder, for its owner only. Throws AppError when it cannot be made or written to. */
export const prepareDataFolder = (folder: string): void =>
  inDataFolder(folder, () => {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  });

/** Does what needs the data folder. Throws AppError naming it where it cannot be read or written. */
export function inDataFolder<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new AppError('storage', 'dataFolderUnusable', { folder, detail }, { cause: error });
  }
}

/** With all above it. Node's own `recursive` never returns where a folder that is there takes none (/proc, some network drives). */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder || existsSync(parent)) throw error;
    makeFolder(parent);
    mkdirSync(folder, { mode: 0o700 });
  }
}
