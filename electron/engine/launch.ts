import path from 'node:path';
import type { FlagSetting } from '../../shared/engine.ts';
import { isAtLeast } from '../lib/version.ts';
import type { EngineFolders } from './engines.ts';
import type { FlagCatalog } from './flag-catalog.ts';
import { wordsOfSetting } from './flag-words.ts';
import type { Installation } from './installation.ts';
import { flagValue, mergeLayers } from './launch-layers.ts';
import { pythonEnv } from './python-env.ts';

/** A ComfyUI with its Python, or the demo engine: the program `file` with `head` before its flags. */
export type LaunchTarget =
  | { kind: 'managed'; installation: Installation & { python: string } }
  | { kind: 'demo'; file: string; head: string[] };

export interface LaunchWish {
  target: LaunchTarget;
  /** This engine's own folder, `DATA/engines/<id>`; absolute. */
  engineDir: string;
  /** From the lowest to the highest: profile, trial or benchmark, flags of `serve`. */
  layers: readonly (readonly FlagSetting[])[];
  /** Environment of the profile. */
  env: Readonly<Record<string, string>>;
  /** Environment of Hearth itself. */
  hostEnv: NodeJS.ProcessEnv;
  /** What the installation knows; null: it could not be asked. */
  catalog: FlagCatalog | null;
  port: number;
  /** Another engine of Hearth runs from the same folder. */
  sharesInstall: boolean;
  /** How a live preview is asked for where the version cannot be asked per prompt (before 0.5.0). */
  previewMethod: string;
}

/** Everything a process is started with. */
export interface LaunchPlan {
  file: string;
  /** All words after the program, as an array: never through a shell. */
  args: string[];
  /** The words of the flags alone, for the parser to judge. */
  flagWords: string[];
  /** The flags in force, after all layers. */
  flags: FlagSetting[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Where this machine reaches it. */
  url: string;
  folders: EngineFolders;
  /** Must exist before the start. */
  createFolders: string[];
}

/**
 * Puts the layers together into one command line.
 *
 * Folders: a managed ComfyUI keeps the person's own models, custom nodes, input, output and user folders; a picture lands where it
 * always did. Its temp folder is always Hearth's own, because a second ComfyUI on one folder empties the temp folder of the first
 * while it starts, and people do start theirs beside ours. Its database is Hearth's own too (a second process finds it locked), except
 * where assets are in use by this one engine alone: then the person's own asset database is what they expect to see.
 * The demo engine has everything under its own base folder. Pure.
 */
export const planLaunch = (wish: LaunchWish): LaunchPlan => {
  const { target, catalog, port, engineDir } = wish;
  const below = mergeLayers([baseFlags(wish), ...wish.layers], catalog);
  const listen = listenOn(flagValue(below, '--listen'));
  const flags = mergeLayers([below, ownFlags(wish, below, listen.value)], catalog);
  const flagWords = flags.flatMap((setting) => wordsOfSetting(setting, catalog));
  const scheme = flagValue(flags, '--tls-keyfile') && flagValue(flags, '--tls-certfile') ? 'https' : 'http';
  const common = { flagWords, flags, url: `${scheme}://${listen.host}:${port}`, createFolders: [engineDir] };
  const env = pythonEnv({ ...wish.hostEnv, ...wish.env });
  if (target.kind === 'demo') {
    const base = demoBase(engineDir);
    return {
      ...common,
      file: target.file,
      args: [...target.head, ...flagWords],
      cwd: engineDir,
      // Inside of Electron its own program stands for Node.
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      folders: foldersOf(flags, engineDir, base),
      createFolders: [engineDir, base],
    };
  }
  const { python, pythonArgs, script, cwd, base } = target.installation;
  return {
    ...common,
    file: python,
    args: [...pythonArgs, script, ...flagWords],
    cwd,
    env,
    folders: foldersOf(flags, cwd, base),
  };
};

const demoBase = (engineDir: string): string => path.join(engineDir, 'base');

/** The lowest layer: what the layout's own launcher would give, and previews where they cannot be asked for per prompt. */
const baseFlags = ({ target, previewMethod }: LaunchWish): FlagSetting[] => {
  if (target.kind === 'demo') return [];
  const { flags, version } = target.installation;
  const isPerPrompt = version === null || isAtLeast(version, '0.5.0');
  return isPerPrompt || previewMethod === 'none' ? flags : [...flags, { flag: '--preview-method', value: previewMethod }];
};

/** The highest layer: what Hearth needs to own the process. */
const ownFlags = (wish: LaunchWish, below: readonly FlagSetting[], listen: string | null): FlagSetting[] => {
  const { target, catalog, engineDir, port, sharesInstall } = wish;
  const own: FlagSetting[] = [
    { flag: '--listen', value: listen },
    { flag: '--port', value: String(port) },
  ];
  if (target.kind === 'demo') return [...own, { flag: '--base-directory', value: demoBase(engineDir) }];
  if (target.installation.layout === 'portable') own.push({ flag: '--disable-auto-launch', value: null });
  // ComfyUI makes, and empties, a folder `temp` inside of this one.
  own.push({ flag: '--temp-directory', value: engineDir });
  const usesAssets =
    flagValue(below, '--enable-assets') !== undefined ||
    (catalog?.flags.has('--disable-assets') === true && flagValue(below, '--disable-assets') === undefined);
  const isKnown = catalog === null ? isAtLeast(target.installation.version, '0.3.41') : catalog.flags.has('--database-url');
  // What follows a question mark would be read as options of the database.
  if (isKnown && (sharesInstall || !usesAssets) && !engineDir.includes('?')) {
    own.push({ flag: '--database-url', value: sqliteUrl(path.join(engineDir, 'comfyui.db')) });
  }
  return own;
};

/** `sqlite:///` and the path: four slashes on POSIX, `sqlite:///C:/…` on Windows. */
const sqliteUrl = (file: string): string => `sqlite:///${file.replaceAll('\\', '/')}`;

/**
 * A person may want ComfyUI's own page on other addresses; Hearth itself always goes over this machine, so loopback is added where it
 * is missing. `undefined`: not given; null: a bare `--listen`, which means every address.
 */
const listenOn = (wanted: string | null | undefined): { value: string | null; host: string } => {
  if (wanted === undefined) return { value: '127.0.0.1', host: '127.0.0.1' };
  if (wanted === null) return { value: null, host: '127.0.0.1' };
  const addresses = wanted.split(',').flatMap((address) => address.trim() || []);
  const loopback = addresses.find((address) => ['127.0.0.1', '0.0.0.0', 'localhost', '::1', '::'].includes(address));
  if (loopback) return { value: addresses.join(','), host: loopback.startsWith('::') ? '[::1]' : '127.0.0.1' };
  return { value: ['127.0.0.1', ...addresses].join(','), host: '127.0.0.1' };
};

const foldersOf = (flags: readonly FlagSetting[], cwd: string, installBase: string): EngineFolders => {
  const absolute = (folder: string): string => path.resolve(cwd, folder);
  const base = absolute(flagValue(flags, '--base-directory') ?? installBase);
  const tempParent = flagValue(flags, '--temp-directory');
  return {
    output: absolute(flagValue(flags, '--output-directory') ?? path.join(base, 'output')),
    input: absolute(flagValue(flags, '--input-directory') ?? path.join(base, 'input')),
    temp: path.join(tempParent ? absolute(tempParent) : base, 'temp'),
  };
};
