import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { EngineMemory, ExitReport } from '../../shared/engine.ts';
import type { EngineAdd } from '../../shared/engine-contract.ts';
import type { EventHub } from '../../shared/rpc.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Config } from '../config.ts';
import { createAttemptRows } from '../db/attempts.ts';
import type { Db } from '../db/database.ts';
import { createEngineEventRows } from '../db/engine-events.ts';
import { createLaunchRows } from '../db/engine-launches.ts';
import { createEngineRows, type EngineRow } from '../db/engines.ts';
import { createProfileRows } from '../db/profiles.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { openEngineClient } from './client.ts';
import { createEngineDesk } from './engine-desk.ts';
import type { Engines, LaneChange } from './engines.ts';
import { createExternalEngine } from './external-engine.ts';
import { createFlagDesk } from './flag-desk.ts';
import { createLogDesk } from './log-desk.ts';
import { pruneLogs } from './log-retention.ts';
import { createLogWork } from './log-work.ts';
import { newEngineRow, resolveEngine } from './new-engine.ts';
import { nextFreePort, portState } from './ports.ts';
import { createLauncher, type Launcher } from './prepare-launch.ts';
import { probeEngine } from './probe.ts';
import { createSupervisor } from './supervisor.ts';
import type { StartOptions, Supervisor, SupervisorDeps } from './supervisor-types.ts';
import { systemProcesses } from './system-processes.ts';

export interface EnginesDeps {
  db: Db;
  config: Pick<Config, 'dataDir' | 'engine' | 'engineFlags' | 'entry'>;
  clock: Clock;
  log: Log;
  /** As they are now; asked for each decision. */
  settings: () => Settings;
  emit: EventHub['emit'];
  /** A process is gone, whoever wanted that. */
  onExit?: (engine: string, report: ExitReport) => void;
  /** In [0, 1): spreads restarts and ports. */
  random?: () => number;
  /** How engines of this machine are started; tests start programs of their own. */
  launcher?: Launcher;
}

const probeMs = 5_000;
const pruneMs = 3_600_000;

