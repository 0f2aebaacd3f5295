import { AppError } from '../../shared/app-error.ts';
import type { Engine, Problem } from '../../shared/engine.ts';
import { lineOf, problemOf } from '../../shared/problem.ts';
import type { ErrorKey, WordParams } from '../../shared/words.ts';
import type { EngineRow } from '../db/engines.ts';
import { createRest } from './at-rest.ts';
import { noBootFacts } from './boot-facts.ts';
import { type EngineClient, type EngineStats, EngineUnreachable } from './client-types.ts';
import { shownUrl } from './engine-url.ts';
import type { Lane } from './engines.ts';
import { isExhaustion } from './exhaustion.ts';
import { beginQuiet, judge, look, type Quiet } from './liveness.ts';
import { networkFault } from './network-fault.ts';
import type { StartOptions, Supervisor, SupervisorDeps } from './supervisor-types.ts';

const tickMs = 1_000;
const askMs = 5_000;
/** Refused for so long, it is gone; a busy one would be silent instead. */
const refusedMs = 3_000;
const [firstPauseMs, longestPauseMs] = [1_000, 60_000];

type State = 'stopped' | 'starting' | 'ready' | 'unresponsive' | 'backoff' | 'failed';

/*
 *   stopped ── start ──► starting ── answers ──► ready ◄──any sign── unresponsive
 *      ▲                    │                     │ └─────silent────────►│
 *      │ stop (from all)    │ no answer           │ refused              │ grace over
 *      │                    ▼                     ▼                      ▼
 *      └──────────────── failed ──answers──► ready ◄──answers── backoff ◄┘
 *
 * `failed`: it did not answer when it was asked to. `backoff`: it did, and no longer does. Both ask again by themselves, with
 * growing pauses. The process itself is somebody else's: never started, never stopped.
 */

