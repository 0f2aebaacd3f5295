import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { Profile } from '../../shared/engine.ts';
import type { EngineRow } from '../db/engines.ts';
import { pause } from '../lib/clock.ts';
import { type BootLog, emptyBootLog } from './boot-facts.ts';
import type { EngineRun } from './engine-run.ts';
import type { LaunchPlan } from './launch.ts';
import { writeLaunch } from './launch-file.ts';
import type { LaunchVariant } from './machine.ts';
import { watchMemoryKills } from './memory-kills.ts';
import { type EngineProcess, spawnEngine } from './process.ts';
import { awaitReadiness } from './readiness.ts';
import { openRunLog, silentRunLog } from './run-log.ts';
import type { SupervisorDeps } from './supervisor-types.ts';

const sessionPath = (enginesDir: string, id: string): string => join(enginesDir, id, 'session');
/** File that a process leaves when its Manager is asked for a restart: it ends then, for us to start it again. Pure. */
export const rebootMark = (enginesDir: string, id: string): string => `${sessionPath(enginesDir, id)}.reboot`;
/** Where the running process of an engine is named (`launch.json`). Pure. */
export const launchFilePath = (enginesDir: string, id: string): string => join(enginesDir, id, 'launch.json');

type RunDeps = Pick<SupervisorDeps, 'clock' | 'settings' | 'probe' | 'table' | 'enginesDir' | 'logsDir' | 'onLog' | 'onLogCut'>;

export interface RunWish {
  row: EngineRow;
  record: EngineRun['record'];
  flagWords: string[];
  profile: Profile;
  variant: LaunchVariant;
  /** What the log said of this boot already. */
  boot?: BootLog;
  /** The process runs already: without its log it is watched over all the same. */
  isUnderWay?: boolean;
  /** Called with the log open, so that no word of the process is missed. */
  process: () => Promise<EngineProcess>;
}

/** Puts a process, its log and the questions to it together. The process comes last: whatever fails before leaves nothing behind. */
export const openRun = async (wish: RunWish, deps: RunDeps): Promise<EngineRun> => {
  const { row, record, flagWords, profile, variant, boot = emptyBootLog, isUnderWay = false, process } = wish;
  const { clock, settings, probe, onLog, onLogCut } = deps;
  let hurry = (): void => {};
  let hasBegunAnew = false;
  let opened: EngineRun | null = null;
  const open = () =>
    openRunLog({
      file: record.logFile,
      from: record.logFrom,
      clock,
      maxBytes: () => settings().logMaxBytes,
      onPage: (page) => onLog(row.id, { launchId: record.launchId, ...page }),
      onBound: () => hurry(),
      onCut: () => onLogCut(record.logFile),
      onBegunAnew() {
        hasBegunAnew = true;
      },
      onWorkerDeath: () => opened?.worker?.toldDead(),
      boot,
    });
  // A new file in the place of one that is gone would never be written to by a process that has the old one.
  const found = isUnderWay ? await (existsSync(record.logFile) ? open().catch(() => null) : null) : await open();
  const log = found ?? silentRunLog();
  let started: EngineProcess;
  try {
    started = await process();
  } catch (error) {
    await log.end();
    throw error;
  }
  const readiness = awaitReadiness({ flagWords }, () => probe(record.url), clock);
  hurry = readiness.hurry;
  opened = {
    record,
    flagWords,
    profile,
    variant,
    process: started,
    log,
    hasLog: found !== null,
    readiness,
    hasBegunAnew: () => hasBegunAnew,
    startedAt: clock.monotonic(),
    readyAt: null,
    bootMs: 0,
    stats: null,
    client: null,
    watch: null,
    worker: null,
    lane: null,
    isLaneUp: false,
    hasOpenClaims: true,
    silentMs: 0,
    isSuspended: false,
    memoryKills: watchMemoryKills(),
    processEnd: null,
    drainTo: null,
    idleSince: null,
    closed: Promise.withResolvers(),
  };
  return opened;
};

