import { AppError } from '../../shared/app-error.ts';
import type { JobFilter } from '../../shared/contract.ts';
import { type Job, requeueableStates, settledStates } from '../../shared/job.ts';
import type { Record } from '../../shared/record.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { nextId } from './fake-data.ts';

type Calls =
  | 'jobs.cancelAll'
  | 'jobs.requeueAll'
  | 'jobs.restore'
  | 'jobs.move'
  | 'jobs.setPriority'
  | 'queue.import'
  | 'records.list'
  | 'retention.plan'
  | 'retention.run';

/** A record as an attempt on a card has it. */
const sampleRecord = (job: Job): Record => ({
  attempt: job.attempts.at(-1)?.id ?? nextId(),
  job: job.id,
  engine: 'gpu',
  launch: 'launch-1',
  state: 'succeeded',
  template: { id: job.template, version: job.version, digest: 'ab'.repeat(32) },
  graph: 'cd'.repeat(32),
  values: job.values,
  seed: job.seed,
  startedAt: job.createdAt,
  submittedAt: job.createdAt,
  runningAt: job.createdAt,
  endedAt: job.finishedAt,
  changes: null,
  peak: { ramBytes: 12_000_000_000, vramBytes: 9_100_000_000 },
  facts: {
    kind: 'managed',
    comfyui: { version: '0.28.0', commit: 'ef'.repeat(20) },
    customNodes: [{ name: 'ComfyUI-Manager', version: '3.1', commit: '12'.repeat(20) }],
    python: '3.12.4',
    torch: '2.7.0+cu128',
    gpu: 'cuda:0 NVIDIA GeForce RTX 5060 Ti',
    driver: '570.86',
    system: 'Linux 6.8',
    arguments: ['--port', '8188', '--lowvram'],
  },
});

/** What is done with many jobs, with their order, and what is kept of them. `put` changes a job and tells everyone. */
export const queueHandlers = (jobs: () => Job[], put: (job: Job) => void): Pick<Handlers, Calls> => {
  const undos = new Map<string, Job[]>();
  const matching = ({ states, template }: JobFilter): Job[] =>
    jobs().filter((job) => (states?.includes(job.state) ?? true) && (template === undefined || job.template === template));
  const change = (ids: readonly string[], part: Partial<Job>) => {
    const changed = jobs()
      .filter(({ id }) => ids.includes(id))
      .map((job) => ({ ...job, ...part }));
    for (const job of changed) put(job);
    return { jobs: changed, refused: [] };
  };
  return {
    'jobs.cancelAll': ({ filter }) => {
      const before = matching(filter).filter(({ state }) => !settledStates.has(state));
      const undo = nextId();
      undos.set(undo, before);
      for (const job of before) put({ ...job, state: 'cancelled', finishedAt: new Date().toISOString() });
      return { changed: before.length, undo: before.length === 0 ? null : undo };
    },
    'jobs.requeueAll': ({ filter }) => {
      const before = matching(filter).filter(({ state }) => requeueableStates.has(state));
      for (const job of before) put({ ...job, state: 'queued', finishedAt: null });
      return { changed: before.length };
    },
    'jobs.restore': ({ undo }) => {
      const before = undos.get(undo);
      if (!before) throw new AppError('conflict', 'undoTooLate');
      for (const job of before) put(job);
      return { changed: before.length };
    },
    'jobs.move': ({ ids, to }) => change(ids, to.at === 'front' ? { isFront: true } : {}),
    'jobs.setPriority': ({ ids, priority }) => change(ids, { priority }),
    'queue.import': ({ jobs: wishes }) => ({ added: wishes.length, known: 0, problems: [] }),
    'records.list': ({ job: id }) => {
      const job = jobs().find((known) => known.id === id);
      if (!job) throw new AppError('not-found', 'jobUnknown', { id });
      return { records: job.attempts.length > 0 ? [sampleRecord(job)] : [] };
    },
    'retention.plan': ({ dropPicturesWithJobs }) =>
      dropPicturesWithJobs
        ? { jobs: 60, pictures: 48, bytes: 1_200_000_000, keptForPictures: 0 }
        : { jobs: 12, pictures: 0, bytes: 0, keptForPictures: 48 },
    'retention.run': () => ({ jobs: 12, pictures: 0, bytes: 0, keptForPictures: 48 }),
  };
};
