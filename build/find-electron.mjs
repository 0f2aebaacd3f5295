import dns from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';

const inside = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };

/** Path of Electron's binary if it lies there already. Never imports `electron`: that would start a download. */
const present = () => {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist');
  const file = join(folder, inside[process.platform] ?? 'electron');
  return existsSync(file) ? file : null;
};

/** Whether the host that Electron is downloaded from answers within 3 s. */
const canDownload = async () => {
  const mirror =
    process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/electron/electron/releases/';
  const limit = AbortSignal.timeout(3_000);
  const late = new Promise((_, reject) => limit.addEventListener('abort', () => reject(new Error('late'))));
  try {
    await Promise.race([dns.lookup(new URL(mirror).hostname), late]);
    await fetch(mirror, { method: 'HEAD', signal: limit, redirect: 'manual' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Finds Electron, downloading it once where that is possible.
 * @returns {Promise<{ file: string } | { reason: string }>}
 */
export const findElectron = async () => {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return { reason: 'there is no screen to open a window on' };
  const file = present();
  if (file) return { file };
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return { reason: 'Electron is not installed and its download is switched off' };
  if (!(await canDownload())) return { reason: 'Electron is not installed and its download site does not answer' };
  const code = await runNode(join(root, 'node_modules', 'electron', 'install.js'));
  const downloaded = code === 0 ? present() : null;
  return downloaded ? { file: downloaded } : { reason: 'Electron could not be downloaded' };
};
