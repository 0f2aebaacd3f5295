import { AppError } from '../../shared/app-error.ts';
import type { EnqueueInput } from '../../shared/contract.ts';
import type { Job, Priority, Values } from '../../shared/job.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import { resolveBatch } from '../templates/values.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import { newId } from './new-id.ts';
import { requestDigest } from './request-digest.ts';
import { asStorageError } from './storage-error.ts';

/** Run order of the priorities; 0 is left for what was moved to the front. */
const grades: Record<Priority, number> = { interactive: 1, normal: 2, batch: 3 };
/** Room between two ranks, so that a job can be put between others later. */
const rankStep = 1024;
/** Jobs in one transaction; more are written in several, with room for everything else in between. */
const chunkJobs = 250;
/** Jobs read with their attempts and artifacts before everything else has its turn. */
const shownJobs = 100;

export interface Enqueuer {
  enqueue(input: EnqueueInput): Promise<Job[]>;
  /** Removes what a crash left of batches that were never complete. */
  removeIncomplete(): Promise<void>;
  /** Batch that is being written now: none of it may be claimed yet. */
  writing(): string | null;
}

/** Writes accepted work, each key once. `onWork` is called whenever there is something new to run. */
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
  onWork: () => void,
): Enqueuer => {
  const { jobs, events, batches } = ledger;
  let seq = jobs.lastSeq();
  let writing: { id: string; done: Promise<void> } | null = null;
  const breathe = (): Promise<void> => new Promise((resolve) => defer(resolve));

  const commit = <T>(act: () => T): T => {
    try {
      return ledger.commit(act);
    } catch (error) {
      seq = jobs.lastSeq();
      throw asStorageError(error);
    }
  };

  /** Keys of the jobs that this very request made before, or undefined when its key is new. */
  const existing = ({ key, count }: EnqueueInput, digest: string): string[] | undefined => {
    if (key === undefined) return undefined;
    const taken = (): never => {
      throw new AppError('conflict', 'jobKeyTaken', { key });
    };
    const whole = jobs.findByKey(key);
    const firstOfMany = jobs.findByKey(`${key}/1`);
    if (count === 1) {
      if (whole) return whole.request === digest ? [key] : taken();
      // Of a request for one job, `K/1` is a key of its own; of one for many it belongs to `K`.
      return firstOfMany && !firstOfMany.request?.startsWith('1:') ? taken() : undefined;
    }
    if (whole) return taken();
    if (!firstOfMany) return undefined;
    if (firstOfMany.request !== digest) return taken();
    return Array.from({ length: count }, (_, place) => `${key}/${place + 1}`);
  };

  const enqueue = async (input: EnqueueInput): Promise<Job[]> => {
    // Writers of many take turns, and a key is looked up only when no batch is half written.
    while (writing && (input.key !== undefined || input.count > chunkJobs)) await writing.done;
    const request = input.key === undefined ? null : requestDigest(input);
    const before = request === null ? undefined : existing(input, request);
    if (before) return viewAll(before);

    const template = templates.get(input.template, input.version);
    if (!template) {
      if (input.version === undefined || !templates.get(input.template))
        throw new AppError('invalid-input', 'jobTemplateUnknown', { template: input.template });
      throw new AppError('invalid-input', 'jobTemplateVersionUnknown', { template: input.template, version: input.version });
    }
    const resolved = resolveBatch(template, input.values, input.count, drawSeed);
    mustHaveInputs(template, resolved[0]?.values ?? {});
    const createdAt = clock.now();
    const front = input.isFront ? jobs.frontRank(0) - resolved.length : null;
    const batch = resolved.length > chunkJobs ? newId(createdAt) : null;
    const createdAtText = new Date(createdAt).toISOString();
    const shared = {
      request,
      template: template.id,
      version: template.version,
      digest: template.digest,
      priority: input.priority,
      grade: front === null ? grades[input.priority] : 0,
      batch,
      created_at: createdAt,
      key: input.key ?? null,
    };
    /** Inside a transaction: the jobs from one place of the request to before another. */
    const write = (from: number, to: number): Job[] => {
      const first = seq + 1;
      const made = resolved.slice(from, to).map(
        (one, place): Job => ({
          id: newId(createdAt),
          key: input.key === undefined || input.count === 1 ? (input.key ?? null) : `${input.key}/${from + place + 1}`,
          template: template.id,
          version: template.version,
          digest: template.digest,
          values: one.values,
          seed: one.seed,
          state: 'queued',
          priority: input.priority,
          createdAt: createdAtText,
          finishedAt: null,
          retryAt: null,
          attempts: [],
          artifacts: [],
          error: null,
        }),
      );
      jobs.insert(
        {
          ...shared,
          seq: first,
          rank: front === null ? first * rankStep : front + from,
          rankStep: front === null ? rankStep : 1,
          number: input.count === 1 ? null : from + 1,
        },
        made.map(({ id, values, seed }) => ({ id, values_json: JSON.stringify(values), seed })),
      );
      seq += made.length;
      events.insertFirst(first, seq, 'enqueued');
      for (const job of made) ledger.touch(job.id, job);
      return made;
    };
    const keyTaken = (error: unknown): unknown =>
      isKeyClash(error) ? new AppError('conflict', 'jobKeyTaken', { key: input.key ?? '' }, { cause: error }) : error;
    try {
      const made =
        batch === null ? commit(() => write(0, resolved.length)) : await writeBatch(batch, resolved.length, createdAt, write);
      onWork();
      return made;
    } catch (error) {
      throw keyTaken(error);
    }
  };

  /** A picture that is not in the store now will not be there when the job is run. */
  const mustHaveInputs = ({ parameters }: LoadedTemplate, values: Values): void => {
    for (const { key, type } of parameters) {
      const value = type === 'image' ? values[key] : undefined;
      if (typeof value === 'string' && value !== '' && !inputs.find(value))
        throw new AppError('invalid-input', 'inputUnknown', { key, value });
    }
  };

  const viewAll = async (keys: string[]): Promise<Job[]> => {
    const whole: Job[] = [];
    for (const key of keys) {
      const row = jobs.findByKey(key);
      if (row) whole.push(ledger.view.of(row));
      if (whole.length % shownJobs === 0) await breathe();
    }
    return whole;
  };

  const writeBatch = async (
    id: string,
    count: number,
    createdAt: number,
    write: (from: number, to: number) => Job[],
  ): Promise<Job[]> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    writing = { id, done: promise };
    const firstSeq = seq + 1;
    try {
      const made: Job[] = [];
      for (let from = 0; from < count; from += chunkJobs) {
        const to = Math.min(count, from + chunkJobs);
        commit(() => {
          if (from === 0) batches.begin({ id, firstSeq, count, createdAt });
          made.push(...write(from, to));
          // With the last job the batch counts; before that a crash leaves nothing of it.
          if (to === count) batches.complete(id);
        });
        await breathe();
      }
      return made;
    } catch (error) {
      await removeBatch(id, firstSeq).catch((cause: unknown) =>
        log.error('an incomplete batch could not be removed', { batch: id, cause }),
      );
      throw error;
    } finally {
      writing = null;
      resolve();
    }
  };

  const removeBatch = async (id: string, firstSeq: number): Promise<void> => {
    while (ledger.commit(() => jobs.removeBatch(id, firstSeq, chunkJobs)) > 0) await breathe();
    ledger.commit(() => batches.remove(id));
    ledger.touchQueue();
  };

  return {
    enqueue,
    async removeIncomplete() {
      for (const { id, first_seq } of batches.incomplete()) if (id !== writing?.id) await removeBatch(id, first_seq);
    },
    writing: () => writing?.id ?? null,
  };
};

const isKeyClash = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.includes('jobs.key');
