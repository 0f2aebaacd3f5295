import { AppError } from '../../shared/app-error.ts';
import { type Clock, pause } from '../lib/clock.ts';
import { isStorageFault } from './is-storage-fault.ts';

/** What a full disk did not take is written again after this long. */
const againMs = 5_000;

interface Insisting {
  clock: Clock;
  /** Somebody else is to do it. */
  isOver: () => boolean;
  /** Told of every time that the disk refused. */
  onRefused: (error: unknown) => void;
}

/**
 * Tries what has to be written until the disk takes it: at once, then every 5 s. It may be done more than once. Resolves then, or once
 * `isOver`; rejects with whatever else goes wrong.
 */
export const insist = async (write: () => unknown, { clock, isOver, onRefused }: Insisting): Promise<void> => {
  while (!isOver()) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isStorageFault(error) && !(error instanceof AppError && error.code === 'storage')) throw error;
      onRefused(error);
      await pause(clock, againMs);
    }
  }
};
