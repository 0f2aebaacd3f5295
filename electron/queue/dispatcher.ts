import type { JobProgress, PauseOwner } from '../../shared/job.ts';
import type { AttemptRow } from '../db/attempts.ts';
import type { LaneChange } from '../engine/engines.ts';
import { createJobChooser } from './choose-job.ts';
import { createCollector } from './collector.ts';
import type { QueueDeps } from './deps.ts';
import { createDiskGuard } from './disk-guard.ts';
import { createFailureRow } from './failure-row.ts';
import { foldersOf } from './folders.ts';
import { mostWorkFor } from './heavy.ts';
import { type LaneRunner, type RunnerParts, startLaneRunner } from './lane-runner.ts';
import type { Ledger } from './ledger.ts';
import { dropLeftCopies } from './left-copies.ts';
import { logFieldsOf } from './log-fields.ts';
import { createOrphans } from './orphans.ts';
import type { PauseBook } from './pause-book.ts';
import { type Ending, isAboutInput } from './policy.ts';
import { createProgressBoard } from './progress-board.ts';
import { createSettler } from './settle.ts';
import type { TrialBay } from './trial-bay.ts';

/** Hands waiting jobs to the lanes that are there, and sees every attempt to its end. */
export interface Dispatcher {
  /** Something changed: lanes look for work. */
  wake(): void;
  /** Whether an engine has nothing to do and could be handed something. */
  isAnyFree(): boolean;
  /** Begins to stop an attempt, wherever it is. */
  cancel(attempt: string): void;
  /** Resolves when the attempt has ended, or the queue stops. */
  whenSettled(attempt: string): Promise<void>;
  progress(): JobProgress[];
  preview(attempt: string): { mime: string; bytes: Uint8Array } | undefined;
  start(): void;
  stop(): Promise<void>;
}

/** Longest wait before due retries are looked for again: the wall clock that they are due by may jump. */
const longestRetryWaitMs = 30_000;
const recovery: PauseOwner = 'recovery';

