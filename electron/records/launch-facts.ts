import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Engine } from '../../shared/engine.ts';
import type { LaunchFacts } from '../../shared/record.ts';
import { readCustomNodes } from './custom-nodes.ts';
import { gitCommit } from './git-commit.ts';

/** What `/system_stats` tells; the engine client's answer fits. */
export interface StatsFacts {
  version: string | null;
  argv: string[];
  python: string | null;
  torch: string | null;
  device: string | null;
}

interface LaunchSources {
  engine: Pick<Engine, 'kind' | 'folder' | 'bootFacts'>;
  /** Program and all words; undefined: Hearth did not start it. */
  command: readonly string[] | undefined;
  /** null: it did not answer. */
  stats: StatsFacts | null;
  driver: string | null;
  /** System and release of this machine. */
  system: string;
}

/**
 * What an engine is while this launch runs. Of an engine on another machine only what it tells of itself is known: no commits, no
 * custom nodes, no driver. Never throws.
 */
export const gatherLaunchFacts = async ({ engine, command, stats, driver, system }: LaunchSources): Promise<LaunchFacts> => {
  const { bootFacts } = engine;
  const isHere = engine.kind !== 'external';
  const words = command ? flagWords(command) : stats ? stats.argv.slice(1) : null;
  const folders = engine.kind === 'managed' ? programFolders(command ?? [], engine.folder) : [];
  return {
    kind: engine.kind,
    comfyui: { version: stats?.version ?? bootFacts.comfyui, commit: await firstOf(folders, gitCommit) },
    customNodes: engine.kind === 'demo' ? [] : isHere ? await customNodesOf(words ?? [], folders) : null,
    python: stats?.python ?? bootFacts.python,
    torch: stats?.torch ?? bootFacts.torch,
    gpu: stats?.device ?? bootFacts.device,
    driver: isHere ? driver : null,
    system: isHere ? system : null,
    arguments: words,
  };
};

/** The words that follow the program: `main.py`, or the demo engine's own name. Pure. */
export const flagWords = (command: readonly string[]): string[] => {
  const program = command.findIndex((word) => /(?:^|[\\/])main\.py$/.test(word) || word === 'demo-engine');
  return program < 0 ? command.slice(1) : command.slice(program + 1);
};

/** Where the program may lie: its launcher may name it relative to the folder that a person picked. */
const programFolders = (command: readonly string[], folder: string | null): string[] => {
  const script = command.find((word) => /(?:^|[\\/])main\.py$/.test(word)) ?? 'main.py';
  if (isAbsolute(script)) return [dirname(script)];
  return folder === null ? [] : [resolve(folder, dirname(script)), folder];
};

const customNodesOf = (words: readonly string[], folders: readonly string[]): Promise<LaunchFacts['customNodes']> => {
  if (words.includes('--disable-all-custom-nodes')) return Promise.resolve([]);
  const base = words[words.indexOf('--base-directory') + 1];
  const bases = words.includes('--base-directory') && base !== undefined ? [base, ...folders] : folders;
  return firstOf(
    bases.map((folder) => join(folder, 'custom_nodes')),
    readCustomNodes,
  );
};

const firstOf = async <T>(folders: readonly string[], read: (folder: string) => Promise<T | null>): Promise<T | null> => {
  for (const folder of folders) {
    const found = await read(folder);
    if (found !== null) return found;
  }
  return null;
};
