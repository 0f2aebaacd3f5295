import type { EventHub, Payload } from '../../shared/rpc.ts';
import type { BatchBook } from './batch-book.ts';
import type { CostBook } from './cost-book.ts';
import type { QueueDeps } from './deps.ts';

/** Least time between two estimates of the whole queue. */
const estimateMs = 1_000;

/**
 * Passes events on, and tells what follows from them: a job's batch changed, what it took, how long the rest will take. Returns that and
 * the way to stop. What follows is only told: where it cannot be, the log says why, and the work it is about goes on.
 */
export const createFollowUps = (
  { emit, clock, log }: Pick<QueueDeps, 'emit' | 'clock' | 'log'>,
  books: () => { batches: BatchBook; costs: CostBook; estimate: () => void },
): { emit: EventHub['emit']; stop: () => void } => {
  let stopTimer: (() => void) | null = null;
  const guarded = (what: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.error('what follows from an event could not be told', { what, error });
    }
  };
  return {
    emit(name, payload) {
      emit(name, payload);
      // The name tells the payload's type, which a switch over a type parameter cannot.
      const event = { name, payload } as Parameters<typeof follow>[0];
      guarded(name, () => follow(event));
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
        guarded('queue.estimate', estimate);
      });
  }
};
