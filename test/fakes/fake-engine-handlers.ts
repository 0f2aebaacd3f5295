import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Engine, Install, LogLine } from '../../shared/engine.ts';
import type { EngineStep, FactsPage, Launch } from '../../shared/launch.ts';
import type { LogFilter, LogJob } from '../../shared/log.ts';
import type { EventHub, Handlers } from '../../shared/rpc.ts';
import { nextId, sampleEngine, sampleMemory } from './fake-data.ts';
import type { FlagNames } from './fake-profile-handlers.ts';

/** What the fake host knows of engines, their pasts and their logs. */
export interface FakeEngineFacts {
  engines: Engine[];
  installs: Install[];
  log: LogLine[];
  logJobs: LogJob[];
  /** Newest first. */
  launches: Launch[];
  steps: EngineStep[];
  previousFacts: FactsPage['previous'];
}

/** One that is ready, and nothing of its past. */
export const oneEngine = (): FakeEngineFacts => ({
  engines: [sampleEngine()],
  installs: [],
  log: [],
  logJobs: [],
  launches: [],
  steps: [],
  previousFacts: null,
});

/** Changes or adds an engine and tells everyone. */
export const setEngine = (state: FakeEngineFacts, hub: EventHub, engine: Engine): void => {
  const index = state.engines.findIndex((known) => known.id === engine.id);
  if (index < 0) state.engines.push(engine);
  else state.engines[index] = engine;
  hub.emit('engine.changed', engine);
};

const logMatches = (log: LogLine[], { level, text, isPattern, attempt }: LogFilter): LogLine[] => {
  const levels = { all: /./, warnings: /warning|error|critical/, errors: /error|critical/ }[level];
  const pattern = isPattern ? new RegExp(text, 'i') : null;
  return log.filter(
    (line) =>
      levels.test(line.level) &&
      (pattern ? pattern.test(line.text) : line.text.toLowerCase().includes(text.toLowerCase())) &&
      (attempt === undefined || line.text.includes(attempt)),
  );
};

type Names = Exclude<Extract<keyof Handlers, `engines.${string}` | `installs.${string}`>, FlagNames>;

/** Answers about engines from plain data: a start is ready at once. */
export function engineHandlers(state: FakeEngineFacts, hub: EventHub): Pick<Handlers, Names> {
  const engine = (id: string): Engine => {
    const found = state.engines.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'internal');
    return found;
  };
  const move = (id: string, next: Partial<Engine>): Engine => {
    const changed = { ...engine(id), since: new Date().toISOString(), problem: null, ...next };
    setEngine(state, hub, changed);
    return changed;
  };
  return {
    'engines.log': ({ id, launchId, from, limit }) => {
      const lines = from === undefined ? state.log.slice(-limit) : state.log.filter((line) => line.n > from).slice(0, limit);
      return { launchId: launchId ?? engine(id).launchId, lines, total: state.log.length };
    },
    'engines.logView': ({ id, launchId, filter, at, line, limit }) => {
      const lines = logMatches(state.log, filter);
      const first = line === undefined ? (at ?? Math.max(0, lines.length - limit)) : lines.findIndex(({ n }) => n >= line);
      return {
        launchId: launchId ?? engine(id).launchId,
        stamp: 1,
        matches: lines.length,
        total: state.log.length,
        first,
        lines: lines.slice(first, first + limit),
      };
    },
    'engines.logError': ({ filter, from, direction }) => {
      const lines = logMatches(state.log, filter);
      const isError = (index: number): boolean => lines[index]?.level === 'error' || lines[index]?.level === 'critical';
      const places = lines.map((_, index) => index).filter(isError);
      return { at: (direction === 'next' ? places.find((at) => at > from) : places.findLast((at) => at < from)) ?? null };
    },
    'engines.logJobs': () => ({ jobs: state.logJobs }),
    'engines.memory': ({ id }) => sampleMemory({ engine: engine(id).id }),
    'engines.launches': () => ({ launches: state.launches }),
    'engines.history': () => ({ steps: state.steps }),
    'engines.facts': ({ id }) => ({ facts: engine(id).bootFacts, previous: state.previousFacts }),
    'installs.find': () => ({ installs: state.installs }),
    'installs.check': ({ location }) => {
      const found = state.installs.find((install) => install.location === location);
      return found ?? { location, layout: 'unknown', python: null, version: null, checks: [], isUsable: false };
    },
    'engines.add': (input) => {
      const added = sampleEngine({
        id: state.engines.length === 0 && input.kind === 'demo' ? 'demo' : nextId(),
        kind: input.kind,
        name: input.kind === 'demo' ? 'Demo engine' : (input.name ?? (input.kind === 'managed' ? 'ComfyUI' : input.url)),
        folder: input.kind === 'managed' ? input.folder : null,
        state: 'stopped',
        isWanted: false,
        pid: null,
        url: input.kind === 'external' ? input.url : null,
        bootFacts: noBootFacts,
        launchId: null,
      });
      setEngine(state, hub, added);
      return added;
    },
    'engines.addTwin': ({ id, device }) => {
      const twin = { ...engine(id), id: `${id}-2`, name: `${engine(id).name} 2`, profile: `Default · GPU ${device}` };
      setEngine(state, hub, twin);
      return twin;
    },
    'engines.remove': ({ id }) => {
      state.engines = state.engines.filter((known) => known.id !== id);
      hub.emit('engine.removed', { id });
      return {};
    },
    'engines.start': ({ id, port }) => {
      move(id, { state: 'starting', isWanted: true, pid: 4121, launchId: nextId(), freePort: null });
      return move(id, { state: 'ready', url: `http://127.0.0.1:${port ?? 8188}`, bootFacts: sampleEngine().bootFacts });
    },
    'engines.stop': ({ id }) => move(id, { state: 'stopped', isWanted: false, pid: null }),
    'engines.restart': ({ id }) => move(id, { state: 'ready' }),
    'engines.useProfile': ({ id, profile, restart }) =>
      restart === 'now' ? move(id, { state: 'ready', profileId: profile }) : move(id, { profileId: profile }),
    'engines.watchLoad': () => ({ forMs: 30_000 }),
  };
}
