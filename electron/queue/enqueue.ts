import { AppError } from '../../shared/app-error.ts';
import type { Batch } from '../../shared/batch.ts';
import type { EnqueueInput } from '../../shared/contract.ts';
import { workOf } from '../../shared/cost.ts';
import type { Job, Values } from '../../shared/job.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import type { JobRow, NewJob } from '../db/jobs.ts';
import { pause } from '../lib/clock.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import { type ResolvedRequest, resolveRequest } from '../templates/values.ts';
import { batchRowOf } from './batch-row.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import { newId } from './new-id.ts';
import { requestDigest } from './request-digest.ts';
import { grades, rankStep } from './run-order.ts';
import { asStorageError } from './storage-error.ts';
import { chunkJobs, createBatchWriter } from './write-batch.ts';

/** Jobs that an answer holds and events tell of one by one; of more, the batch is told. */
const shownJobs = 100;

/** What a full disk did not let go of is removed after this long. */
const againMs = 5_000;

/** What became of a request: its jobs, or the batch and the first of them. */
export interface Enqueued {
  jobs: Job[];
  count: number;
  batch: Batch | null;
}

export interface Enqueuer {
  /** `changesOf`: what a remedy changes in the jobs that are asked for; asked only for a request that makes some. */
  enqueue(input: EnqueueInput, changesOf?: () => JobChanges | undefined): Promise<Enqueued>;
  /** Removes what a crash left of batches that were never complete. */
  removeIncomplete(): Promise<void>;
  /** Batch that is being written now: none of it may be claimed yet. */
  writing(): string | null;
  /** Somebody else added rows. */
  refresh(): void;
}

/** What one job of a request has of its own. */
type MadeJob = NewJob & { values: Values };

/** What the enqueuer tells of, and asks, besides the ledger. */
interface EnqueuePorts {
  /** Whether an engine waits for work. */
  isWaiting(): boolean;
  /** There is something new to run. */
  onWork(): void;
  /** A batch is complete. `isWide`: its jobs are not told of one by one. */
  onBatch(id: string, isWide: boolean): void;
  batchOf(id: string): Batch | null;
}

