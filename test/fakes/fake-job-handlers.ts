import { AppError } from '../../shared/app-error.ts';
import type { Batch } from '../../shared/batch.ts';
import type { CostSample, QueueEstimate } from '../../shared/cost.ts';
import { type Job, type JobCounts, JobState, type Pause, requeueableStates, settledStates } from '../../shared/job.ts';
import type { EventHub, Handlers } from '../../shared/rpc.ts';
import type { WordParams } from '../../shared/words.ts';
import { noLinks, sampleJob } from './fake-data.ts';
import { queueHandlers } from './fake-queue-handlers.ts';
import { type FakeTemplates, templateOf } from './fake-template-handlers.ts';

/** What the fake host knows of jobs and of what came of them. */
export interface FakeJobs {
  /** Newest last. */
  jobs: Job[];
  pauses: Pause[];
  batches: Batch[];
  /** By template. */
  costs: Record<string, CostSample[]>;
  estimate: QueueEstimate;
}

export const noJobs = (): FakeJobs => ({
  jobs: [],
  pauses: [],
  batches: [],
  costs: {},
  estimate: { known: 0, lowMs: 0, highMs: 0, unknown: 0 },
});

export const countsOf = (jobs: Job[]): JobCounts =>
  // Every state is there, because they come from the list of all states.
  Object.fromEntries(JobState.options.map((state) => [state, jobs.filter((job) => job.state === state).length])) as JobCounts;

const tellQueue = (state: FakeJobs, hub: EventHub): void =>
  hub.emit('queue.changed', { counts: countsOf(state.jobs), pauses: state.pauses });

/** Changes or adds a job and tells everyone. */
export const setJob = (state: FakeJobs, hub: EventHub, job: Job): void => {
  const index = state.jobs.findIndex((known) => known.id === job.id);
  if (index < 0) state.jobs.push(job);
  else state.jobs[index] = job;
  hub.emit('job.changed', job);
  tellQueue(state, hub);
};

type Areas = 'jobs' | 'batches' | 'queue' | 'costs' | 'artifacts' | 'records' | 'retention';
type Names = Extract<keyof Handlers, `${Areas}.${string}`>;

/** Answers about jobs, the queue and pictures from plain data. */
export function jobHandlers(state: FakeJobs & FakeTemplates, hub: EventHub): Pick<Handlers, Names> {
  const put = (job: Job): void => setJob(state, hub, job);
  const newest = (): Job[] => state.jobs.toReversed();
  const batch = (id: string): Batch => {
    const found = state.batches.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'batchUnknown', { id });
    return found;
  };
  const changeJobs = (ids: string[], may: (job: Job) => boolean, next: JobState, refusal: string) => {
    const jobs: Job[] = [];
    const refused: { id: string; key: string; message: string; params: WordParams }[] = [];
    for (const id of ids) {
      const job = state.jobs.find((known) => known.id === id);
      if (!job || !may(job)) {
        refused.push({ id, key: 'internal', message: refusal, params: {} });
        continue;
      }
      const changed = { ...job, state: next, finishedAt: settledStates.has(next) ? new Date().toISOString() : null };
      put(changed);
      jobs.push(changed);
    }
    return { jobs, refused };
  };
  return {
    'jobs.list': ({ filter, ids, order, cursor, limit }) => {
      const found = (order === 'newest' ? newest() : state.jobs).filter(
        (job) =>
          (!filter.states || filter.states.includes(job.state)) &&
          (!filter.template || filter.template === job.template) &&
          (!ids || ids.includes(job.id)) &&
          (filter.batch === undefined || (job.batch ?? null) === filter.batch) &&
          (!filter.text || JSON.stringify(job.values).toLowerCase().includes(filter.text.toLowerCase())),
      );
      const from = Number(cursor ?? 0);
      const next = from + limit < found.length ? String(from + limit) : null;
      return { jobs: found.slice(from, from + limit), total: found.length, next };
    },
    'jobs.get': ({ id }) => {
      const job = state.jobs.find((known) => known.id === id);
      if (!job) throw new AppError('not-found', 'internal');
      return {
        job,
        events: [{ at: job.createdAt, from: null, to: 'queued', reason: 'enqueued', attempt: null }],
        links: noLinks,
      };
    },
    'artifacts.list': ({ template: id, cursor, limit }) => {
      const items = newest()
        .filter((job) => !id || job.template === id)
        .flatMap((job) =>
          job.artifacts.map((artifact) => ({ artifact, values: job.values, seed: job.seed, version: job.version })),
        );
      const from = Number(cursor ?? 0);
      const next = from + limit < items.length ? String(from + limit) : null;
      return { items: items.slice(from, from + limit), total: items.length, next };
    },
    'artifacts.get': ({ id }) => {
      for (const { artifacts, values, seed, version } of state.jobs) {
        const artifact = artifacts.find((known) => known.id === id);
        if (artifact) return { artifact, values, seed, version };
      }
      throw new AppError('not-found', 'noSuchArtifact', { id });
    },
    'jobs.enqueue': ({ template: id, version, values, count, key, priority }) => {
      const chosen = templateOf(state, id);
      const jobs = Array.from({ length: count }, (_, index) =>
        sampleJob({
          key: key === undefined ? null : count > 1 ? `${key}/${index + 1}` : key,
          template: id,
          version: version ?? chosen.version,
          digest: chosen.digest,
          values,
          priority,
          createdAt: new Date().toISOString(),
        }),
      );
      for (const job of jobs) put(job);
      return { jobs, count: jobs.length, batch: null };
    },
    'batches.list': ({ isOpen }) => ({
      batches: state.batches.filter(({ endedAt }) => (endedAt === null) === isOpen),
      next: null,
    }),
    'batches.get': ({ id }) => batch(id),
    'batches.jobs': ({ id }) => ({ jobs: state.jobs.filter((job) => job.batch === id), next: null }),
    'costs.samples': ({ template: id }) => ({ template: id, samples: state.costs[id] ?? [] }),
    'queue.estimate': () => state.estimate,
    'jobs.cancel': ({ ids }) => changeJobs(ids, (job) => !settledStates.has(job.state), 'cancelled', 'This job is finished.'),
    'jobs.requeue': ({ ids }) =>
      changeJobs(ids, (job) => requeueableStates.has(job.state), 'queued', 'This job cannot be queued again.'),
    'queue.pause': ({ text }) => {
      state.pauses = [{ owner: 'person', text, since: new Date().toISOString() }];
      tellQueue(state, hub);
      return { pauses: state.pauses };
    },
    'queue.resume': ({ owner }) => {
      const wasPaused = state.pauses.some((pause) => pause.owner === owner);
      state.pauses = state.pauses.filter((pause) => pause.owner !== owner);
      tellQueue(state, hub);
      return { pauses: state.pauses, wasPaused };
    },
    ...queueHandlers(() => state.jobs, put),
  };
}
