import type { AttemptRow } from '../db/attempts.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import { logFieldsOf } from './log-fields.ts';
import type { Ending } from './policy.ts';

/** Open attempts whose engine has no lane: it starts, is silent, is out of reach, or is gone. */
export interface Orphans {
  /** Looks which there are; goes on looking while there are any. */
  look(): void;
  /** A person wants one cancelled that no lane can interrupt. */
  cancel(attempt: string): void;
  close(): void;
}

const lookMs = 2_000;
/** Time for a lane to come up and interrupt it. */
const cancelMs = 20_000;

/**
 * An attempt waits for its lane as long as the process that has it may live. It ends here when that process is proven gone: its
 * engine was removed, stopped or failed, or was started anew since.
 */
export const createOrphans = (
  { engines, clock, log }: Pick<QueueDeps, 'engines' | 'clock' | 'log'>,
  ledger: Ledger,
  hasLane: (engine: string) => boolean,
  end: (attempt: AttemptRow, ending: Ending) => void,
  own: ReadonlySet<string>,
): Orphans => {
  const cancelledAt = new Map<string, number>();
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  const isProcessGone = ({ engine: id, launch }: AttemptRow): boolean => {
    const engine = engines.get(id);
    if (!engine || engine.state === 'stopped' || engine.state === 'failed') return true;
    if (engine.kind === 'external') return false;
    return engine.state === 'backoff' || engine.launchId !== launch;
  };
  const judge = (attempt: AttemptRow): void => {
    const since = cancelledAt.get(attempt.id);
    const ending: Ending = { kind: own.has(attempt.id) ? 'engineStopped' : 'hostDied', error: null };
    if (isProcessGone(attempt)) end(attempt, ending);
    else if (since !== undefined && clock.monotonic() - since >= cancelMs) kill(attempt);
  };
  /** Whether the disk took it. */
  const tryTo = (attempt: AttemptRow, act: () => void): boolean => {
    try {
      act();
      return true;
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      log.warn('a lost attempt could not be noted yet', { ...logFieldsOf(ledger.jobs, attempt), error });
      return false;
    }
  };
  const kill = (attempt: AttemptRow): void => {
    cancelledAt.delete(attempt.id);
    const declared = (): void => {
      // Its lane never came up, so no lane goes down either: this look finds the process gone, if it is.
      look();
      if (isClosed || hasLane(attempt.engine)) return;
      // Nobody can end an engine that is not ours, or that has not answered yet; when it is back, the prompt is driven out.
      if (!tryTo(attempt, () => end(attempt, { kind: 'cancelled', error: null }))) cancelledAt.set(attempt.id, clock.monotonic());
    };
    engines.declareDead(attempt.engine, 'uninterruptible').then(declared, declared);
  };
  const look = (): void => {
    stopTimer?.();
    stopTimer = null;
    if (isClosed) return;
    const orphaned = ledger.attempts.unsettled().filter(({ state, engine }) => state === 'open' && !hasLane(engine));
    for (const attempt of orphaned) tryTo(attempt, () => judge(attempt));
    if (orphaned.length > 0) stopTimer = clock.after(lookMs, look);
  };
  return {
    look,
    cancel(attempt) {
      if (!cancelledAt.has(attempt)) cancelledAt.set(attempt, clock.monotonic());
      look();
    },
    close() {
      isClosed = true;
      stopTimer?.();
    },
  };
};