/** Writes accepted work, each key once. */
export const createEnqueuer = (
  {
    clock,
    templates,
    inputs,
    drawSeed,
    defer,
    log,
  }: Pick<QueueDeps, 'clock' | 'templates' | 'inputs' | 'drawSeed' | 'defer' | 'log'>,
  ledger: Ledger,
  { isWaiting, onWork, onBatch, batchOf }: EnqueuePorts,
): Enqueuer => {
  const { jobs, events, batches, origins } = ledger;
  let seq = jobs.lastSeq();
  /** Keys of jobs that the disk is about to have. */
  const syncing = new Map<string, Promise<void>>();
  /** Keys of those that it refused. */
  const unsure = new Set<string>();
  const breathe = (): Promise<void> => new Promise((resolve) => defer(resolve));

  const guarded =
    (write: Ledger['commit']): Ledger['commit'] =>
    (act) => {
      try {
        return write(act);
      } catch (error) {
        seq = jobs.lastSeq();
        throw asStorageError(error);
      }
    };
  const [commit, note] = [guarded(ledger.commit), guarded(ledger.note)];
  const writer = createBatchWriter(
    ledger,
    { commit, note },
    {
      breathe,
      again: () => pause(clock, againMs),
      onLeft: (batch, cause) => log.error('an incomplete batch could not be removed', { batch, cause }),
      onGone: onWork,
    },
  );

  /** The first job that this very request made before, or undefined when its key is new. */
  const existing = (key: string, count: number, digest: string): JobRow | undefined => {
    const taken = (): never => {
      throw new AppError('conflict', 'jobKeyTaken', { key });
    };
    const whole = jobs.findByKey(key);
    const firstOfMany = jobs.findByKey(`${key}/1`);
    if (count === 1) {
      if (whole) return whole.request === digest ? whole : taken();
      // Of a request for one job, `K/1` is a key of its own; of one for many it belongs to `K`.
      return firstOfMany && !firstOfMany.request?.startsWith('1:') ? taken() : undefined;
    }
    if (whole) return taken();
    if (!firstOfMany) return undefined;
    return firstOfMany.request === digest ? firstOfMany : taken();
  };

  const enqueue: Enqueuer['enqueue'] = async (input, changesOf) => {
    const { key, grid = [] } = input;
    const count = grid.reduce((product, { values }) => product * values.length, input.count);
    // Writers of many take turns, and a key is looked up only when no batch is half written.
    while (writer.writing() !== null && (key !== undefined || count > chunkJobs)) await writer.done();
    // What a crash left of a batch is going away: nobody may be told that these are the jobs of its key, and two at a time are too many
    // to keep from being claimed.
    if ((key !== undefined || count > chunkJobs) && batches.incomplete().length > 0) {
      await writer.removeIncomplete();
      while (writer.writing() !== null) await writer.done();
    }
    const request = key === undefined ? null : requestDigest(input, count);
    const before = key === undefined || request === null ? undefined : existing(key, count, request);
    if (before) {
      // Nobody hears that a job is there before the disk has it.
      await syncing.get(key ?? '');
      if (unsure.has(key ?? '')) vouch(before);
      return answerAgain(before, key ?? '', count);
    }

    const template = findTemplate(input);
    const changes = changesOf?.();
    const resolved = resolveRequest(template, input.values, grid, input.count, drawSeed);
    mustHaveInputs(template, resolved);
    const createdAt = clock.now();
    const front = input.isFront ? jobs.frontRank(0) - count : null;
    const batch = count > 1 ? newId(createdAt) : null;
    const isWide = count > shownJobs;
    const shown: Job[] = [];
    const shared = {
      key: key ?? null,
      request,
      template: template.id,
      version: template.version,
      digest: template.digest,
      priority: input.priority,
      grade: front === null ? grades[input.priority] : 0,
      batch,
      created_at: createdAt,
    };
    /** Inside a transaction: the jobs from one place of the request to before another. */
    const write = (from: number, to: number): void => {
      const first = seq + 1;
      const made: MadeJob[] = [];
      for (let place = from; place < to; place++) {
        const { values, seed } = resolved.at(place);
        const { work } = workOf(template, values);
        made.push({ id: newId(createdAt), values, values_json: JSON.stringify(values), seed, work });
      }
      jobs.insert(
        {
          ...shared,
          seq: first,
          rank: front === null ? first * rankStep : front + from,
          rankStep: front === null ? rankStep : 1,
          number: count === 1 ? null : from + 1,
        },
        made,
      );
      seq += made.length;
      const [only] = made;
      // Of one the plain statement costs a third.
      if (count === 1 && only) events.insert(only.id, createdAt, null, 'queued', 'enqueued', null);
      else events.insertFirst(first, seq, 'enqueued');
      if (changes) for (const { id } of made) ledger.changes.insert(id, changes);
      if (input.origin !== undefined) noteOrigin(input.origin, made, from === 0);
      for (const { id, values, seed } of made) {
        if (shown.length === shownJobs) break;
        const job: Job = {
          id,
          key: key === undefined || count === 1 ? (key ?? null) : `${key}/${shown.length + 1}`,
          template: template.id,
          version: template.version,
          digest: template.digest,
          values,
          seed,
          state: 'queued',
          priority: input.priority,
          createdAt: new Date(createdAt).toISOString(),
          finishedAt: null,
          retryAt: null,
          attempts: [],
          artifacts: [],
          error: null,
          ...(batch !== null && { batch }),
          ...(changes && { changes }),
        };
        shown.push(job);
        if (!isWide) ledger.touch(id, job);
      }
    };
    // An engine that waits gets its prompt before the disk has the job; whoever asked for it hears of it after.
    const isSoon = batch === null && isWaiting();
    try {
      if (batch === null) (isSoon ? note : commit)(() => write(0, 1));
      else {
        const row = batchRowOf(batch, shared, resolved);
        if (count > chunkJobs) await writer.write({ ...row, first_seq: seq + 1 }, write);
        else
          commit(() => {
            batches.begin({ ...row, first_seq: seq + 1 });
            write(0, count);
            batches.complete(batch);
          });
      }
    } catch (error) {
      throw isKeyClash(error) ? new AppError('conflict', 'jobKeyTaken', { key: key ?? '' }, { cause: error }) : error;
    }
    if (isWide) ledger.touchQueue();
    if (batch !== null) onBatch(batch, isWide);
    // An engine that waits comes before the disk and before whoever reads the answer.
    onWork();
    const left = isWaiting() ? breathe() : Promise.resolve();
    await (isSoon ? toDisk(key, left) : left);
    return { jobs: shown, count, batch: batch === null ? null : batchOf(batch) };
  };

  /** A job that the disk did not confirm is written once more, with everything before it. Throws where that is refused too. */
  const vouch = (job: JobRow): void => {
    commit(() => jobs.change(job, {}));
    unsure.delete(job.key ?? '');
  };
  /** Begins once its prompt has `left`. It runs then, so that nothing is taken back: what cannot be vouched for is said. */
  const toDisk = (key: string | undefined, left: Promise<void>): Promise<void> => {
    const done = left
      .then(ledger.toDisk)
      .catch((cause: unknown) => {
        if (key !== undefined) unsure.add(key);
        throw new AppError('storage', 'jobNotOnDisk', { detail: cause instanceof Error ? cause.message : '' }, { cause });
      })
      .finally(() => key !== undefined && syncing.delete(key));
    if (key !== undefined) syncing.set(key, done);
    // Everybody who waits for it hears of it; it may fail before they do.
    done.catch(() => {});
    return done;
  };

  /** Inside a transaction: the jobs keep where they came from; that one is told once. */
  const noteOrigin = (origin: string, made: readonly { id: string }[], isFirst: boolean): void => {
    for (const { id } of made) origins.insert(id, origin);
    const job = isFirst ? jobs.find(origin) : undefined;
    if (!job) return;
    events.insert(job.id, clock.now(), job.state, job.state, 'edited', null);
    ledger.touch(job.id);
  };

  const findTemplate = ({ template: id, version }: EnqueueInput): LoadedTemplate => {
    const template = templates.get(id, version);
    if (template) return template;
    if (version === undefined || !templates.get(id)) throw new AppError('invalid-input', 'jobTemplateUnknown', { template: id });
    throw new AppError('invalid-input', 'jobTemplateVersionUnknown', { template: id, version });
  };

  /** A picture that is not in the store now will not be there when the job is run. */
  const mustHaveInputs = ({ parameters }: LoadedTemplate, { values, axes }: ResolvedRequest): void => {
    const need = (key: string, value: Values[string] | undefined): void => {
      if (typeof value === 'string' && value !== '' && !inputs.find(value))
        throw new AppError('invalid-input', 'inputUnknown', { key, value });
    };
    for (const { key, type } of parameters) {
      if (type !== 'image') continue;
      need(key, values[key]);
      for (const axis of axes) if (axis.key === key) for (const value of axis.values) need(key, value);
    }
  };

  const answerAgain = async (first: JobRow, key: string, count: number): Promise<Enqueued> => {
    const row = first.batch === null ? undefined : batches.find(first.batch);
    if (row) return { jobs: batches.jobs(row, 0, shownJobs).map((job) => ledger.view.of(job)), count, batch: batchOf(row.id) };
    if (count === 1) return { jobs: [ledger.view.of(first)], count, batch: null };
    // An earlier Hearth gave batches only to the longest requests.
    const whole: Job[] = [];
    for (let number = 1; number <= count; number++) {
      const job = jobs.findByKey(`${key}/${number}`);
      if (job) whole.push(ledger.view.of(job));
      if (number % shownJobs === 0) await breathe();
    }
    return { jobs: whole, count, batch: null };
  };

  return {
    enqueue,
    removeIncomplete: writer.removeIncomplete,
    writing: writer.writing,
    refresh() {
      seq = jobs.lastSeq();
    },
  };
};

const isKeyClash = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.includes('jobs.key');
