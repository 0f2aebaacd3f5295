import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PlannedFailure, parseFailure } from '../failures/failure-plan.ts';
import { fastKinds } from './flag-table.ts';
import type { Given } from './parse-arguments.ts';

/** What the command line asks for, with every default filled in. */
export interface Launch {
  /** As `/system_stats` shows it. */
  argv: string[];
  has(flag: string): boolean;
  value(flag: string): string | null;
  values(flag: string): readonly string[];
  addresses: string[];
  port: number;
  tls: { keyFile: string; certFile: string } | null;
  corsOrigin: string | null;
  maxBodyBytes: number;
  base: string;
  outputDir: string;
  inputDir: string;
  tempDir: string;
  userDir: string;
  modelsDir: string;
  previewMethod: string;
  previewSize: number;
  cache: { kind: 'ram' | 'classic' | 'none' } | { kind: 'lru'; size: number };
  verbosity: string;
  fast: string[];
  featureFlags: string[];
  /** 1 = natural pace, 10 = ten times as fast. */
  speed: number;
  /** Relative standard deviation of the pace, one draw for each prompt. */
  noise: number;
  failures: PlannedFailure[];
}

/**
 * Fills in what the flags leave open; a text says which value cannot be. Without `--base-directory` everything lives in a folder of
 * the system's temporary one.
 */
export const readLaunch = (args: readonly string[], given: Given): Launch | string => {
  const has = (flag: string): boolean => given.has(flag);
  const value = (flag: string): string | null => given.get(flag)?.at(-1) ?? null;
  const number = (flag: string, fallback: number): number => Number(value(flag) ?? fallback);
  const folder = (flag: string, fallback: string): string => resolve(value(flag) ?? fallback);

  const base = folder('--base-directory', join(tmpdir(), 'hearth-demo-engine'));
  const failures: PlannedFailure[] = [];
  for (const text of given.get('--fail') ?? []) {
    const failure = parseFailure(text);
    if (typeof failure === 'string') return `argument --fail: ${failure}`;
    failures.push(failure);
  }
  const port = number('--port', 8188);
  const speed = number('--speed', 1);
  const noise = number('--noise', 0.02);
  if (port < 0 || port > 65535) return `argument --port: invalid int value: '${port}'`;
  if (!(speed > 0)) return 'argument --speed: must be above 0';
  if (!(noise >= 0 && noise <= 1)) return 'argument --noise: must be from 0 to 1';
  if ((given.get('--cache-ram')?.length ?? 0) > 2) return '--cache-ram accepts at most two values';
  const keyFile = value('--tls-keyfile');
  const certFile = value('--tls-certfile');
  const listen = value('--listen') ?? (has('--listen') ? '0.0.0.0,::' : '127.0.0.1');

  return {
    argv: ['main.py', ...args],
    has,
    value,
    values: (flag) => given.get(flag) ?? [],
    addresses: listen.split(',').map((address) => address.trim()),
    port,
    tls: keyFile && certFile ? { keyFile, certFile } : null,
    corsOrigin: has('--enable-cors-header') ? (value('--enable-cors-header') ?? '*') : null,
    maxBodyBytes: Math.round(number('--max-upload-size', 100) * 1024 * 1024),
    base,
    outputDir: folder('--output-directory', join(base, 'output')),
    inputDir: folder('--input-directory', join(base, 'input')),
    tempDir: join(folder('--temp-directory', base), 'temp'),
    userDir: folder('--user-directory', join(base, 'user')),
    modelsDir: folder('--models-directory', join(base, 'models')),
    previewMethod: value('--preview-method') ?? 'none',
    previewSize: number('--preview-size', 512),
    cache: cacheOf(has, number('--cache-lru', 0)),
    verbosity: has('--verbose') ? (value('--verbose') ?? 'DEBUG') : 'INFO',
    fast: has('--fast') && value('--fast') === null ? [...fastKinds] : [...(given.get('--fast') ?? [])],
    featureFlags: [...(given.get('--feature-flag') ?? [])],
    speed,
    noise,
    failures,
  };
};

const cacheOf = (has: (flag: string) => boolean, size: number): Launch['cache'] => {
  if (has('--cache-classic') || has('--high-ram')) return { kind: 'classic' };
  if (size > 0) return { kind: 'lru', size };
  return { kind: has('--cache-none') ? 'none' : 'ram' };
};
