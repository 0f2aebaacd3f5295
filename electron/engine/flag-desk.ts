import { totalmem } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { Engine, FlagSetting, Problem, Profile } from '../../shared/engine.ts';
import type { CommandLine, FlagInfo, FlagPage, ParsedFlags } from '../../shared/flag.ts';
import { joinValues, splitValues } from '../../shared/flag-values.ts';
import type { FlagPatch } from '../../shared/incident.ts';
import { problemOf } from '../../shared/problem.ts';
import type { EngineRow } from '../db/engines.ts';
import type { FlagCatalog } from './flag-catalog.ts';
import { flagHints } from './flag-hints.ts';
import { flagSince } from './flag-since.ts';
import { settingsFromWords, wordsOfSetting } from './flag-words.ts';
import { judgeCommandLine, readFlags } from './flags.ts';
import { findGpus, type GpuFacts } from './gpu-facts.ts';
import { judgeFlags } from './judge-flags.ts';
import { type LaunchPlan, planLaunch } from './launch.ts';
import { mergeLayers } from './launch-layers.ts';
import { portOf, usualPort } from './open-run.ts';
import { patchFlags } from './patch-flags.ts';
import { findGround, type LaunchGround, type LaunchSetting } from './prepare-launch.ts';
import { profileChanges } from './profile-changes.ts';
import { terminalWords } from './terminal-words.ts';

/** An engine as an editor of profiles sees it. */
export interface DeskEngine {
  row: EngineRow;
  view: Engine;
  sharesInstall: boolean;
  previewMethod: string;
}

type Draft = Pick<Profile, 'flags' | 'env'>;

/** What people ask about flags before anything is started. Rejects with AppError where the installation cannot be used at all. */
export interface FlagDesk {
  page(engine: DeskEngine): Promise<FlagPage>;
  commandLine(engine: DeskEngine, draft: Draft): Promise<CommandLine>;
  parse(engine: DeskEngine, text: string): Promise<ParsedFlags>;
  /** The first thing that is wrong; null: accepted, or nobody could be asked. */
  judge(engine: DeskEngine, draft: Draft): Promise<AppError | null>;
  patch(engine: DeskEngine, flags: readonly FlagSetting[], patches: readonly FlagPatch[]): Promise<FlagSetting[]>;
}

/** Flags that Hearth gives by itself; which of them depends on engine and version. */
const owned = ['--port', '--temp-directory', '--base-directory', '--database-url', '--disable-auto-launch'];

