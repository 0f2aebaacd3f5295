import { AppError } from '../../shared/app-error.ts';
import type { Job } from '../../shared/job.ts';
import type { EventName, Payload } from '../../shared/rpc.ts';
import type { Api } from '../api.ts';
import { createFrames } from './frames.ts';
import { type HearthState, hearthStore } from './hearth.ts';
import { withIncident, withTrial } from './incidents.ts';
import {
  withEngine,
  withJobs,
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
/** An event as it changes the store; jobs are put together, for thousands may come at once. */
type Change = { job: Job } | { patch: Patch };

const isJob = (change: Change): change is { job: Job } => 'job' in change;

/** The state after all changes, in order. Pure. */
const withChanges = (state: HearthState, changes: readonly Change[]): HearthState => {
  let now = state;
  for (let at = 0; at < changes.length; ) {
    const change = changes[at];
    if (!change) break;
    let end = at + 1;
    if (isJob(change)) {
      for (let next = changes[end]; next && isJob(next); next = changes[end]) end++;
      now = {
        ...now,
        ...withJobs(
          now,
          changes.slice(at, end).flatMap((one) => (isJob(one) ? [one.job] : [])),
        ),
      };
    } else now = { ...now, ...change.patch(now) };
    at = end;
  }
  return now;
};

/**
 * Keeps the store equal to the host: a snapshot after every connection and after a gap in the event numbers, then events in
 * order, those of one frame together. Events that arrive while a snapshot is on its way wait, and those that it already holds are
 * dropped.
 * Returns the way to stop.
 */
export function syncHearth(api: Api): () => void {
  /** Number of the last event applied or skipped; null until a snapshot said where we are. */
  let lastSeq: number | null = null;
  let waiting: { seq: number; change: Change }[] = [];
  /** Highest number seen while a snapshot is on its way. */
  let highest = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stale: ReturnType<typeof setTimeout> | undefined;
  /** Tells answers of an earlier connection from those of this one. */
  let round = 0;

  const applyAll = (changes: readonly Change[]): void => hearthStore.setState((state) => withChanges(state, changes));
  const frames = createFrames(applyAll);
  const apply = (patch: Patch): void => applyAll([{ patch }]);

  const resync = async (): Promise<void> => {
    const mine = ++round;
    lastSeq = null;
    highest = 0;
    try {
      const snapshot = await api.call('app.snapshot', {});
      if (mine !== round) return;
      frames.flush();
      apply((state) => ({ ...withSnapshot(state, snapshot), connection: 'open' }));
      const later = waiting.filter((event) => event.seq > snapshot.seq);
      waiting = [];
      lastSeq = Math.max(snapshot.seq, highest);
      applyAll(later.map(({ change }) => change));
      const templates = await api.call('templates.list', {});
      if (mine === round) apply(() => withTemplates(templates));
    } catch (error) {
      // A pipe that closed while asking brings its own next try.
      if (mine !== round || (error instanceof AppError && error.code === 'disconnected')) return;
      hearthStore.setState({ connection: 'lost' });
      retry = setTimeout(() => void resync(), retryMs);
    }
  };

  const take = (seq: number, change: Change): void => {
    if (lastSeq !== null && seq <= lastSeq) return;
    if (lastSeq !== null && seq === lastSeq + 1) frames.push(change);
    else waiting.push({ seq, change });
  };
  const listen = <K extends EventName>(name: K, patch: (state: HearthState, payload: Payload<K>) => Partial<HearthState>) =>
    api.on(name, (payload, seq) => take(seq, { patch: (state) => patch(state, payload) }));

  const stops = [
    listen('engine.changed', withEngine),
    listen('engine.removed', (state, { id }) => withoutEngine(state, id)),
    listen('engine.memory', withMemory),
    listen('engine.load', withLoad),
    api.on('job.changed', (job, seq) => take(seq, { job })),
    listen('job.progress', withProgress),
    listen('template.changed', withTemplate),
    listen('template.removed', (state, { id }) => withoutTemplate(state, id)),
    listen('templates.read', (_, list) => withTemplates(list)),
    listen('queue.changed', (_, { counts, looseCounts = counts, pauses }) => ({ counts, looseCounts, pauses })),
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
    frames.clear();
    for (const stop of stops) stop();
  };
}
