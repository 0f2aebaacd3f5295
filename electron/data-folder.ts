import { accessSync, constants, mkdirSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { AppError } from '../shared/app-error.ts';

/** Where this platform keeps an application's data, for one person. Pure. */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Hearth');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Hearth');
  return posix.join(env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : posix.join(home, '.local', 'share'), 'hearth');
}

/** Makes the data folder, for its owner only. Throws AppError when it cannot be made or written to. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new AppError('storage', 'dataFolderUnusable', { folder, detail }, { cause: error });
  }
}
