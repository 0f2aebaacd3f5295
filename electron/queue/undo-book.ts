import { AppError } from '../../shared/app-error.ts';
import type { CancellationRows } from '../db/cancellations.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Ledger } from './ledger.ts';
import { newId } from './new-id.ts';
import { asHalfDone } from './storage-error.ts';
import { isLegal } from './transitions.ts';

/** One cancellation while it is being written, in one transaction or several. */
export interface Cancellation {
  /** Inside a transaction, before they are cancelled: these jobs, by their seqs, only waited. */
  keep(seqs: readonly number[]): void;
  /** Inside the last transaction: from now on it may be taken back. Answers with the id to do that by; null: there is nothing to. */
  finish(): string | null;
  /** The caller hears of it now: from here on it is kept for a while. */
  answered(): void;
  /** It could not be written whole: it is taken back, as soon as the disk lets it be. */
  abandon(): void;
}

/**
 * What cancellations took away, for as long as somebody may want it back. It is written with the cancellation itself: an undo outlives
 * the host, and of a cancellation that nobody finished nothing stays.
 */
export interface UndoBook {
  open(): Cancellation;
  /**
   * Brings back what a cancellation took, but for what somebody changed since. Throws AppError when it is too late. What the disk does
   * not take is said, and follows as soon as it does.
   */
  restore(id: string): Promise<{ changed: number }>;
  /** Takes back what an earlier host left half cancelled, and finishes what it was taking back. */
  start(): Promise<void>;
  stop(): void;
}

/** Longer than any page offers it, for an answer may be late. */
const keptMs = 60_000;
/** Jobs in one transaction: a few milliseconds. */
const chunkJobs = 100;
/** What the disk did not take is tried again after this long. */
const againMs = 5_000;

interface UndoPorts {
  /** Many jobs changed, without a word about each. */
  onMany(batches: ReadonlySet<string>): void;
  onWork(): void;
  breathe(): Promise<void>;
}

export const createUndoBook = (
  rows: CancellationRows,
  ledger: Ledger,
  { clock, log }: { clock: Pick<Clock, 'now' | 'after'>; log: Log },
  { onMany, onWork, breathe }: UndoPorts,
): UndoBook => {
  const { events } = ledger;
  /** Being written, taken back or forgotten by this host. */
  const busy = new Set<string>();
  /** To be taken back once the disk lets it be, each with what keeps it from being tried then. */
  const owed = new Map<string, () => void>();
  const timers = new Set<() => void>();
  let isClosed = false;

  /** Brings back everything that is still kept of it, then forgets it; not whole: this host was ended meanwhile. */
  const takeBack = async (
    id: string,
    reason: 'cancelUndone' | 'cancelHalfDone',
  ): Promise<{ changed: number; isWhole: boolean }> => {
    const batches = new Set<string>();
    let changed = 0;
    let isWhole = false;
    const step = (): boolean => {
      const part = rows.some(id, chunkJobs);
      for (const { id: job, batch, stateNow, ...before } of part) {
        // Somebody may have queued it again by hand.
        if (stateNow !== 'cancelled' || !isLegal('cancelled', before.state)) continue;
        events.insert(job, clock.now(), 'cancelled', before.state, reason, null);
        rows.restore(before);
        if (batch !== null) batches.add(batch);
        changed++;
      }
      rows.drop(part.map(({ seq }) => seq));
      const isLast = part.length < chunkJobs;
      if (isLast) rows.remove(id);
      else if (reason === 'cancelUndone') rows.set(id, 'undoing', 0);
      return isLast;
    };
    busy.add(id);
    try {
      while (!isClosed && !isWhole) {
        isWhole = ledger.commit(step);
        if (!isWhole) await breathe();
      }
    } catch (error) {
      throw asHalfDone('undo', error, changed);
    } finally {
      busy.delete(id);
      if (changed > 0) {
        onMany(batches);
        onWork();
      }
    }
    return { changed, isWhole };
  };
  /** The same for one that nobody waits for. */
  const takeBackSoon = async (id: string, reason: 'cancelUndone' | 'cancelHalfDone'): Promise<void> => {
    try {
      // The transaction that began it may be the one that failed.
      if (!rows.find(id)) {
        busy.delete(id);
        owed.delete(id);
        return;
      }
      const { changed, isWhole } = await takeBack(id, reason);
      owed.delete(id);
      if (isWhole) log.info('a cancellation that was not finished was taken back', { cancellation: id, jobs: changed });
    } catch (error) {
      log.warn('a cancellation could not be taken back yet', { cancellation: id, error });
      takeBackLater(id, reason);
    }
  };
  const takeBackLater = (id: string, reason: 'cancelUndone' | 'cancelHalfDone'): void => {
    owed.get(id)?.();
    owed.set(
      id,
      clock.after(againMs, () => void takeBackSoon(id, reason)),
    );
  };
  const forget = async (id: string): Promise<void> => {
    const step = (): boolean => {
      const part = rows.some(id, chunkJobs);
      rows.drop(part.map(({ seq }) => seq));
      if (part.length < chunkJobs) rows.remove(id);
      return part.length < chunkJobs;
    };
    if (busy.has(id) || owed.has(id)) return;
    // What is half forgotten cannot be taken back any more.
    busy.add(id);
    try {
      if (rows.find(id)?.state !== 'done') return;
      while (!isClosed && !ledger.note(step)) await breathe();
    } catch (error) {
      log.warn('a cancellation could not be forgotten yet', { cancellation: id, error });
      forgetAfter(againMs, id);
    } finally {
      busy.delete(id);
    }
  };
  const forgetAfter = (ms: number, id: string): void => {
    const stop = clock.after(ms, () => {
      timers.delete(stop);
      void forget(id);
    });
    timers.add(stop);
  };

  return {
    open() {
      let id: string | null = null;
      return {
        keep(seqs) {
          if (seqs.length === 0) return;
          if (id === null) {
            id = newId(clock.now());
            busy.add(id);
            rows.begin(id);
          }
          rows.keep(id, seqs);
        },
        finish() {
          if (id === null) return null;
          rows.set(id, 'done', clock.now() + keptMs);
          busy.delete(id);
          return id;
        },
        answered() {
          if (id !== null) forgetAfter(keptMs, id);
        },
        abandon() {
          if (id !== null) void takeBackSoon(id, 'cancelHalfDone');
        },
      };
    },
    async restore(id) {
      const state = rows.find(id)?.state;
      if (state === 'undoing' && busy.has(id)) throw new AppError('conflict', 'undoUnderWay');
      if ((state !== 'done' && state !== 'undoing') || busy.has(id)) throw new AppError('conflict', 'undoTooLate');
      owed.get(id)?.();
      try {
        const { changed } = await takeBack(id, 'cancelUndone');
        owed.delete(id);
        return { changed };
      } catch (error) {
        takeBackLater(id, 'cancelUndone');
        throw error;
      }
    },
    async start() {
      for (const { id, state, until } of rows.all()) {
        if (busy.has(id)) continue;
        if (state !== 'done') await takeBackSoon(id, state === 'open' ? 'cancelHalfDone' : 'cancelUndone');
        else if (until <= clock.now()) await forget(id);
        else forgetAfter(Math.min(keptMs, until - clock.now()), id);
      }
    },
    stop() {
      isClosed = true;
      for (const stop of [...timers, ...owed.values()]) stop();
    },
  };
};
