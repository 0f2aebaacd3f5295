import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { Install } from '../../shared/engine.ts';
import { type Clock, pause, systemClock } from '../lib/clock.ts';
import { engineUrl, shownUrl } from './engine-url.ts';
import { findGpus } from './gpu-facts.ts';
import { areUsable, diskCheck, failure, gpuCheck, modelsCheck, ok, pythonChecks, versionCheck } from './install-checks.ts';
import { type FoundInstall, locateInstall } from './install-layouts.ts';
import { usualInstalls } from './install-places.ts';
import { choosePython, isBroken } from './install-python.ts';
import type { Installation } from './installation.ts';
import { countModels } from './model-count.ts';
import { probeEngine } from './probe.ts';

const probeMs = 5_000;
/** Looking must never keep a first run waiting: a sleeping network drive answers after a minute. */
const findMs = 6_000;
const mostInstalls = 8;
/** ComfyUI's own port, and that of Comfy Desktop. */
const usualUrls = ['http://127.0.0.1:8188', 'http://127.0.0.1:8000'];

/**
 * Finds the ComfyUI in a picked folder with the Python that runs it, ready to be started. Throws AppError for a folder that cannot be
 * used: missing, unreadable, no ComfyUI, no Python, a Python that does not run.
 */
export const openInstall = async (folder: string, python?: string): Promise<Installation & { python: string }> => {
  const { pythons, ...install } = await locateInstall(folder);
  const key = JSON.stringify([install.folder, python]);
  const proven = provenPythons.get(key);
  if (proven !== undefined && (await isExecutable(proven))) return { ...install, python: proven };
  const chosen = await choosePython({ ...install, pythons }, python);
  if (chosen === null) throw new AppError('invalid-input', 'installNoPython', { folder: install.folder });
  if (isBroken(chosen)) throw new AppError('invalid-input', 'pythonUnusable', { python: chosen.path, reason: chosen.reason });
  if (chosen.torch !== null) provenPythons.set(key, chosen.path);
  return { ...install, python: chosen.path };
};

/** Interpreters that had torch when they were asked: a restart need not ask again. */
const provenPythons = new Map<string, string>();

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Looks at a folder or a URL and tells what is there and what is missing, each with what to do. Never throws for what a person can
 * give: a bad location is a failed check.
 */
export const checkInstall = async (location: string, python?: string, clock: Clock = systemClock): Promise<Install> =>
  looksLikeUrl(location) ? checkUrl(location, clock) : checkFolder(location, python);

/** `http://…`, or a host with a port; a Windows path has a backslash or slash behind its colon. */
const looksLikeUrl = (location: string): boolean =>
  /^(https?:\/\/|(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}(\/|$))/i.test(location.trim());

const checkUrl = async (location: string, clock: Clock): Promise<Install> => {
  const failed = (error: unknown): Install => ({
    location,
    layout: 'url',
    python: null,
    version: null,
    checks: [failure('answer', error)],
    isUsable: false,
  });
  try {
    const url = engineUrl(location);
    const stats = await probeEngine(url, { clock, timeoutMs: probeMs });
    const checks = [ok('answer', 'answers', { url: shownUrl(url) }), versionCheck(stats.version)];
    if (stats.device) checks.push(ok('gpu', 'device', { name: stats.device }));
    return { location: url, layout: 'url', python: null, version: stats.version, checks, isUsable: areUsable(checks) };
  } catch (error) {
    return failed(error);
  }
};

const checkFolder = async (location: string, python?: string): Promise<Install> => {
  let install: FoundInstall;
  try {
    install = await locateInstall(location);
  } catch (error) {
    const isThere = error instanceof AppError && error.key === 'installNoMain';
    const checks = isThere
      ? [ok('folder', 'folderFound', { folder: location }), failure('main', error)]
      : [failure('folder', error)];
    return { location, layout: 'unknown', python: null, version: null, checks, isUsable: false };
  }
  const { folder, base, layout, version } = install;
  const modelFolder = path.join(base, 'models');
  const [chosen, gpus, models, disk] = await Promise.all([
    choosePython(install, python),
    findGpus(),
    countModels(modelFolder),
    statfs(base).catch(() => null),
  ]);
  const checks = [
    ok('folder', 'folderFound', { folder: base }),
    ok('main', layout === 'git' ? 'mainFound' : `mainFound_${layout}`, { folder }),
    ...pythonChecks(folder, chosen),
    versionCheck(version),
    gpuCheck(gpus, chosen),
    modelsCheck(modelFolder, models),
    ...(disk ? [diskCheck(disk.bavail * disk.bsize)] : []),
  ];
  return { location: folder, layout, python: chosen?.path ?? null, version, checks, isUsable: areUsable(checks) };
};

/**
 * Looks for ComfyUI at the usual places of this system, and for one that runs, without searching the disk. Each comes with its checks.
 * What was not found within a few seconds is left out.
 */
export const findInstalls = async (clock: Clock = systemClock): Promise<Install[]> => {
  const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    Promise.race([work, pause(clock, findMs).then(() => otherwise)]);
  const folders = await inTime(usualInstalls(), []);
  const locations = [...folders.slice(0, mostInstalls), ...usualUrls];
  const checked = await Promise.all(locations.map((location) => inTime(checkInstall(location, undefined, clock), null)));
  return checked.flatMap((install) => (install && (install.layout !== 'url' || install.isUsable) ? [install] : []));
};
