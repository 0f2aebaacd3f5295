import { spawnSync } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { availableParallelism, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import type { JobCounts } from '../shared/job.ts';
import { EventHub, type Handlers, type OnInternal } from '../shared/rpc.ts';
import type { Settings } from '../shared/settings.ts';
import type { Artifacts, Inputs } from './artifacts/artifacts.ts';
import { createArtifacts } from './artifacts/create-artifacts.ts';
import { createInputs } from './artifacts/create-inputs.ts';
import { diskFiles, type StoreFiles } from './artifacts/store-files.ts';
import { createBenchmarks } from './benchmarks/benchmarks.ts';
import type { Config } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { openDatabase } from './db/database.ts';
import { createProfileRows } from './db/profiles.ts';
import { createSettingRows } from './db/settings.ts';
import { stretchLog } from './db/stretch-log.ts';
import { createEngines } from './engine/engines-service.ts';
import { findDriver } from './engine/gpu-driver.ts';
import { createProfiles } from './engine/profiles-service.ts';
import { createHandlers } from './handlers.ts';
import type { HostActions } from './host-actions.ts';
import { lockDataFolder } from './host-lock.ts';
import { openIncidents } from './incident-sources.ts';
import type { Incidents } from './incidents/incidents.ts';
import { startAutomaticTrials } from './incidents/trial/automatic.ts';
import type { TrialDeps } from './incidents/trial/trial-deps.ts';
import { createTrials } from './incidents/trial/trials.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { guarded, guardedClock } from './lib/guarded-clock.ts';
import { type Log, openLog } from './lib/log.ts';
import { createLoadWatch, followAllCards } from './load-feed.ts';
import { createLoadSamples } from './load-samples.ts';
import { startMemoryFeed } from './memory-feed.ts';
import { createQueue } from './queue/create-queue.ts';
import type { Queue } from './queue/queue.ts';
import { createRecords } from './records/records.ts';
import { createSettingsStore } from './settings-store.ts';
import { createTemplates } from './templates/create-templates.ts';
import { drawSeed } from './templates/draw-seed.ts';

/** The services of one data folder, whatever host they run inside. */
export interface App {
  handlers: Handlers;
  hub: EventHub;
  log: Log;
  /** For `serve`: unexpected errors go to the log, never to a client. */
  onInternal: OnInternal;
  /** Where the bytes behind addresses come from. */
  files: {
    artifact: Artifacts['find'];
    preview: Queue['preview'];
    input: Inputs['find'];
    addInput: Inputs['add'];
    diagnose: Incidents['diagnoseGiven'];
  };
  counts(): JobCounts;
  language(): Settings['language'];
  /** Takes up the work: adopts and starts engines, recovers what an earlier host left, then claims. */
  start(): Promise<void>;
  /**
   * Claims nothing more, stops every engine that was started, closes everything. After `deadlineMs` what still lives is killed.
   * No child, timer, socket or file is left.
   */
  stop(deadlineMs?: number): Promise<void>;
  /** Kills every engine process at once, for a host that must end now. */
  kill(): void;
}

export interface AppDeps {
  actions?: HostActions;
  clock?: Clock;
  /** What writes pictures; the machine's own disk unless somebody lets it fail. */
  files?: StoreFiles;
}

/** Often enough for the peak of a short sample. */
const benchmarkCardsMs = 500;
/** An engine's own stop takes 25 s at most. */
const stopWithinMs = 30_000;

/**
 * Builds the services in order, each on those before it; nothing runs yet. Throws AppError when the data folder is in use, cannot
 * be used, or was written by a newer Hearth; nothing is left open then.
 */
export async function createApp(
  config: Config,
  { actions = {}, clock: time = systemClock, files = diskFiles }: AppDeps = {},
): Promise<App> {
  const { dataDir } = config;
  const opened: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (let end = opened.pop(); end; end = opened.pop()) await end();
  };
  try {
    prepareDataFolder(dataDir);
    opened.push(lockDataFolder(dataDir));
    const now = (): number => time.now();
    const log = openLog({ file: join(dataDir, 'logs', 'hearth.log'), now });
    opened.push(() => log.close());
    const onFault = (error: unknown): void => log.error('something that was due failed', { error });
    const clock = guardedClock(time, onFault);
    const db = openDatabase(join(dataDir, 'hearth.db'));
    opened.push(() => db.close());
    stretchLog(db);

    const onInternal: OnInternal = (where, error) => log.error('internal error', { where, error });
    const hub = new EventHub(onInternal);
    const emit: EventHub['emit'] = (name, payload) => hub.emit(name, payload);
    const settings = createSettingsStore(createSettingRows(db), (changed) => emit('settings.changed', changed));
    const templates = createTemplates({ db, dataDir, workflowsDir: config.workflowsDir, now });
    await templates.reload();
    const artifacts = createArtifacts({ db, dataDir, files });
    const inputs = createInputs({ dataDir, files });
    const engines = createEngines({
      db,
      config,
      clock,
      log,
      settings: settings.get,
      emit,
      onExit: (engine, report) => incidents.engineEnded(engine, report),
    });
    const profiles = createProfiles({ rows: createProfileRows(db), engines, emit });
    const records = createRecords({ db, log, engine: engines.get, driver: findDriver, system: `${type()} ${release()}` });
    const samples = createLoadSamples(hub, records.see);
    const load = createLoadWatch({ engines, hub: samples, clock });
    opened.push(load.stop);
    const queue = createQueue({
      db,
      clock,
      log,
      settings: settings.get,
      templates,
      artifacts,
      inputs,
      records,
      engines,
      emit,
      drawSeed,
      random: Math.random,
      freeBytesOf,
      defer: (act) => void setImmediate(guarded(act, onFault)),
      onFailed: (failure) => incidents.attemptFailed(failure),
      onStored: (stored) => incidents.attemptStored(stored),
    });
    const job = (id: string) => queue.get(id)?.job;
    const { incidents, lookAtCards } = openIncidents({ config, db, clock, log, emit, engines, templates, samples, job });
    opened.push(incidents.stop);
    const trialDeps: TrialDeps = {
      db,
      clock,
      log,
      settings: settings.get,
      engines,
      queue,
      templates,
      artifacts,
      incidents,
      hub,
    };
    const trials = createTrials(trialDeps);
    const benchmarks = createBenchmarks({
      db,
      clock,
      log,
      engines,
      queue,
      templates,
      hub,
      machineLoad,
      followCards: () => followAllCards(benchmarkCardsMs),
      random: Math.random,
    });
    let isStopping = false;
    const start = async (): Promise<void> => {
      void lookAtCards().catch((error: unknown) => log.warn('graphics cards could not be looked at', { error }));
      if (!isStopping) await trials.recover();
      if (!isStopping) await benchmarks.recover();
      if (!isStopping) await engines.startWanted();
      // Before the queue ends the attempts that an earlier host left: they tell what a launch was doing.
      if (!isStopping) incidents.start();
      if (!isStopping) await queue.start();
      if (!isStopping) trials.start();
      if (!isStopping) opened.push(startAutomaticTrials(trialDeps, trials));
      if (!isStopping) opened.push(startMemoryFeed(engines, samples, clock, true));
    };
    const kill = (): void => {
      for (const { pid, kind } of engines.list()) if (pid !== null && kind !== 'external') killTree(pid);
    };
    const stop = async (deadlineMs = stopWithinMs): Promise<void> => {
      isStopping = true;
      trials.close();
      benchmarks.close();
      const gently = queue.stop().then(() => engines.close());
      const late = new Promise<'late'>((resolve) => {
        const callOff = clock.after(deadlineMs, () => resolve('late'));
        void gently.finally(callOff).catch(() => {});
      });
      try {
        if ((await Promise.race([gently, late])) === 'late') {
          log.error('stopping took too long');
          kill();
        }
      } catch (error) {
        log.error('stopping failed', { error });
        kill();
      } finally {
        await close();
      }
    };
    return {
      handlers: createHandlers({
        config,
        hub,
        settings,
        templates,
        artifacts,
        engines,
        profiles,
        load,
        queue,
        incidents,
        trials,
        benchmarks,
        actions,
      }),
      hub,
      log,
      onInternal,
      files: {
        artifact: artifacts.find,
        preview: queue.preview,
        input: inputs.find,
        addInput: inputs.add,
        diagnose: incidents.diagnoseGiven,
      },
      counts: queue.counts,
      language: () => settings.get().language,
      start,
      stop,
      kill,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Windows tells no load of this kind. */
function machineLoad(): number | null {
  return process.platform === 'win32' ? null : (loadavg()[0] ?? 0) / availableParallelism();
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** At once and to the end: the program may not live to see an answer. Engines lead a process group of their own. */
function killTree(pid: number): void {
  try {
    // On Windows a venv's python.exe only starts the real one, which its death would leave alone.
    if (process.platform === 'win32') spawnSync('taskkill.exe', ['/PID', String(pid), '/T', '/F'], { timeout: 5_000 });
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