/** All engines of a data folder: their rows, their processes, the lanes over those that are ready. */
export const createEngines = (deps: EnginesDeps): Engines => {
  const { db, config, clock, log, settings, emit, random = Math.random } = deps;
  const enginesDir = join(config.dataDir, 'engines');
  const logsDir = join(config.dataDir, 'logs');
  const rows = createEngineRows(db);
  const launches = createLaunchRows(db);
  const logWork = createLogWork(config.entry, clock);
  const events = createEngineEventRows(db);
  const launchSetting = { enginesDir, entry: config.entry, runWords: config.engineFlags, hostEnv: process.env };
  const launcher = deps.launcher ?? createLauncher(launchSetting);
  const supervisors = new Map<string, Supervisor>();
  const listeners = new Set<(change: LaneChange) => void>();
  let waitingJobs = 0;
  let isClosed = false;
  let stopPruning = (): void => {};

  const shared: SupervisorDeps = {
    db,
    rows,
    launches,
    events,
    profiles: createProfileRows(db),
    clock,
    log,
    settings,
    random,
    table: systemProcesses(),
    platform: process.platform,
    prepare: launcher.prepare,
    openClient: (options) => openEngineClient({ ...options, clock, log: (line) => log.debug(line, { engine: options.url }) }),
    probe: (url) => probeEngine(url, { clock, timeoutMs: probeMs }),
    ports: { state: portState, nextFree: nextFreePort },
    enginesDir,
    logsDir,
    hasWaitingJobs: () => waitingJobs > 0,
    sharesInstall: (row) =>
      rows.list().some((other) => other.id !== row.id && other.folder !== null && other.folder === row.folder),
    onChange: (engine) => emit('engine.changed', engine),
    onExit: (engine, report) => deps.onExit?.(engine, report),
    onLane(change) {
      for (const listener of [...listeners]) {
        try {
          listener(change);
        } catch (error) {
          log.error('a listener to lanes failed', { change: change.type, error });
        }
      }
    },
    onLog: (engine, page) => emit('engine.log', { engine, page }),
    onLogCut: (file) => logWork.forget(file),
  };

  const watch = (row: EngineRow): Supervisor => {
    const supervisor = row.url === null ? createSupervisor(row, shared) : createExternalEngine(row, row.url, shared);
    supervisors.set(row.id, supervisor);
    return supervisor;
  };
  for (const row of rows.list()) watch(row);

  const must = (id: string): Supervisor => {
    const found = supervisors.get(id);
    if (!found) throw new AppError('not-found', 'noSuchEngine', { id });
    return found;
  };
  const mustBeOurs = (id: string): Supervisor => {
    const found = must(id);
    if (found.row.kind === 'external') throw new AppError('unsupported', 'engineNotOurs', { name: found.row.name });
    return found;
  };
  const addRow = (chosen: Pick<EngineRow, 'kind' | 'folder' | 'python' | 'url'>, name?: string): Supervisor => {
    const row = newEngineRow(chosen, name, rows.list());
    rows.insert(row, clock.now());
    const added = watch(row);
    emit('engine.changed', added.view());
    return added;
  };
  /** The same engine is not added twice. */
  const findOrAdd = async (engine: EngineAdd): Promise<Supervisor> => {
    const chosen = await resolveEngine(engine);
    const known = [...supervisors.values()].find(
      ({ row }) =>
        row.kind === chosen.kind && row.folder === chosen.folder && row.url === chosen.url && row.python === chosen.python,
    );
    if (known) return known;
    return addRow(chosen, 'name' in engine ? engine.name : undefined);
  };

  const startOne = async (one: Supervisor): Promise<void> => {
    try {
      await one.start({});
    } catch (error) {
      log.error(`engine ${one.row.id} was not started`, { error });
    }
  };

  const prune = async (): Promise<void> => {
    stopPruning();
    const { logKeepMs, logKeepBytes } = settings();
    for (const id of supervisors.keys()) {
      const newest = launches.newest(id);
      const inUse = new Set(newest ? [newest.logFile] : []);
      const gone = await pruneLogs(join(logsDir, id), inUse, clock.now(), { keepMs: logKeepMs, keepBytes: logKeepBytes });
      if (gone.length > 0) log.info(`old logs of engine ${id} were deleted`, { files: gone.length });
    }
    if (!isClosed) stopPruning = clock.after(pruneMs, () => void prune());
  };

  const { sharesInstall } = shared;
  const desk = createEngineDesk({ must, flags: createFlagDesk(launchSetting), launches, events, settings, sharesInstall });
  const currentLaunch = (id: string): string | null => must(id).view().launchId;
  const logDesk = createLogDesk({ currentLaunch, work: logWork, launches, attempts: createAttemptRows(db) });
  return {
    ...desk,
    ...logDesk,
    list: () => [...supervisors.values()].map((one) => one.view()),
    get: (id) => supervisors.get(id)?.view(),
    add: async (engine) => (await findOrAdd(engine)).view(),
    addBeside(id) {
      const { row } = mustBeOurs(id);
      if (row.kind !== 'managed') throw new AppError('unsupported', 'engineNoTwin', { name: row.name });
      return addRow(row).view();
    },
    async remove(id) {
      const removed = must(id);
      await removed.close();
      supervisors.delete(id);
      rows.remove(id);
      emit('engine.removed', { id });
    },
    start: async (id, options: StartOptions = {}) => must(id).start({ ...options, isWanted: true }),
    async stop(id) {
      const stopped = must(id);
      stopped.setWanted(false);
      return stopped.stop();
    },
    setWanted: (id, isWanted) => must(id).setWanted(isWanted),
    restart: async (id, options: StartOptions = {}) => must(id).restart({ ...options, isWanted: true }),
    startTrial: async (id, profile) => mustBeOurs(id).restart({ trial: profile, isWanted: true }),
    keepTrial(id, profile) {
      const kept = mustBeOurs(id);
      kept.keepTrial(profile);
      return kept.view();
    },
    async startWanted() {
      const { engine } = config;
      // Wanted for this run only: the row says what happens without it.
      const [added] = await Promise.allSettled(engine ? [findOrAdd(engine)] : []);
      const runOnly = added?.status === 'fulfilled' ? added.value : null;
      const all = [...supervisors.values()];
      const isWanted = (one: Supervisor): boolean => one === runOnly || one.row.isWanted;
      await Promise.all(all.map((one) => one.adopt(isWanted(one))));
      if (isClosed) return;
      for (const one of all) if (isWanted(one)) void startOne(one);
      void prune().catch((error: unknown) => log.warn('old logs could not be deleted', { error }));
      // The others run; who asked for this one must hear of it.
      if (added?.status === 'rejected') throw added.reason;
    },
    declareDead: async (id, reason) => must(id).declareDead(reason),
    setRunning: (id, promptId) => supervisors.get(id)?.setRunning(promptId),
    forgiveDeath: (id, launchId) => supervisors.get(id)?.forgive(launchId),
    setWaiting(count) {
      const had = waitingJobs > 0;
      waitingJobs = count;
      if (had !== count > 0) for (const one of supervisors.values()) one.waitingChanged();
    },
    lanes: () => [...supervisors.values()].flatMap((one) => one.lane()?.lane ?? []),
    onLane(listener) {
      for (const one of supervisors.values()) {
        const up = one.lane();
        if (!up) continue;
        const { lane, isOpen } = up;
        listener({ type: 'up', lane });
        if (!isOpen) listener({ type: 'claims', engineId: lane.engineId, launchId: lane.launchId, isOpen });
      }
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async memory(id): Promise<EngineMemory> {
      const client = must(id).client();
      if (!client) throw new AppError('engine-unavailable', 'engineNotRunning', { name: must(id).row.name });
      const { ramTotalBytes, ramFreeBytes, vramTotalBytes, vramFreeBytes } = await client.stats();
      return { engine: id, at: new Date(clock.now()).toISOString(), ramTotalBytes, ramFreeBytes, vramTotalBytes, vramFreeBytes };
    },
    async judgeFlags(id, flags) {
      const { row } = must(id);
      if (row.kind === 'external') throw new AppError('unsupported', 'engineNotOurs', { name: row.name });
      const problem = await launcher.judge(row, flags);
      return { isAccepted: problem === null, message: problem?.message ?? null };
    },
    async close() {
      isClosed = true;
      stopPruning();
      await Promise.all([...supervisors.values()].map((one) => one.close()));
      await logWork.close();
    },
  };
};
