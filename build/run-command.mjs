import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { root } from './root.mjs';

/** The environment with the project's own tools, and its pinned Node, found first. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

/**
 * Runs a Node script of the project or one of its tools and answers with the exit code; its output goes where `stdio` says.
 * @param {string} script path of a JavaScript file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export const runNode = (script, args = [], options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit', env: toolEnv(), ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
