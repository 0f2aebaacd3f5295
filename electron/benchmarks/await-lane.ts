import type { Lane } from '../engine/engines.ts';
import { isEvent } from '../lib/is-event.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';

/** A ready engine is given its lane when its socket is open, or took too long: at most 1.5 s. */
const laneWithinMs = 10_000;

/** The lane of an engine that has just become ready; null: it went away before it had one. */
export const awaitLane = (
  engineId: string,
  { clock, engines, hub }: Pick<BenchmarkDeps, 'clock' | 'engines' | 'hub'>,
): Promise<Lane | null> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const found = (lane: Lane | null): void => {
      for (const stop of stops.splice(0)) stop();
      resolve(lane);
    };
    stops.push(clock.after(laneWithinMs, () => found(null)));
    stops.push(
      hub.attach((message) => {
        if (isEvent(message, 'engine.changed') && message.payload.id === engineId && message.payload.state !== 'ready')
          found(null);
      }),
    );
    const stop = engines.onLane((change) => {
      if (change.type === 'up' && change.lane.engineId === engineId) found(change.lane);
    });
    // It is told of at once where it is there already.
    if (stops.length > 0) stops.push(stop);
    else stop();
  });
