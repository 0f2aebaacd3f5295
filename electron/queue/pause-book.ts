import { reasons } from '../../shared/i18n/en/reasons.ts';
import type { Pause, PauseOwner } from '../../shared/job.ts';
import { fill, type WordParams } from '../../shared/words.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ledger } from './ledger.ts';

/** Who holds the queue, and why. Owners stack: it goes on when the last one has let go. */
export interface PauseBook {
  all(): Pause[];
  isPaused(): boolean;
  has(owner: PauseOwner): boolean;
  /** In a person's own words. */
  pause(owner: PauseOwner, text: string): Pause[];
  /**
   * In Hearth's words, in the reader's language. The same again, of the same folder, writes nothing. It holds even where it cannot be written: a full
   * disk is one of its reasons.
   */
  pauseFor(owner: PauseOwner, key: keyof typeof reasons, params?: WordParams): void;
  /** Whether that owner held a pause. */
  resume(owner: PauseOwner): boolean;
}

/** `onResume` is called when nobody holds the queue any more. */
export const createPauseBook = (ledger: Ledger, clock: Clock, onResume: () => void): PauseBook => {
  const put = (pause: Omit<Pause, 'since'>): void =>
    ledger.commit(() => ledger.setPause({ ...pause, since: new Date(clock.now()).toISOString() }));
  const book: PauseBook = {
    all: () => ledger.pausedBy(),
    isPaused: () => ledger.pausedBy().length > 0,
    has: (owner) => ledger.pausedBy().some((pause) => pause.owner === owner),
    pause(owner, text) {
      // Pausing once more without a word leaves the reason that was given before.
      const held = text === '' ? book.all().find((pause) => pause.owner === owner && pause.key === undefined) : undefined;
      put({ owner, text: held?.text ?? text });
      return book.all();
    },
    pauseFor(owner, key, params = {}) {
      const held = book.all().find((other) => other.owner === owner && other.key === key);
      if (held && held.params?.folder === params.folder) return;
      const pause = { owner, text: fill(reasons[key], params), key, params };
      try {
        put(pause);
      } catch (error) {
        if (!isStorageFault(error)) throw error;
        ledger.holdUnwritten({ ...pause, since: new Date(clock.now()).toISOString() });
      }
    },
    resume(owner) {
      const wasPaused = ledger.commit(() => ledger.dropPause(owner));
      if (wasPaused && !book.isPaused()) onResume();
      return wasPaused;
    },
  };
  return book;
};