/** Answers from the installation itself. The machine's cards are looked up once. */
export const createFlagDesk = (setting: LaunchSetting, findCards: () => Promise<GpuFacts[]> = findGpus): FlagDesk => {
  let cards: Promise<GpuFacts[]> | null = null;

  const open = async ({ row }: DeskEngine): Promise<LaunchGround & { catalog: FlagCatalog | null }> => {
    if (row.kind === 'external') throw new AppError('unsupported', 'engineNotOurs', { name: row.name });
    const ground = await findGround(row, setting);
    return { ...ground, catalog: await readFlags(ground.source) };
  };

  const plan = (
    { row, view, sharesInstall, previewMethod }: DeskEngine,
    { target, catalog }: Pick<LaunchGround, 'target'> & { catalog: FlagCatalog | null },
    draft: Draft,
  ): LaunchPlan =>
    planLaunch({
      target,
      engineDir: join(setting.enginesDir, row.id),
      layers: [draft.flags, settingsFromWords(setting.runWords, catalog).flags],
      env: draft.env,
      hostEnv: setting.hostEnv,
      catalog,
      port: row.port ?? (view.url === null ? usualPort : portOf(view.url)),
      sharesInstall,
      previewMethod,
    });

  const problemsOf = async (
    source: LaunchGround['source'],
    catalog: FlagCatalog | null,
    draft: Draft,
    planned: LaunchPlan,
  ): Promise<AppError[]> => {
    const found = catalog ? judgeFlags(catalog, mergeLayers([draft.flags], catalog)) : [];
    if (found.length > 0) return found;
    const refusal = await judgeCommandLine(source, planned.flagWords);
    return refusal ? [namingFlag(refusal)] : [];
  };

  return {
    async page(engine) {
      const { target, catalog } = await open(engine);
      if (catalog === null) return { source: 'none', flags: [], hints: [] };
      const given = new Set(plan(engine, { target, catalog }, { flags: [], env: {} }).flags.map(({ flag }) => flag));
      const flags = [...catalog.flags.values()].map(
        (spec): FlagInfo => ({
          ...spec,
          since: flagSince.get(spec.flag) ?? null,
          isOwned: owned.includes(spec.flag) && given.has(spec.flag),
        }),
      );
      // The demo engine computes nothing: no card suits it better than another.
      if (engine.row.kind === 'demo') return { source: catalog.source, flags, hints: [] };
      cards ??= findCards();
      const { bootFacts, problem } = engine.view;
      const hints = flagHints(
        {
          platform: process.platform,
          ramBytes: totalmem(),
          gpus: await cards,
          device: bootFacts.device,
          vramMb: bootFacts.vramMb,
          dynamicVram: bootFacts.dynamicVram,
          torch: bootFacts.torch,
          problem: problem?.key ?? null,
        },
        (flag) => catalog.flags.has(flag),
      );
      return { source: catalog.source, flags, hints };
    },
    async commandLine(engine, draft) {
      const { target, source, catalog } = await open(engine);
      const planned = plan(engine, { target, catalog }, draft);
      const own = new Set(mergeLayers([draft.flags], catalog).map((setting) => JSON.stringify([setting.flag, setting.value])));
      const before = planned.args.slice(0, planned.args.length - planned.flagWords.length);
      const words = [
        ...[planned.file, ...before].map((text) => ({ text, isOwn: false })),
        ...planned.flags.flatMap((setting) =>
          wordsOfSetting(setting, catalog).map((text) => ({
            text,
            isOwn: own.has(JSON.stringify([setting.flag, setting.value])),
          })),
        ),
      ];
      const { lastGood } = engine.row;
      return {
        words,
        text: terminalWords(
          words.map(({ text }) => text),
          process.platform,
        ),
        flagText: joinValues(draft.flags.flatMap((flag) => wordsOfSetting(flag, catalog))),
        problems: (await problemsOf(source, catalog, draft, planned)).map(toProblem),
        changes: lastGood === null ? null : profileChanges(lastGood, draft, catalog),
      };
    },
    async parse(engine, text) {
      const { catalog } = await open(engine);
      const { flags, stray } = settingsFromWords(splitValues(text), catalog);
      const strays = stray.map((word) => problemOf('flagStray', { word }));
      return { flags, problems: [...strays, ...(catalog ? judgeFlags(catalog, flags).map(toProblem) : [])] };
    },
    patch: async (engine, flags, patches) => patchFlags(flags, patches, (await open(engine)).catalog),
    async judge(engine, draft) {
      // An installation that is broken today can be repaired; the profile is kept as it is wished, and the start judges it.
      const ground = await open(engine).catch((error: unknown) => {
        if (error instanceof AppError && error.code !== 'unsupported') return null;
        throw error;
      });
      if (!ground) return null;
      const { target, source, catalog } = ground;
      const [problem] = await problemsOf(source, catalog, draft, plan(engine, { target, catalog }, draft));
      return problem ?? null;
    },
  };
};

const toProblem = ({ key, params, message }: AppError): Problem => ({ key, params, message });

/** The parser's own complaint begins with the flag it means: `argument --user-directory: …`. */
const namingFlag = (error: AppError): AppError => {
  const flag = /^argument (?:-\w\/|-\w, )?(--[\w-]+)/.exec(String(error.params.message))?.[1];
  return flag === undefined ? error : new AppError(error.code, error.key, { ...error.params, flag });
};
