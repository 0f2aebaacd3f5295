import { AppError } from '../../shared/app-error.ts';
import type { EventName, Payload } from '../../shared/rpc.ts';
import type { Api } from '../api.ts';
import { type HearthState, hearthStore } from './hearth.ts';
import { withIncident, withTrial } from './incidents.ts';
import {
  withEngine,
  withJob,
  withLoad,
  withMemory,
  withoutEngine,
  withoutTemplate,
  withProgress,
  withSnapshot,
  withTemplate,
  withTemplates,
} from './patch.ts';

const retryMs = 2_000;
/** Acts over many jobs come in bursts; one fresh snapshot follows. */
const staleMs = 200;

type Patch = (state: HearthState) => Partial<HearthState>;

/**
 * Keeps the store equal to the host: a snapshot after every connection and after a gap in the event numbers, then events in
 * order. Events that arrive while a snapshot is on its way wait, and those that it already holds are dropped.
 * Returns the way to stop.
 */
export function syncHearth(api: Api): () => void {
  /** Number of the last event applied or skipped; null until a snapshot said where we are. */
  let lastSeq: number | null = null;
  let waiting: { seq: number; patch: Patch }[] = [];
  /** Highest number seen while a snapshot is on its way. */
  let highest = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stale: ReturnType<typeof setTimeout> | undefined;
  /** Tells answers of an earlier connection from those of this one. */
  let round = 0;

  const apply = (patch: Patch): void => hearthStore.setState((state) => patch(state));

  const resync = async (): Promise<void> => {
    const mine = ++round;
    lastSeq = null;
    highest = 0;
    try {
      const snapshot = await api.call('app.snapshot', {});
      if (mine !== round) return;
      apply((state) => ({ ...withSnapshot(state, snapshot), connection: 'open' }));
      const later = waiting.filter((event) => event.seq > snapshot.seq);
      waiting = [];
      lastSeq = Math.max(snapshot.seq, highest);
      for (const event of later) apply(event.patch);
      const templates = await api.call('templates.list', {});
      if (mine === round) apply(() => withTemplates(templates));
    } catch (error) {
      // A pipe that closed while asking brings its own next try.
      if (mine !== round || (error instanceof AppError && error.code === 'disconnected')) return;
      hearthStore.setState({ connection: 'lost' });
      retry = setTimeout(() => void resync(), retryMs);
    }
  };

  const listen = <K extends EventName>(name: K, patch: (state: HearthState, payload: Payload<K>) => Partial<HearthState>) =>
    api.on(name, (payload, seq) => {
      const bound: Patch = (state) => patch(state, payload);
      if (lastSeq !== null && seq <= lastSeq) return;
      if (lastSeq !== null && seq === lastSeq + 1) return apply(bound);
      waiting.push({ seq, patch: bound });
    });

  const stops = [
    listen('engine.changed', withEngine),
    listen('engine.removed', (state, { id }) => withoutEngine(state, id)),
    listen('engine.memory', withMemory),
    listen('engine.load', withLoad),
    listen('job.changed', withJob),
    listen('job.progress', withProgress),
    listen('template.changed', withTemplate),
    listen('template.removed', (state, { id }) => withoutTemplate(state, id)),
    listen('queue.changed', (_, { counts, pauses }) => ({ counts, pauses })),
    listen('incident.changed', withIncident),
    listen('trial.changed', withTrial),
    listen('settings.changed', (_, settings) => ({ settings })),
    // So many changed that nobody told of each: everything is read again.
    api.on('jobs.stale', ({ why }) => {
      if (why !== 'many') return;
      clearTimeout(stale);
      stale = setTimeout(() => void resync(), staleMs);
    }),
    api.onSeq((seq) => {
      highest = Math.max(highest, seq);
      if (lastSeq === null || seq <= lastSeq) return;
      if (seq === lastSeq + 1) lastSeq = seq;
      else void resync();
    }),
    api.onConnection((connection) => {
      if (connection === 'open') {
        waiting = [];
        return void resync();
      }
      round++;
      lastSeq = null;
      hearthStore.setState({ connection });
    }),
  ];
  return () => {
    round++;
    clearTimeout(retry);
    clearTimeout(stale);
    for (const stop of stops) stop();
  };
}
