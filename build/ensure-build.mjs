import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from './hold-lock.mjs';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';
import { tool } from './tool.mjs';

const sources = ['electron', 'renderer', 'shared', 'vite.config.ts', 'package.json', 'package-lock.json'];
const stampFile = join(root, 'dist', 'sources.sha256');
const lockFile = join(root, 'node_modules', '.cache', 'hearth-build.db');

/** Digest of every source file's path, size and time of change. */
const sourceDigest = () => {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const source of sources) walk(join(root, source));
  return hash.digest('hex');
};

const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceDigest();

/**
 * Builds `dist` if it is missing or older than the sources; one builder at a time, and who waited finds it done. Says what it
 * does on standard error only.
 * @returns {Promise<void>} rejects when the build fails; its output was then shown
 */
export const ensureBuild = async () => {
  if (isFresh()) return;
  await holdLock(lockFile, async () => {
    if (isFresh()) return;
    process.stderr.write('Building Hearth …\n');
    const digest = sourceDigest();
    rmSync(stampFile, { force: true });
    const code = await runNode(tool('vite'), ['build', '--app', '--logLevel', 'warn'], { stdio: ['ignore', 2, 2] });
    if (code !== 0) throw new Error('The build failed; its messages are above.');
    writeFileSync(stampFile, digest);
  });
};
