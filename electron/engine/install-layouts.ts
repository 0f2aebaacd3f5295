import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { FlagSetting } from '../../shared/engine.ts';
import { codeOf } from '../lib/code-of.ts';
import type { Installation } from './installation.ts';
import { asRecord, asText, parseLenient } from './lenient-json.ts';

/** An installation before its Python was chosen: where to look for one, best first. */
export type FoundInstall = Omit<Installation, 'python'> & { pythons: string[] };

/**
 * Finds the ComfyUI that a picked path means: the folder itself, one that holds it, one inside of it, its `main.py`, or the folder in
 * which Comfy Desktop keeps a person's models. Throws AppError: no such folder, unreadable, no ComfyUI in or around it.
 */
export const locateInstall = async (picked: string): Promise<FoundInstall> => {
  const start = await folderOf(picked);
  const found = (await firstComfy(await below(start))) ?? (await desktopOne(start)) ?? (await firstComfy(above(start)));
  if (found) return found;
  throw new AppError('invalid-input', 'installNoMain', { folder: picked });
};

const firstComfy = async (folders: readonly string[]): Promise<FoundInstall | null> => {
  for (const folder of folders) {
    if (await isComfy(folder)) return describeInstall(folder);
  }
  return null;
};

const folderOf = async (picked: string): Promise<string> => {
  const whole = path.resolve(picked.replace(/^~(?=$|[\\/])/, os.homedir()));
  try {
    const facts = await stat(whole);
    const folder = facts.isDirectory() ? whole : path.dirname(whole);
    await access(folder, constants.R_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new AppError('invalid-input', 'installMissing', { folder: picked });
    throw new AppError('invalid-input', 'installUnreadable', { folder: picked, reason: code || 'error' }, { cause: error });
  }
};

const knownChildren = ['ComfyUI', 'ComfyUI_windows_portable/ComfyUI', 'ComfyUI_windows_portable_nvidia/ComfyUI', 'app'];

/** The folder itself, and its likely children. */
const below = async (start: string): Promise<string[]> => {
  const inside = knownChildren.map((child) => path.join(start, child));
  const names = (await readdir(start).catch(() => [])).filter((name) => /comfy/i.test(name)).slice(0, 20);
  const named = names.flatMap((name) => [path.join(start, name), path.join(start, name, 'ComfyUI')]);
  return [...new Set([start, ...inside, ...named])];
};

/** People pick `models/checkpoints` or `venv`, or the portable version's `python_embeded` beside ComfyUI. */
const above = (start: string): string[] => [
  ...[1, 2, 3].map((levels) => path.join(start, ...Array<string>(levels).fill('..'))),
  ...(/^(python_embed+ed|update|advanced|standalone-env)$/.test(path.basename(start)) ? [path.join(start, '..', 'ComfyUI')] : []),
];

/** ComfyUI and nothing else that happens to have a `main.py`. */
const isComfy = async (folder: string): Promise<boolean> =>
  (await exists(path.join(folder, 'main.py'))) &&
  (await exists(path.join(folder, 'comfy', 'cli_args.py'))) &&
  (await exists(path.join(folder, 'execution.py')));

const describeInstall = async (folder: string): Promise<FoundInstall> => {
  const parent = path.dirname(folder);
  const marker = (await readText(path.join(folder, '.comfy_environment')))?.split('\n')[0]?.trim();
  const version = await versionOf(folder);
  const embedded = ['python_embeded', 'python_embedded'].map((name) => path.join(parent, name, 'python.exe'));
  const around = { folder, base: folder, version };
  const relative = path.join(path.basename(folder), 'main.py');
  if (await anyExists(embedded)) {
    return {
      ...around,
      layout: 'portable',
      pythons: embedded,
      pythonArgs: ['-s'],
      cwd: parent,
      script: relative,
      flags: [{ flag: '--windows-standalone-build', value: null }],
    };
  }
  if (marker === 'local-desktop2-standalone' || (await exists(path.join(parent, 'standalone-env')))) {
    return {
      ...around,
      layout: 'desktop2',
      pythons: [...venvPythons(path.join(folder, '.venv')), ...venvPythons(path.join(parent, 'standalone-env'))],
      pythonArgs: ['-s'],
      cwd: parent,
      script: relative,
      flags: [{ flag: '--enable-manager', value: null }],
    };
  }
  const near = [folder, parent].flatMap((where) => ['venv', '.venv', 'env', '.env'].map((name) => path.join(where, name)));
  const active = [process.env.VIRTUAL_ENV, process.env.CONDA_PREFIX].flatMap((prefix) => (prefix ? [prefix] : []));
  return {
    ...around,
    layout: 'git',
    pythons: [...near, ...active, ...(await condaEnvs())].flatMap(venvPythons),
    pythonArgs: [],
    cwd: folder,
    script: 'main.py',
    flags: [],
  };
};

/** Where the interpreter lies in a virtual, embedded or conda environment, for POSIX and Windows. */
const venvPythons = (prefix: string): string[] =>
  process.platform === 'win32'
    ? [path.join(prefix, 'Scripts', 'python.exe'), path.join(prefix, 'python.exe')]
    : [path.join(prefix, 'bin', 'python'), path.join(prefix, 'bin', 'python3')];

/** Conda environments whose name speaks of ComfyUI. */
const condaEnvs = async (): Promise<string[]> => {
  const homes = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', '.conda'].map((name) =>
    path.join(os.homedir(), name, 'envs'),
  );
  const lists = await Promise.all(
    homes.map(async (home) =>
      (await readdir(home).catch(() => [])).filter((name) => /comfy/i.test(name)).map((name) => path.join(home, name)),
    ),
  );
  return lists.flat();
};