export const createDispatcher = (
  deps: QueueDeps,
  ledger: Ledger,
  pauses: PauseBook,
  writingBatch: () => string | null,
  bay: Pick<TrialBay, 'next'>,
): Dispatcher => {
  const { clock, engines, emit, log } = deps;
  const runners = new Map<string, LaneRunner>();
  const settled = new Map<string, (() => void)[]>();
  const failureRow = createFailureRow();
  const own = new Set<string>();
  let isStarted = false;
  let isStopped = false;
  let stopRetryTimer: () => void = () => {};
  let stopLanes: () => void = () => {};

  const settler = createSettler(ledger, deps);
  const board = createProgressBoard(clock, (progress) => emit('job.progress', progress));
  const disk = createDiskGuard(
    deps,
    pauses,
    () => [...runners.values()].some((runner) => runner.currentAttempt() !== null),
    () => [...runners.values()].flatMap(({ lane }) => lane.folders ?? []),
  );

  const tellSettled = (attempt: string): void => {
    own.delete(attempt);
    board.drop(attempt);
    for (const resolve of settled.get(attempt) ?? []) resolve();
    settled.delete(attempt);
  };
  const onFailed: RunnerParts['onFailed'] = (job, attempt, ending, verdict) => {
    log.info('attempt ended', {
      ...logFieldsOf(ledger.jobs, { job, id: attempt?.id ?? '', engine: attempt?.engine ?? '' }),
      ending: ending.kind,
      state: verdict.job,
      error: ending.error?.message,
    });
    if (attempt) {
      const { id, engine, launch } = attempt;
      tellSettled(id);
      deps.onFailed?.({ job, attempt: id, engine, launch, ending: ending.kind, state: verdict.job, error: ending.error });
    }
    if (attempt && verdict.reason === 'killsEngine') engines.forgiveDeath(attempt.engine, attempt.launch);
    if (ending.error && verdict.job !== 'cancelled' && isAboutInput(ending.kind) && failureRow.failed(job, ending.error))
      pauses.pauseFor(recovery, 'pausedFailures', {
        message: ending.error.message,
        // For readers of other languages: the same as key and parameters.
        cause: JSON.stringify({ key: ending.error.code, params: ending.error.params, said: ending.error.said }),
      });
    wake();
  };
  const collector = createCollector(deps, ledger, settler, disk, (attempt, ending, verdict) => {
    if (ending && verdict) return onFailed(attempt.job, attempt, ending, verdict);
    if (!ending) {
      log.info('attempt stored', logFieldsOf(ledger.jobs, attempt));
      failureRow.succeeded();
      const { id, job, engine, launch } = attempt;
      deps.onStored?.({ job, attempt: id, engine, launch });
    }
    tellSettled(attempt.id);
    wake();
  });
  /** An attempt that no lane will ever finish. */
  const endOrphan = (attempt: AttemptRow, ending: Ending): void => {
    const verdict = ledger.commit(() => settler.failed(attempt.id, ending));
    if (!verdict) return;
    const { output } = foldersOf(attempt) ?? {};
    if (output !== undefined) void deps.artifacts.dropEngineCopies(attempt.id, output);
    onFailed(attempt.job, attempt, ending, verdict);
  };
  const orphans = createOrphans(deps, ledger, (engine) => runners.has(engine), endOrphan, own);

  const chooser = createJobChooser(
    ledger.jobs,
    (lane) => ({
      writing: writingBatch(),
      most: mostWorkFor(lane, deps.settings(), (engine) => engines.get(engine) !== undefined),
      now: clock.now(),
      lastGrades: ledger.attempts.lastGrades,
    }),
    (lane) => runners.get(lane)?.currentAttempt() != null,
  );
  const parts: RunnerParts = {
    ledger,
    settler,
    collector,
    board,
    disk,
    own,
    next: (lane) => (isStopped ? undefined : pauses.isPaused() ? bay.next(lane) : chooser.next(lane)),
    reserve: chooser.reserve,
    claimed: chooser.claimed,
    onFailed,
    isStopped: () => isStopped,
  };

  const armRetry = (): void => {
    stopRetryTimer();
    // One that is due already is found by the lanes, which look whenever they have nothing to do.
    const at = ledger.jobs.nextRetryAt(clock.now());
    if (at !== null) stopRetryTimer = clock.after(Math.min(at - clock.now(), longestRetryWaitMs), wake);
  };
  const wake = (): void => {
    if (!isStarted || isStopped) return;
    for (const runner of runners.values()) runner.wake();
    armRetry();
  };

  const onLane = (change: LaneChange): void => {
    if (isStopped) return;
    if (change.type === 'up') {
      const { lane } = change;
      log.info('lane up', { engine: lane.engineId, launch: lane.launchId, isAdopted: lane.isAdopted });
      runners.get(lane.engineId)?.leave();
      runners.set(lane.engineId, startLaneRunner(lane, deps, parts));
      void deps.records.launchUp(lane);
      for (const attempt of ledger.attempts.unsettled())
        if (attempt.state === 'collecting' && attempt.engine === lane.engineId) collector.collect(attempt, lane.client);
      wake();
      return;
    }
    const runner = runners.get(change.engineId);
    if (runner?.lane.launchId !== change.launchId) return;
    if (change.type === 'claims') {
      runner.setClaims(change.isOpen);
      return;
    }
    log.info('lane down', { engine: change.engineId, launch: change.launchId, why: change.why, line: change.oneLine });
    runners.delete(change.engineId);
    runner.down(change);
    orphans.look();
    wake();
  };

  return {
    wake,
    isAnyFree: () => isStarted && !isStopped && [...runners.values()].some((runner) => runner.isFree()),
    cancel(id) {
      const attempt = ledger.attempts.find(id);
      const runner = attempt && runners.get(attempt.engine);
      if (attempt?.state === 'collecting') collector.giveUp(id);
      else if (runner?.currentAttempt() === id) runner.cancelCurrent();
      else if (attempt?.state === 'open') orphans.cancel(id);
    },
    whenSettled(id) {
      const state = ledger.attempts.find(id)?.state;
      if (isStopped || (state !== 'open' && state !== 'collecting')) return Promise.resolve();
      return new Promise((resolve) => void settled.set(id, [...(settled.get(id) ?? []), resolve]));
    },
    progress: board.all,
    preview: board.preview,
    start() {
      if (isStopped) return;
      isStarted = true;
      dropLeftCopies(deps, ledger.attempts);
      // What is on this machine's disk is stored without waiting for any engine.
      for (const attempt of ledger.attempts.unsettled()) if (attempt.state === 'collecting') collector.collect(attempt, null);
      stopLanes = engines.onLane(onLane);
      orphans.look();
      ledger.touchQueue();
      wake();
    },
    async stop() {
      isStopped = true;
      stopLanes();
      stopRetryTimer();
      orphans.close();
      disk.close();
      for (const runner of runners.values()) runner.leave();
      runners.clear();
      board.close();
      await collector.close();
      for (const resolvers of settled.values()) for (const resolve of resolvers) resolve();
      settled.clear();
    },
  };
};