/** Starts a process by a plan. Rejects with what the system says, or AppError. */
export const launchRun = async (
  row: EngineRow,
  plan: LaunchPlan,
  profile: Profile,
  variant: LaunchVariant,
  deps: RunDeps,
): Promise<EngineRun> => {
  const { enginesDir, logsDir, table } = deps;
  const launchId = randomUUID();
  const logDir = join(logsDir, row.id);
  for (const folder of [logDir, ...plan.createFolders]) mkdirSync(folder, { recursive: true });
  const record: EngineRun['record'] = {
    launchId,
    command: [plan.file, ...plan.args],
    url: plan.url,
    logFile: join(logDir, `${launchId}.log`),
    logFrom: 0,
    profile: profile.name,
    clientId: randomUUID(),
    marker: launchId,
    folders: plan.folders,
  };
  const env = { ...plan.env, __COMFY_CLI_SESSION__: sessionPath(enginesDir, row.id) };
  const order = { file: plan.file, args: plan.args, cwd: plan.cwd, env, record, launchFile: launchFilePath(enginesDir, row.id) };
  return openRun({ row, record, flagWords: plan.flagWords, profile, variant, process: () => spawnEngine(order, table) }, deps);
};

/** The process of `old` began anew inside itself: the same process and file, another launch. */
export const continueRun = async (row: EngineRow, old: EngineRun, deps: RunDeps): Promise<EngineRun> => {
  const { enginesDir } = deps;
  const launchId = randomUUID();
  const record = { ...old.record, launchId, logFrom: old.log.readBytes, clientId: randomUUID() };
  const { pid, startTime } = old.process;
  writeLaunch(launchFilePath(enginesDir, row.id), { ...record, pid, startTime });
  const { flagWords, profile, variant } = old;
  // Its first lines may have been read before the change was seen.
  const boot = old.log.boot.urls.length === 0 ? old.log.boot : emptyBootLog;
  return openRun({ row, record, flagWords, profile, variant, boot, isUnderWay: true, process: async () => old.process }, deps);
};

/** A port that nobody has by name is looked at again for so long before it counts as taken. */
const namelessMs = 3_000;
const lookAgainMs = 100;

/** The port for a start. Throws AppError when it is taken, with who has it and which one is free. */
export const choosePort = async (
  row: EngineRow,
  { ports, random, clock }: Pick<SupervisorDeps, 'ports' | 'random' | 'clock'>,
): Promise<number> => {
  // The demo engine is nobody's habit: any port will do. Somewhere else each time, for other hosts look for one too.
  if (row.kind === 'demo' && row.port === null) return ports.nextFree(18_000 + Math.floor(random() * 10_000));
  const port = row.port ?? usualPort;
  let { isFree, holder } = await ports.state(port);
  // Of a process whose threads end one after the other the port stays taken a little longer than its name can be read.
  for (let passedMs = 0; !isFree && holder === null && passedMs < namelessMs; passedMs += lookAgainMs) {
    await pause(clock, lookAgainMs);
    ({ isFree, holder } = await ports.state(port));
  }
  if (isFree) return port;
  throw await portTakenError(row.name, port, holder, ports);
};

/** The port in an engine's address. Pure. */
export const portOf = (url: string): number => {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
};

/** ComfyUI's own default. */
export const usualPort = 8188;

/** The error of a start whose port somebody has; null: nobody could tell who. Looks for the next free one to offer. */
export const portTakenError = async (
  name: string,
  port: number,
  holder: { pid: number; name: string } | null,
  ports: SupervisorDeps['ports'],
): Promise<AppError> => {
  const free = await ports.nextFree(port + 1);
  return holder
    ? new AppError('conflict', 'enginePortTaken', { name, holder: holder.name, pid: holder.pid, port, free })
    : new AppError('conflict', 'enginePortTakenBySomeone', { name, port, free });
};
