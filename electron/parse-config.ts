import { resolve } from 'node:path';
import type { AppPaths } from './app-paths.ts';
import type { Config } from './config.ts';
import { defaultDataFolder } from './data-folder.ts';
import { UsageError } from './lib/parse-args.ts';

/** A host's options as given, still text. */
export interface HostOptions {
  data?: string | undefined;
  port?: string | undefined;
  engine?: string | undefined;
  engineFlags?: readonly string[] | undefined;
}

/** Where a host starts. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  cwd: string;
}

/** The data folder that a command line means, absolute. Throws UsageError for the empty word that an unset variable leaves. Pure. */
export function dataFolderOf(data: string | undefined, { platform, env, home, cwd }: Surroundings): string {
  if (data === '') throw new UsageError('--data needs a folder.');
  return data === undefined ? defaultDataFolder(platform, env, home) : resolve(cwd, data);
}

/** Checks a host's options. Throws UsageError naming the option. Pure. */
export function parseConfig(options: HostOptions, host: Config['host'], paths: AppPaths, surroundings: Surroundings): Config {
  return {
    ...paths,
    dataDir: dataFolderOf(options.data, surroundings),
    port: options.port === undefined ? null : parsePort(options.port),
    engine: options.engine === undefined ? null : parseEngine(options.engine, surroundings.cwd),
    engineFlags: [...(options.engineFlags ?? [])],
    host,
  };
}

/** A port number; 0 stands for any. Throws UsageError. Pure. */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port must be a number from 0 (any) to 65535, not "${text}".`);
  return port;
}

function parseEngine(text: string, cwd: string): NonNullable<Config['engine']> {
  if (text === 'demo') return { kind: 'demo' };
  if (text === '') throw new UsageError('--engine needs "demo", the folder of a ComfyUI, or its URL.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: 'managed', folder: resolve(cwd, text) };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError(`--engine takes an http or https address, not "${text}".`);
  return { kind: 'external', url: text };
}
