import type { Clock } from '../lib/clock.ts';
import { isAtWork } from './liveness.ts';
import type { ProcessRef, ProcessTable, ProcessUsage } from './process-table.ts';

/** Its log said so: what remains is to see that nothing goes on all the same. */
const saidIdleMs = 10_000;
/** A thread that was there from the first answer to the last message is gone. It need not be the worker, so it takes much longer to believe. */
const goneIdleMs = 180_000;
/** How often its tree is looked at while nothing is heard. */
const sampleMs = 5_000;

export interface WorkerWatchDeps {
  process: ProcessRef;
  table: Pick<ProcessTable, 'usage' | 'threads'>;
  clock: Clock;
  readBytes: () => number;
  gpuWork: () => Promise<number | null>;
  /** Whether the engine still says that this prompt runs. Rejects where it says nothing. */
  isRunning: (promptId: string) => Promise<boolean>;
}

/** Whether the thread that runs prompts is still there. */
export interface WorkerWatch {
  /** What it was given; null: nothing runs. */
  runs(promptId: string | null): void;
  /** A message about what runs. */
  heard(): void;
  /** The log says that the worker died. */
  toldDead(): void;
  /** One look, to be taken about once a second. True: the worker is dead, and what it was given will never end. */
  look(): Promise<boolean>;
}

/**
 * Whether a log line is Python's headline over the traceback of a thread that died, with the name that main.py gives the worker. A bar
 * that was not finished stands before it on the same line. Pure.
 */
export const tellsWorkerDeath = (line: string): boolean =>
  line.includes('(prompt_worker)') && /Exception in thread \S+ \(prompt_worker\)/.test(line);

/**
 * A worker that dies in the middle of a prompt leaves a server that answers, lists the prompt as running, and does nothing any more.
 * Silence alone proves nothing: a model may load for many minutes, a node may wait for another machine. So there must be a sign of
 * death (its traceback in the log, or a thread that is gone), and from then on no message, no log, no CPU, disk or GPU work for a while.
 */
export const createWorkerWatch = (deps: WorkerWatchDeps): WorkerWatch => {
  const { process, table, clock, readBytes, gpuWork, isRunning } = deps;
  let promptId: string | null = null;
  /** The worker is older than the engine's first answer; what a node starts and ends later is none of it. */
  const oldest = table.threads(process);
  /** Those that were there when something was last heard: the worker lived then. */
  let threads: { at: number; seen: ReadonlyMap<number, number> | null } | null = null;
  let isToldDead = false;
  let hasHeard = false;
  let idleMs = 0;
  let lookedAt = clock.monotonic();
  let lastBytes = readBytes();
  let sample: { at: number; usage: ProcessUsage; gpuPercent: number | null } | null = null;

  const begin = (): void => {
    [idleMs, sample, lookedAt, lastBytes] = [0, null, clock.monotonic(), readBytes()];
  };
  const hasLostThread = (): boolean => {
    const before = threads?.seen ?? null;
    const now = before && table.threads(process);
    return before !== null && now !== null && [...before.keys()].some((thread) => oldest?.has(thread) && !now.has(thread));
  };
  const isBusy = async (now: number): Promise<boolean> => {
    if (sample && now - sample.at < sampleMs) return false;
    const [usage, gpuPercent] = [await table.usage(process), sample?.gpuPercent ?? null];
    const before = sample;
    sample = usage && { at: now, usage, gpuPercent: null };
    const taken = sample;
    // Told with the next look: a driver that is stuck never answers.
    if (taken)
      void gpuWork().then(
        (percent) => (taken.gpuPercent = percent),
        () => {},
      );
    // Suspended is another trouble, and nobody's death.
    if (!usage || usage.isSuspended) return true;
    if (!before) return false;
    const cpuShare = (usage.cpuMs - before.usage.cpuMs) / (now - before.at);
    const diskReadBytes =
      usage.diskReadBytes === null || before.usage.diskReadBytes === null
        ? null
        : usage.diskReadBytes - before.usage.diskReadBytes;
    return isAtWork({ cpuShare, diskReadBytes, gpuPercent });
  };

  return {
    runs(next) {
      if (next === promptId) return;
      promptId = next;
      threads = null;
      begin();
    },
    heard() {
      hasHeard = true;
    },
    toldDead() {
      isToldDead = true;
    },
    async look() {
      const [now, bytes, seen] = [clock.monotonic(), readBytes(), promptId];
      const passedMs = Math.min(now - lookedAt, sampleMs);
      const isHeard = hasHeard;
      const isLoud = isHeard || bytes !== lastBytes;
      [lookedAt, lastBytes, hasHeard] = [now, bytes, false];
      if (seen === null) return false;
      if (threads === null || (isHeard && now - threads.at >= sampleMs)) threads = { at: now, seen: table.threads(process) };
      if (isLoud || (await isBusy(now))) {
        begin();
        return false;
      }
      idleMs += passedMs;
      const isDue = isToldDead ? idleMs >= saidIdleMs : idleMs >= goneIdleMs && hasLostThread();
      if (!isDue) return false;
      return (await isRunning(seen).catch(() => false)) && seen === promptId;
    },
  };
};
