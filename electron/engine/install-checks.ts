import { AppError } from '../../shared/app-error.ts';
import type { InstallCheck } from '../../shared/engine.ts';
import { checks as words } from '../../shared/i18n/en/checks.ts';
import { isAtLeast } from '../lib/version.ts';
import type { GpuFacts } from './gpu-facts.ts';
import { type BrokenPython, isBroken, type PythonFacts } from './install-python.ts';

/** The oldest ComfyUI that takes our own prompt ids, without which no outcome could be asked for. */
const oldestVersion = '0.3.45';

const lowDiskBytes = 10_000_000_000;

type CheckKey = keyof typeof words;
type Params = Record<string, string | number>;

/** A check that found what is needed. Pure. */
export const ok = (id: InstallCheck['id'], key: CheckKey, params: Params = {}): InstallCheck => ({ id, isOk: true, key, params });

/** A check that found something missing; its sentence says what to do. Pure. */
const bad = (id: InstallCheck['id'], key: CheckKey, params: Params = {}): InstallCheck => ({
  id,
  isOk: false,
  key,
  params,
});

/** A failed check in the words of the error; `checks` holds those sentences too. Pure. */
export const failure = (id: InstallCheck['id'], error: unknown): InstallCheck => {
  const key = error instanceof AppError && Object.hasOwn(words, error.key) ? error.key : null;
  // The key was just found among the words.
  if (error instanceof AppError && key !== null) return bad(id, key as CheckKey, error.params);
  return bad(id, 'failed', { reason: error instanceof Error ? error.message : String(error) });
};

const needed: ReadonlySet<InstallCheck['id']> = new Set(['answer', 'folder', 'main', 'python', 'torch', 'version']);

/**
 * Whether these checks let it be used. A version that nobody can tell (a fork, a very old one) is a warning; a known one that is too
 * old is in the way. Pure.
 */
export const areUsable = (checks: readonly InstallCheck[]): boolean =>
  checks.every((check) => check.isOk || check.key === 'versionUnknown' || !needed.has(check.id));

/** Python, torch, and missing packages where there are some. Pure. */
export const pythonChecks = (folder: string, chosen: PythonFacts | BrokenPython | null): InstallCheck[] => {
  if (chosen === null) return [bad('python', 'pythonNone', { folder })];
  if (isBroken(chosen)) return [bad('python', 'pythonBroken', { python: chosen.path, reason: chosen.reason })];
  const python = isAtLeast(chosen.version, '3.9')
    ? ok('python', 'pythonFound', { version: chosen.version, python: chosen.path })
    : bad('python', 'pythonOld', { version: chosen.version, python: chosen.path });
  const torch =
    chosen.torch === null
      ? bad('torch', 'torchNone', { python: chosen.path })
      : ok('torch', chosen.isCpuOnly ? 'torchCpu' : 'torchFound', { version: chosen.torch });
  // Without torch the rest is not worth a word yet.
  return chosen.torch === null ? [python, torch] : [python, torch, ...packageChecks(chosen)];
};

/** Missing ones, else those of the wrong version: source and packages that do not fit are what breaks most starts after an update. */
const packageChecks = ({ path, missing, mismatched }: PythonFacts): InstallCheck[] => {
  const [key, packages] =
    missing.length > 0 ? (['packagesMissing', missing] as const) : (['packagesMismatched', mismatched] as const);
  const params = { packages: packages.slice(0, 8).join('; '), count: packages.length, python: path };
  return packages.length > 0 ? [bad('packages', key, params)] : [];
};

/** Whether this ComfyUI is new enough. Pure. */
export const versionCheck = (version: string | null): InstallCheck => {
  // A name instead of a number, as forks have it, is as good as none.
  if (version === null || !isAtLeast(version, '0')) return bad('version', 'versionUnknown', { oldest: oldestVersion });
  return isAtLeast(version, oldestVersion)
    ? ok('version', 'versionFound', { version })
    : bad('version', 'versionOld', { version, oldest: oldestVersion });
};

/** The card that will be computed on, or why there will be none. Pure. */
export const gpuCheck = (gpus: readonly GpuFacts[], python: PythonFacts | BrokenPython | null): InstallCheck => {
  const [first] = gpus;
  if (!first) return bad('gpu', 'gpuNone', {});
  if (python !== null && !isBroken(python) && python.isCpuOnly) return bad('gpu', 'gpuUnused', { name: first.name });
  return first.vramBytes === null
    ? ok('gpu', 'device', { name: first.name })
    : ok('gpu', 'gpuFound', { name: first.name, gigabytes: (first.vramBytes / 1024 ** 3).toFixed(1), count: gpus.length });
};

/** Model files under `folder`. Pure. */
export const modelsCheck = (folder: string, { count, isMore }: { count: number; isMore: boolean }): InstallCheck =>
  count > 0 ? ok('models', isMore ? 'modelsMore' : 'modelsFound', { count }) : bad('models', 'modelsNone', { folder });

/** Room on the disk, in bytes. Pure. */
export const diskCheck = (freeBytes: number): InstallCheck => {
  const params = { gigabytes: (freeBytes / 1e9).toFixed(1) };
  return freeBytes < lowDiskBytes ? bad('disk', 'diskLow', params) : ok('disk', 'diskFree', params);
};
