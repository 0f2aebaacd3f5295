import type { QueueEstimate } from '../../../shared/cost.ts';
import { api } from '../../api.ts';
import { eachSnapshot } from '../../store/each-snapshot.ts';
import { createLive } from '../../store/live.ts';

/** How long everything that waits will take, as the host last said; null before it said anything. */
export const queueLength = createLive<{ estimate: QueueEstimate | null }>({ estimate: null }, (store) => {
  const stops = [
    eachSnapshot((isCurrent) => {
      api.call('queue.estimate', {}).then(
        (estimate) => isCurrent() && store.setState({ estimate }),
        // What was said last stays; the next connection asks again.
        () => {},
      );
    }),
    api.on('queue.estimate', (estimate) => store.setState({ estimate })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});
