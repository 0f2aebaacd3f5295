import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { FlagSetting, Profile } from '../../shared/engine.ts';
import type { EngineRow } from '../db/engines.ts';
import { settingsFromWords } from './flag-words.ts';
import { type FlagSource, judgeCommandLine, readFlags } from './flags.ts';
import { openInstall } from './install.ts';
import { judgeFlags } from './judge-flags.ts';
import { type LaunchPlan, type LaunchTarget, planLaunch } from './launch.ts';
import { mergeLayers } from './launch-layers.ts';
import type { LaunchVariant } from './machine.ts';

export interface LaunchRequest {
  row: EngineRow;
  profile: Profile;
  variant: LaunchVariant;
  port: number;
  sharesInstall: boolean;
  previewMethod: string;
}

/** What differs between hosts, not between launches. */
export interface LaunchSetting {
  /** Absolute `DATA/engines`. */
  enginesDir: string;
  /** Absolute path of `cli.js`, which is the demo engine too. */
  entry: string;
  /** The words after `serve … --`: the last layer of this run. */
  runWords: readonly string[];
  hostEnv: NodeJS.ProcessEnv;
}

/** What an engine is started from, and who can be asked about its flags. */
export interface LaunchGround {
  target: LaunchTarget;
  source: FlagSource;
}

/** Looks at the engine's installation as it is now. Throws AppError for a folder or a Python that cannot be used. */
export const findGround = async (
  row: EngineRow,
  { entry, hostEnv }: Pick<LaunchSetting, 'entry' | 'hostEnv'>,
): Promise<LaunchGround> => {
  if (row.kind === 'demo') {
    const program = { file: process.execPath, head: [entry, 'demo-engine'] };
    return {
      target: { kind: 'demo', ...program },
      source: { layout: 'demo', ...program, env: { ...hostEnv, ELECTRON_RUN_AS_NODE: '1' } },
    };
  }
  const installation = await openInstall(row.folder ?? '', row.python ?? undefined);
  return { target: { kind: 'managed', installation }, source: installation };
};

/** Makes the command line of one start. Throws AppError for a folder, a Python or a flag that cannot be used. */
export type PrepareLaunch = (request: LaunchRequest) => Promise<LaunchPlan>;

/** Ways to start the engines of this machine, and to judge flags for them. */
export interface Launcher {
  prepare: PrepareLaunch;
  /** null: accepted, or nobody could be asked. */
  judge(row: EngineRow, flags: readonly FlagSetting[]): Promise<AppError | null>;
}

/** Looks at the installation each time: a person may have repaired it since. What is slow to ask is kept by those who ask. */
export const createLauncher = ({ enginesDir, entry, runWords, hostEnv }: LaunchSetting): Launcher => {
  const targetOf = (row: EngineRow): Promise<LaunchGround> => findGround(row, { entry, hostEnv });

  return {
    async prepare({ row, profile, variant, port, sharesInstall, previewMethod }) {
      const { target, source } = await targetOf(row);
      // Without flags of its own there is nothing to look up for the demo engine, and its first start need not wait.
      const isPlain = row.kind === 'demo' && profile.flags.length === 0 && variant !== 'safe' && runWords.length === 0;
      const catalog = isPlain ? null : await readFlags(source);
      const run = settingsFromWords(runWords, catalog);
      const [stray] = run.stray;
      if (stray !== undefined) throw new AppError('invalid-input', 'flagStray', { word: stray });
      const safe: FlagSetting[] = variant === 'safe' ? [{ flag: '--disable-all-custom-nodes', value: null }] : [];
      const layers = [profile.flags, safe, run.flags];
      const [problem] = catalog ? judgeFlags(catalog, mergeLayers(layers, catalog)) : [];
      if (problem) throw problem;
      const plan = planLaunch({
        target,
        engineDir: join(enginesDir, row.id),
        layers,
        env: profile.env,
        hostEnv,
        catalog,
        port,
        sharesInstall,
        previewMethod,
      });
      const refusal = await judgeCommandLine(source, plan.flagWords);
      if (refusal) throw refusal;
      return plan;
    },
    async judge(row, flags) {
      const { source } = await targetOf(row);
      const catalog = await readFlags(source);
      const [problem] = catalog ? judgeFlags(catalog, mergeLayers([flags], catalog)) : [];
      return (
        problem ??
        (await judgeCommandLine(
          source,
          flags.flatMap(({ flag, value }) => (value === null ? [flag] : [flag, value])),
        ))
      );
    },
  };
};