/** Folders in which Comfy Desktop 1 keeps its settings; `config.json` there names the person's folder. */
const desktopConfigs = (): string[] => {
  const home = os.homedir();
  if (process.platform === 'win32') return [path.join(process.env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'ComfyUI')];
  if (process.platform === 'darwin') return [path.join(home, 'Library', 'Application Support', 'ComfyUI')];
  return [path.join(process.env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'ComfyUI')];
};

const desktopResources = (): string[] => {
  const home = os.homedir();
  if (process.platform === 'win32') {
    const local = process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
    return ['ComfyUI', '@comfyorgcomfyui-electron'].map((name) => path.join(local, 'Programs', name, 'resources', 'ComfyUI'));
  }
  if (process.platform === 'darwin') {
    return ['/Applications', path.join(home, 'Applications')].map((where) =>
      path.join(where, 'ComfyUI.app', 'Contents', 'Resources', 'ComfyUI'),
    );
  }
  return ['/opt/ComfyUI/resources/ComfyUI'];
};

/** The person's folders that Comfy Desktop 1 was told of. */
export const desktopBases = async (): Promise<string[]> => {
  const texts = await Promise.all(desktopConfigs().map((folder) => readText(path.join(folder, 'config.json'))));
  return texts.flatMap((text) => (text === null ? [] : (asText(asRecord(parseLenient(text)).basePath) ?? [])));
};

/** Comfy Desktop 1: the picked folder has models and a virtual environment, the source lies in the app. */
const desktopOne = async (picked: string): Promise<FoundInstall | null> => {
  const bases = new Set((await desktopBases()).map((folder) => path.resolve(folder)));
  const base = [picked, path.dirname(picked)].find((folder) => bases.has(folder));
  if (base === undefined) return null;
  for (const folder of desktopResources()) {
    if (await isComfy(folder)) {
      return {
        layout: 'desktop1',
        folder,
        base,
        version: await versionOf(folder),
        pythons: venvPythons(path.join(base, '.venv')),
        pythonArgs: [],
        cwd: base,
        script: path.join(folder, 'main.py'),
        flags: await desktopFlags(folder, base),
      };
    }
  }
  return null;
};

/** What Comfy Desktop 1 itself starts its ComfyUI with; its page lies in the app, not in a Python package. */
const desktopFlags = async (folder: string, base: string): Promise<FlagSetting[]> => {
  const at = (name: string): string => path.join(base, name);
  const flags: FlagSetting[] = [
    { flag: '--base-directory', value: base },
    { flag: '--user-directory', value: at('user') },
    { flag: '--input-directory', value: at('input') },
    { flag: '--output-directory', value: at('output') },
  ];
  const page = path.join(folder, 'web_custom_versions', 'desktop_app');
  if (await exists(page)) flags.push({ flag: '--front-end-root', value: page });
  for (const config of desktopConfigs().map((where) => path.join(where, 'extra_models_config.yaml'))) {
    // A value of a flag that takes several: quoted, the path may hold blanks.
    if (await exists(config)) flags.push({ flag: '--extra-model-paths-config', value: `"${config}"` });
  }
  return flags;
};

/** `comfyui_version.py` since 0.3.11, `pyproject.toml` besides. */
const versionOf = async (folder: string): Promise<string | null> => {
  const module = await readText(path.join(folder, 'comfyui_version.py'));
  const found = /__version__\s*=\s*["']([^"']+)["']/.exec(module ?? '')?.[1];
  if (found) return found;
  const project = await readText(path.join(folder, 'pyproject.toml'));
  return /^version\s*=\s*["']([^"']+)["']/m.exec(project ?? '')?.[1] ?? null;
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const anyExists = async (files: string[]): Promise<boolean> => (await Promise.all(files.map(exists))).some(Boolean);

const readText = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);
