import { isEvent } from '../lib/is-event.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { RunControl } from './run-control.ts';

/** Jobs that were handed over before the pause run to their end. Resolves then, or once the run is to end. */
export const awaitIdle = ({ queue, hub }: Pick<BenchmarkDeps, 'queue' | 'hub'>, control: RunControl): Promise<void> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const over = (): void => {
      for (const stop of stops.splice(0)) stop();
      resolve();
    };
    const look = (): void => {
      const { submitted, running } = queue.counts();
      if (submitted + running === 0) over();
    };
    stops.push(
      hub.attach((message) => {
        if (isEvent(message, 'job.changed') || isEvent(message, 'queue.changed')) look();
      }),
    );
    stops.push(control.onEnd(over));
    look();
  });
