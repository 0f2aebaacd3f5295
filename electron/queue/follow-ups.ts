import type { EventHub, Payload } from '../../shared/rpc.ts';
import type { Clock } from '../lib/clock.ts';
import type { BatchBook } from './batch-book.ts';
import type { CostBook } from './cost-book.ts';

/** Least time between two estimates of the whole queue. */
const estimateMs = 1_000;

/**
 * Passes events on, and tells what follows from them: a job's batch changed, what it took, how long the rest will take. Returns that and
 * the way to stop.
 */
export const createFollowUps = (
  emit: EventHub['emit'],
  clock: Pick<Clock, 'after'>,
  books: () => { batches: BatchBook; costs: CostBook; estimate: () => void },
): { emit: EventHub['emit']; stop: () => void } => {
  let stopTimer: (() => void) | null = null;
  return {
    emit(name, payload) {
      emit(name, payload);
      // The name tells the payload's type, which a switch over a type parameter cannot.
      const event = { name, payload } as Parameters<typeof follow>[0];
      follow(event);
    },
    stop: () => stopTimer?.(),
  };

  function follow(
    event: { [K in 'job.changed' | 'queue.changed']: { name: K; payload: Payload<K> } }['job.changed' | 'queue.changed'],
  ): void {
    const { batches, costs, estimate } = books();
    if (event.name === 'job.changed') {
      if (event.payload.batch !== undefined) batches.touch(event.payload.batch);
      if (event.payload.state === 'succeeded') costs.learn(event.payload);
    } else if (event.name === 'queue.changed')
      stopTimer ??= clock.after(estimateMs, () => {
        stopTimer = null;
        estimate();
      });
  }
};
