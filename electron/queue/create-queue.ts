import { AppError } from '../../shared/app-error.ts';
import type { Job } from '../../shared/job.ts';
import { createCancellationRows } from '../db/cancellations.ts';
import { createJobPages } from '../db/job-pages.ts';
import { createJobSearch } from '../db/job-search.ts';
import { createJobSweepRows } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import { createRetentionRows } from '../db/retention.ts';
import { createBatchBook } from './batch-book.ts';
import { createJobChanger } from './change-jobs.ts';
import { createCostBook } from './cost-book.ts';
import type { QueueDeps } from './deps.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEnqueuer } from './enqueue.ts';
import { createFollowUps } from './follow-ups.ts';
import { createJobImporter } from './import-jobs.ts';
import { eventOf } from './job-view.ts';
import { keptChanges } from './kept-changes.ts';
import { countsOf, createLedger, looseCountsOf } from './ledger.ts';
import { createPauseBook } from './pause-book.ts';
import type { Queue } from './queue.ts';
import { createReorderer } from './reorder.ts';
import { createRetention } from './retention.ts';
import { createSweeper } from './sweep.ts';
import { createTrialBay } from './trial-bay.ts';
import { createUndoBook } from './undo-book.ts';

/**
 * Jobs that a fresh client is told of at once, besides those at work: so many, or fewer where their values are longer than this. Few,
 * for they are read and checked in one go, and lists are read page by page anyway.
 */
const openJobsShown = 50;
const openLengthShown = 5_000_000;

/** The durable list of work over a database whose schema is current. Nothing runs before `start`. */
export const createQueue = (given: QueueDeps): Queue => {
  const followUps = createFollowUps(given, () => ({
    batches,
    costs,
    estimate: () => given.emit('queue.estimate', costs.estimate(countsOf(ledger.jobs.counts()))),
  }));
  const deps: QueueDeps = { ...given, emit: followUps.emit };
  const { clock, defer, settings } = deps;
  const breathe = (): Promise<void> => new Promise((resolve) => defer(resolve));
  const ledger = createLedger(deps);
  const pages = createJobPages(deps.db);
  const pauses = createPauseBook(ledger, clock, () => dispatcher.wake());
  const bay = createTrialBay(
    ledger,
    pauses,
    () => clock.now(),
    () => dispatcher.wake(),
  );
  const enqueuer = createEnqueuer(deps, ledger, {
    isWaiting: () => dispatcher.isAnyFree(),
    onWork: () => dispatcher.wake(),
    onBatch(id, isWide) {
      batches.touch(id);
      if (isWide) deps.emit('jobs.stale', { why: 'many' });
    },
    batchOf: (id) => batches.find(id),
  });
  const dispatcher = createDispatcher(deps, ledger, pauses, enqueuer.writing, bay);
  const sweepRows = createJobSweepRows(deps.db);
  const onMany = (touched: ReadonlySet<string>): void => {
    for (const id of touched) batches.touch(id);
    ledger.touchQueue();
    deps.emit('jobs.stale', { why: 'many' });
  };
  const undos = createUndoBook(createCancellationRows(deps.db), ledger, deps, {
    onMany,
    onWork: () => dispatcher.wake(),
    breathe,
  });
  const changer = createJobChanger(
    ledger,
    () => clock.now(),
    dispatcher.cancel,
    dispatcher.whenSettled,
    () => dispatcher.wake(),
    breathe,
    undos,
  );
  const sweep = createSweeper(ledger, sweepRows, undos, {
    matcher: createJobSearch(deps.db).matcher,
    cancelJobs: changer.cancel,
    onMany,
    onWork: () => dispatcher.wake(),
    now: () => clock.now(),
    breathe,
  });
  const order = createReorderer(
    ledger,
    sweepRows,
    () => clock.now(),
    () => {
      deps.emit('jobs.stale', { why: 'order' });
      dispatcher.wake();
    },
  );
  const importJobs = createJobImporter(deps, ledger, enqueuer.refresh, () => dispatcher.wake());
  const retention = createRetention({ ...deps, breathe }, ledger, createRetentionRows(deps.db));
  let stopRetention = (): void => {};
  const batches = createBatchBook(deps, ledger);
  const costs = createCostBook(deps, ledger);
  /** Where a list takes steps, everything else has its turn in between. */
  const inSteps = async <T>(steps: Generator<void, T>): Promise<T> => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await breathe();
    }
  };
  const whole = (rows: JobRow[]): Job[] => ledger.view.all(rows);

  return {
    enqueue: (input, changes) => enqueuer.enqueue(input, () => changes ?? keptChanges(input, ledger, deps.templates)),
    async list({ filter, ids, order, cursor, limit }) {
      if (ids) {
        const rows = ids.map((id) => ledger.jobs.find(id)).filter((row) => row !== undefined);
        return { jobs: whole(rows), total: rows.length, next: null };
      }
      try {
        const { rows, total, next } = await inSteps(pages[order](filter, cursor, limit));
        return { jobs: whole(rows), total, next };
      } catch (error) {
        if (error instanceof RangeError) throw new AppError('invalid-input', 'jobCursorUnknown');
        throw error;
      }
    },
    get(id) {
      const row = ledger.jobs.find(id);
      if (!row) return undefined;
      const origin = ledger.origins.originOf(id) ?? null;
      const edited = ledger.origins
        .madeFrom(id)
        .map(({ id: made, state, created_at }) => ({ id: made, state, createdAt: new Date(created_at).toISOString() }));
      return { job: ledger.view.of(row), events: ledger.events.ofJob(id).map(eventOf), links: { origin, edited } };
    },
    counts: () => countsOf(ledger.jobs.counts()),
    looseCounts: () => looseCountsOf(ledger.jobs.counts()),
    openJobs() {
      let length = 0;
      const waiting = ledger.jobs.waiting(openJobsShown);
      const end = waiting.findIndex(({ values_json }) => {
        length += values_json.length;
        return length > openLengthShown;
      });
      return whole([...ledger.jobs.atWork(), ...(end < 0 ? waiting : waiting.slice(0, end))]);
    },
    cancel: changer.cancel,
    requeue: changer.requeue,
    sweep,
    order,
    importJobs,
    retention,
    records: deps.records.ofJob,
    pause: pauses.pause,
    resume(owner) {
      if (owner === 'trial' && bay.isBusy(owner)) throw new AppError('conflict', 'trialHoldsQueue');
      const wasPaused = pauses.resume(owner);
      return { pauses: pauses.all(), wasPaused };
    },
    pauses: pauses.all,
    trials: bay,
    batches,
    costs: { samples: costs.samples, estimate: () => costs.estimate(countsOf(ledger.jobs.counts())) },
    progress: dispatcher.progress,
    preview: dispatcher.preview,
    lookAgain: () => dispatcher.wake(),
    async start() {
      await enqueuer.removeIncomplete();
      await undos.start();
      batches.start();
      const { queued, failed_retryable } = countsOf(ledger.jobs.counts());
      const { onStart } = settings();
      // Until somebody answers, "ask" waits like "paused".
      if (onStart !== 'resume' && queued + failed_retryable > 0)
        pauses.pauseFor('person', onStart === 'ask' ? 'askedOnStart' : 'pausedOnStart');
      dispatcher.start();
      stopRetention = retention.start();
    },
    async stop() {
      stopRetention();
      undos.stop();
      await dispatcher.stop();
      ledger.flush();
      followUps.stop();
      batches.flush();
      costs.flush();
      await ledger.close();
    },
  };
};
