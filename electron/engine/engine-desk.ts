import { AppError } from '../../shared/app-error.ts';
import type { Settings } from '../../shared/settings.ts';
import type { EngineEventRows } from '../db/engine-events.ts';
import type { LaunchRows } from '../db/engine-launches.ts';
import type { EngineRow } from '../db/engines.ts';
import type { Engines } from './engines.ts';
import type { DeskEngine, FlagDesk } from './flag-desk.ts';
import { toFacts, toLaunches, toSteps } from './launch-history.ts';
import type { Supervisor } from './supervisor-types.ts';

/** What people ask about an engine's flags and its past. */
export type EngineDesk = Pick<
  Engines,
  'flags' | 'commandLine' | 'parseFlags' | 'judgeProfile' | 'patchedFlags' | 'chooseProfile' | 'launches' | 'history' | 'facts'
>;

interface EngineDeskDeps {
  must: (id: string) => Supervisor;
  flags: FlagDesk;
  launches: LaunchRows;
  events: EngineEventRows;
  settings: () => Settings;
  sharesInstall: (row: EngineRow) => boolean;
}

/** How far back the facts of an earlier start are looked for. */
const factsDepth = 20;

/** Answers from the installation, the stored launches and the stored steps. */
export const createEngineDesk = ({ must, flags, launches, events, settings, sharesInstall }: EngineDeskDeps): EngineDesk => {
  const at = (id: string): DeskEngine => {
    const { row, view } = must(id);
    return { row, view: view(), sharesInstall: sharesInstall(row), previewMethod: settings().previews };
  };
  return {
    flags: (id) => flags.page(at(id)),
    commandLine: (id, draft) => flags.commandLine(at(id), draft),
    parseFlags: (id, text) => flags.parse(at(id), text),
    judgeProfile: (id, draft) => flags.judge(at(id), draft),
    patchedFlags: (id, before, patches) => flags.patch(at(id), before, patches),
    async chooseProfile(id, profile, restart) {
      const engine = must(id);
      if (engine.row.kind === 'external') throw new AppError('unsupported', 'engineNotOurs', { name: engine.row.name });
      if (restart === 'now') return engine.restart({ profile, isWanted: true });
      engine.chooseProfile(profile);
      return engine.view();
    },
    launches: (id, limit) => toLaunches(launches.list(must(id).row.id, limit)),
    history: (id, limit) => toSteps(events.list(must(id).row.id, limit)),
    facts(id) {
      const { bootFacts, launchId } = must(id).view();
      return toFacts(bootFacts, launchId, launches.list(id, factsDepth));
    },
  };
};
