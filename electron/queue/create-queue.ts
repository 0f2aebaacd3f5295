import { AppError } from '../../shared/app-error.ts';
import type { Job } from '../../shared/job.ts';
import { createJobPages } from '../db/job-pages.ts';
import type { JobRow } from '../db/jobs.ts';
import { createJobChanger } from './change-jobs.ts';
import type { QueueDeps } from './deps.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEnqueuer } from './enqueue.ts';
import { eventOf } from './job-view.ts';
import { countsOf, createLedger } from './ledger.ts';
import { createPauseBook } from './pause-book.ts';
import type { Queue } from './queue.ts';

/** Jobs that a fresh client is told of at once, besides those at work: so many, or fewer where their values are longer than this. */
const openJobsShown = 200;
const openLengthShown = 5_000_000;

/** The durable list of work over a database whose schema is current. Nothing runs before `start`. */
export const createQueue = (deps: QueueDeps): Queue => {
  const { clock, defer, settings } = deps;
  const breathe = (): Promise<void> => new Promise((resolve) => defer(resolve));
  const ledger = createLedger(deps);
  const pages = createJobPages(deps.db);
  const pauses = createPauseBook(ledger, clock, () => dispatcher.wake());
  const enqueuer = createEnqueuer(deps, ledger, () => dispatcher.wake());
  const dispatcher = createDispatcher(deps, ledger, pauses, enqueuer.writing);
  const changer = createJobChanger(
    ledger,
    () => clock.now(),
    dispatcher.cancel,
    dispatcher.whenSettled,
    () => dispatcher.wake(),
    breathe,
  );
  /** Where a list takes steps, everything else has its turn in between. */
  const inSteps = async <T>(steps: Generator<void, T>): Promise<T> => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await breathe();
    }
  };
  const whole = (rows: JobRow[]): Job[] => rows.map((row) => ledger.view.of(row));

  return {
    enqueue: enqueuer.enqueue,
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
      return row && { job: ledger.view.of(row), events: ledger.events.ofJob(id).map(eventOf) };
    },
    counts: () => countsOf(ledger.jobs),
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
    pause: pauses.pause,
    resume(owner) {
      const wasPaused = pauses.resume(owner);
      return { pauses: pauses.all(), wasPaused };
    },
    pauses: pauses.all,
    progress: dispatcher.progress,
    preview: dispatcher.preview,
    async start() {
      await enqueuer.removeIncomplete();
      const { queued, failed_retryable } = countsOf(ledger.jobs);
      // Where nobody can be asked, "ask" waits like "paused" until somebody resumes.
      if (settings().onStart !== 'resume' && queued + failed_retryable > 0) pauses.pauseFor('person', 'pausedOnStart');
      dispatcher.start();
    },
    async stop() {
      await dispatcher.stop();
      ledger.flush();
    },
  };
};
