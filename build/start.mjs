// `npm start`: the app in Electron where that is possible, else the same app in the browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { ensureBuild } from './ensure-build.mjs';
import { findElectron } from './find-electron.mjs';
import { guardNode } from './node-guard.mjs';
import { openUrl } from './open-url.mjs';
import { root } from './root.mjs';

guardNode();
const isWeb = process.argv.includes('--web');
const args = process.argv.slice(2).filter((arg) => arg !== '--web');

/** Ends as the child ends: same code, and 128 + n for a signal. */
const endWith = (child) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143))));
};

/** Starts the headless host, prints its address and opens it. A host that runs already for the same data folder is opened instead. */
const startWeb = async () => {
  const child = spawn(process.execPath, [join(root, 'dist', 'electron', 'cli.js'), 'serve', ...args], {
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-10_000);
    process.stderr.write(chunk);
  });
  createInterface({ input: child.stdout }).once('line', (line) => {
    const { url, token } = JSON.parse(line);
    const address = `${url}/?token=${token}`;
    process.stdout.write(`Hearth is open at ${address}\n`);
    openUrl(address);
  });
  const code = await endWith(child);
  const running = complaint.match(/http:\/\/127\.0\.0\.1:\d+\S*/)?.[0];
  if (code === 1 && running) openUrl(running);
  return code;
};

const startElectron = (file) => endWith(spawn(file, [root, ...args], { stdio: 'inherit' }));

try {
  const [electron] = await Promise.all([isWeb ? { reason: null } : findElectron(), ensureBuild()]);
  if (electron.file) {
    const code = await startElectron(electron.file);
    if (code === 0 || code >= 128) process.exit(code);
    electron.reason = `Electron ended with code ${code}`;
  }
  if (electron.reason) process.stdout.write(`Opening Hearth in the browser instead of its own window: ${electron.reason}.\n`);
  process.exitCode = await startWeb();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