/** Watches an engine that somebody else runs, by its URL. Its few states need no table of their own: the chart is the whole of it. */
export const createExternalEngine = (initial: EngineRow, url: string, deps: SupervisorDeps): Supervisor => {
  const { clock, log, settings, rows, onLane } = deps;
  const id = initial.id;
  // Nobody here knows when it was started, so that everything of it counts as one launch.
  const launchId = `external-${id}`;
  let row = initial;
  let state: State = 'stopped';
  let since = clock.now();
  let problem: Problem | null = null;
  let stats: EngineStats | null = null;
  let restarts = 0;
  let failures = 0;
  let retryAt: number | null = null;
  let client: EngineClient | null = null;
  let isLaneUp = false;
  let hasOpenClaims = true;
  let stopAsking = (): void => {};
  let stopTick = (): void => {};
  let quiet: Quiet = beginQuiet(clock.monotonic());
  let hasSign = false;
  let isAsking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let refusedSince: number | null = null;
  /** Counts starts and stops, so that an answer to an earlier question changes nothing. */
  let turn = 0;

  const view = (): Engine => ({
    id,
    kind: row.kind,
    name: row.name,
    folder: null,
    state,
    since: new Date(since).toISOString(),
    isWanted: row.isWanted,
    pid: null,
    url: shownUrl(url),
    version: stats?.version ?? null,
    profile: null,
    restarts,
    bootFacts: {
      ...noBootFacts,
      comfyui: stats?.version ?? null,
      python: stats?.python ?? null,
      torch: stats?.torch ?? null,
      device: stats?.device ?? null,
    },
    launchId,
    problem,
    retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
    freePort: null,
  });

  const rest = createRest(view);
  const go = (next: State, reason: string, why: Problem | null): void => {
    const from = state;
    state = next;
    problem = why;
    if (next !== 'backoff' && next !== 'failed') retryAt = null;
    if (from !== next) since = clock.now();
    try {
      if (from !== next) deps.events.insert(id, { at: since, from, to: next, reason, launch: launchId, pid: null, report: null });
    } catch (error) {
      log.error(`engine ${id}: a step could not be stored`, { error, from, to: next });
    }
    deps.onChange(view());
    rest.changed();
  };

  const lane = (opened: EngineClient): Lane => ({
    engineId: id,
    launchId,
    kind: row.kind,
    client: opened,
    folders: null,
    isAdopted: true,
  });
  const setClaims = (isOpen: boolean): void => {
    if (hasOpenClaims === isOpen) return;
    hasOpenClaims = isOpen;
    if (isLaneUp) onLane({ type: 'claims', engineId: id, launchId, isOpen });
  };
  const dropClient = (why: 'unreachable' | 'requested'): void => {
    stopTick();
    void client?.close();
    client = null;
    if (!isLaneUp) return;
    isLaneUp = false;
    const last = problem && { oneLine: problem.message, said: lineOf(problem) };
    onLane({ type: 'down', engineId: id, launchId, why, ...(last ?? { oneLine: 'It is no longer used.' }) });
  };

  /** Asks once; on no answer again after a pause. */
  const ask = async (): Promise<void> => {
    const mine = turn;
    stopAsking();
    try {
      const answer = await deps.probe(url);
      if (mine === turn) found(answer);
    } catch (error) {
      if (mine !== turn) return;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures++, 10)) * (0.75 + deps.random() / 2);
      stopAsking = clock.after(pauseMs, () => void ask());
      retryAt = clock.now() + pauseMs;
      go(state === 'backoff' ? 'backoff' : 'failed', 'silent', problemOfProbe(row.name, error));
    }
  };
  const found = (answer: EngineStats): void => {
    failures = 0;
    stats = answer;
    quiet = beginQuiet(clock.monotonic());
    refusedSince = null;
    const opened = deps.openClient({ url, clientId: row.clientId });
    client = opened;
    opened.on((message) => {
      if (message.type !== 'socket') hasSign = true;
      // It may have gone: the next question need not wait for its turn.
      else if (!message.isOpen) askedAt = Number.NEGATIVE_INFINITY;
    });
    hasOpenClaims = true;
    go('ready', 'answered', null);
    tick();
    isLaneUp = true;
    onLane({ type: 'up', lane: lane(opened) });
  };
  const lose = (key: ErrorKey, params: WordParams = {}): void => {
    restarts++;
    turn++;
    failures = 0;
    retryAt = clock.now() + firstPauseMs;
    const { message: reason } = problemOf(key, params);
    const words = { name: row.name, url: shownUrl(url), reason };
    go('backoff', 'lost', problemOf('engineLost', words, { reason: { key, params } }));
    dropClient('unreachable');
    stopAsking = clock.after(firstPauseMs, () => void ask());
  };

  const heartbeat = async (asked: EngineClient): Promise<void> => {
    isAsking = true;
    askedAt = clock.monotonic();
    try {
      const answer = await asked.stats();
      if (asked !== client) return;
      stats = answer;
      hasSign = true;
      refusedSince = null;
    } catch (error) {
      const isUnreachable = error instanceof EngineUnreachable;
      // Without room to ask here, its silence means nothing.
      hasSign ||= !isUnreachable || isExhaustion(error);
      const isRefused = networkFault(isUnreachable ? error.cause : error).kind === 'refused';
      refusedSince = isRefused ? (refusedSince ?? clock.monotonic()) : null;
    } finally {
      isAsking = false;
    }
  };
  const tick = (): void => {
    const { lateAfterMs } = settings();
    stopTick = clock.after(Math.min(tickMs, lateAfterMs / 4), () => {
      if (!client) return;
      tick();
      const now = clock.monotonic();
      const askEveryMs = Math.min(askMs, lateAfterMs / 2);
      if (!isAsking && now - askedAt >= (refusedSince === null ? askEveryMs : 0)) void heartbeat(client);
      quiet = look(quiet, now, hasSign);
      hasSign = false;
      if (refusedSince !== null && now - refusedSince >= Math.min(refusedMs, lateAfterMs)) return lose('engineLostRefused');
      const verdict = judge(quiet, settings());
      if (verdict === 'hung') return lose('engineLostSilent', { seconds: Math.round(quiet.silentMs / 1000) });
      const late = (): Problem => problemOf('engineLate', { name: row.name, seconds: Math.round(quiet.silentMs / 1000) });
      if (verdict === 'unresponsive' && state === 'ready') {
        setClaims(false);
        go('unresponsive', 'silent', late());
      } else if (verdict === 'late' && state === 'ready' && problem === null) go('ready', 'late', late());
      else if (verdict === 'alive' && (state === 'unresponsive' || problem !== null)) {
        go('ready', 'alive', null);
        setClaims(true);
      }
    });
  };

  const setWanted = (isWanted: boolean): void => {
    if (row.isWanted === isWanted) return;
    row = { ...row, isWanted };
    rows.setWanted(id, isWanted);
    deps.onChange(view());
  };
  const start = ({ isWanted = false }: StartOptions): Promise<Engine> => {
    if (isWanted) setWanted(true);
    if (state === 'ready' || state === 'unresponsive' || state === 'starting') return rest.come();
    turn++;
    failures = 0;
    go('starting', 'start', null);
    void ask();
    return rest.come();
  };
  const stop = async (): Promise<Engine> => {
    turn++;
    stopAsking();
    if (state !== 'stopped') go('stopped', 'stop', null);
    dropClient('requested');
    return view();
  };

  return {
    get row() {
      return row;
    },
    view,
    lane: () => (isLaneUp && client ? { lane: lane(client), isOpen: hasOpenClaims } : null),
    client: () => client,
    setWanted,
    // It is given no flags, so there is nothing to choose.
    chooseProfile() {},
    keepTrial() {},
    start,
    stop,
    async restart(options) {
      await stop();
      return start(options);
    },
    async adopt() {},
    // The queue's verdict over somebody else's process: it is left alone, and asked again.
    async declareDead() {
      if (client) lose('engineLostIdle');
    },
    setRunning() {},
    forgive() {},
    waitingChanged() {},
    async close() {
      await stop();
    },
  };
};

const problemOfProbe = (name: string, error: unknown): Problem =>
  error instanceof AppError
    ? problemOf(error.key, error.params)
    : problemOf('engineLaunchFailed', { name, reason: `${error instanceof Error ? error.message : String(error)}.` });
