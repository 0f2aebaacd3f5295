import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Path of the script behind a tool's command, so that it can be started by this Node on every platform (the `.bin` files are
 * shell scripts on Windows).
 * @param {string} packageName
 * @param {string} command its name in the package's `bin`
 */
export const tool = (packageName, command = packageName) => {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
};
