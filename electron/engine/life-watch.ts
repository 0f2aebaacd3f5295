import type { Clock } from '../lib/clock.ts';
import { type EngineStats, EngineUnreachable } from './client-types.ts';
import { isExhaustion } from './exhaustion.ts';
import { beginQuiet, isAlive, judge, type LivenessLimits, look, type Quiet, type Signs, type Verdict } from './liveness.ts';
import { networkFault } from './network-fault.ts';
import type { ProcessRef, ProcessTable, ProcessUsage } from './process-table.ts';

/** How often it is asked over HTTP. */
const askMs = 5_000;
/** Samples of its tree that lie further apart say nothing about now. */
const staleSampleMs = 15_000;
/** A process that lives and refuses connections for so long no longer serves: it is on its way through a restart. */
const refusedMs = 3_000;

export interface LifeWatchDeps {
  process: ProcessRef;
  table: ProcessTable;
  clock: Clock;
  /** Asks for `/system_stats`; rejects where no answer came. */
  ask: () => Promise<EngineStats>;
  onStats: (stats: EngineStats) => void;
  readBytes: () => number;
  /** Share of a graphics card that its tree uses, 0 to 100; null: nobody tells. May never answer: drivers get stuck. */
  gpuWork: () => Promise<number | null>;
}

export interface LifeReport {
  verdict: Verdict;
  silentMs: number;
  /** Stopped by a signal, and therefore silent. */
  isSuspended: boolean;
  /** The program in the process was replaced, or it closed its door. */
  hasRebooted: boolean;
}

export interface LifeWatch {
  /** A socket message came. */
  heard(): void;
  /** The socket closed: worth a closer look at once. */
  doubted(): void;
  /** One look, to be taken about once a second. */
  look(limits: LivenessLimits): Promise<LifeReport>;
}

/** Gathers signs of life of one process. What costs something (its tree) is only looked at while it is silent. */
export const createLifeWatch = ({ process, table, clock, ask, onStats, readBytes, gpuWork }: LifeWatchDeps): LifeWatch => {
  let quiet: Quiet = beginQuiet(clock.monotonic());
  let hasSpoken = false;
  let hasAnswered = false;
  let isAsking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let refusedSince: number | null = null;
  let isDoubted = false;
  let lastBytes = readBytes();
  let execMark: string | null = null;
  let isSuspended = false;
  let tree: { at: number; usage: ProcessUsage } | null = null;
  /** The last question failed for want of room here: its silence means nothing. */
  let isBlind = false;
  let gpuPercent: number | null = null;
  let isAskingGpu = false;

  const askNow = async (): Promise<void> => {
    isAsking = true;
    askedAt = clock.monotonic();
    try {
      const stats = await ask();
      hasAnswered = true;
      isBlind = false;
      refusedSince = null;
      onStats(stats);
    } catch (error) {
      const silence = unreachableIn(error);
      isBlind = isExhaustion(silence);
      // Any other answer than none is an answer: a broken one still shows a live process.
      if (silence === null) hasAnswered = true;
      const isRefused = silence !== null && networkFault(silence.cause).kind === 'refused';
      refusedSince = isRefused ? (refusedSince ?? clock.monotonic()) : null;
    } finally {
      isAsking = false;
    }
  };

  const askGpu = async (): Promise<void> => {
    if (isAskingGpu) return;
    isAskingGpu = true;
    gpuPercent = await gpuWork().catch(() => null);
    isAskingGpu = false;
  };

  const lookAtTree = async (): Promise<{ cpuShare: number | null; diskReadBytes: number | null; hasReplaced: boolean }> => {
    const usage = await table.usage(process);
    const at = clock.monotonic();
    if (!usage) return { cpuShare: null, diskReadBytes: null, hasReplaced: false };
    const before = tree;
    tree = { at, usage };
    isSuspended = usage.isSuspended;
    const hasReplaced = execMark !== null && usage.execMark !== null && execMark !== usage.execMark;
    execMark ??= usage.execMark;
    // Too long ago: the share would be an average over times that nobody watched.
    if (!before || at <= before.at || at - before.at > staleSampleMs) return { cpuShare: null, diskReadBytes: null, hasReplaced };
    return {
      cpuShare: Math.max(0, usage.cpuMs - before.usage.cpuMs) / (at - before.at),
      diskReadBytes:
        usage.diskReadBytes === null || before.usage.diskReadBytes === null
          ? null
          : Math.max(0, usage.diskReadBytes - before.usage.diskReadBytes),
      hasReplaced,
    };
  };

  // What it is now: whatever replaces it later is another program.
  lookAtTree().catch(() => {});

  return {
    heard() {
      hasSpoken = true;
    },
    doubted() {
      isDoubted = true;
      askedAt = Number.NEGATIVE_INFINITY;
    },
    async look(limits) {
      const now = clock.monotonic();
      // In good time before anything is concluded, whatever the limits are; and by default only after an answer is overdue.
      const askEveryMs = Math.min(askMs, limits.lateAfterMs / 2);
      const treeAfterMs = Math.min(askMs + 1_000, limits.lateAfterMs / 2);
      const treeEveryMs = Math.min(askMs, limits.lateAfterMs / 4);
      // The question that is under way left: there was room for it.
      if (isAsking && now - askedAt >= askMs) isBlind = false;
      if (!isAsking && now - askedAt >= (refusedSince === null ? askEveryMs : 0)) void askNow();
      const bytes = readBytes();
      const cheap: Signs = {
        answered: hasAnswered,
        spoke: hasSpoken,
        wrote: bytes !== lastBytes,
        cpuShare: null,
        diskReadBytes: null,
        gpuPercent: null,
      };
      [hasAnswered, hasSpoken, lastBytes] = [false, false, bytes];
      let hasReplaced = false;
      let signs = cheap;
      const isTreeDue = quiet.silentMs >= treeAfterMs && (tree === null || now - tree.at >= treeEveryMs);
      if (isDoubted || refusedSince !== null || (!isAlive(cheap) && isTreeDue)) {
        isDoubted = false;
        const { hasReplaced: replaced, ...work } = await lookAtTree();
        hasReplaced = replaced;
        signs = { ...cheap, ...work, gpuPercent };
        gpuPercent = null;
        if (!isAlive(signs)) void askGpu();
      }
      const alive = isAlive(signs);
      // Nobody could look: that time is neither life nor silence.
      quiet = isBlind && !alive ? { ...quiet, lookedAt: clock.monotonic() } : look(quiet, clock.monotonic(), alive);
      const hasShut = refusedSince !== null && clock.monotonic() - refusedSince >= refusedMs;
      return { verdict: judge(quiet, limits), silentMs: quiet.silentMs, isSuspended, hasRebooted: hasReplaced || hasShut };
    },
  };
};

/** The error that says that no answer came; null: one came, whatever it was. */
const unreachableIn = (error: unknown): EngineUnreachable | null => {
  if (error instanceof EngineUnreachable) return error;
  return error instanceof Error && error.cause instanceof EngineUnreachable ? error.cause : null;
};
