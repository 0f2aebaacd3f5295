import type { Job } from '../../../shared/job.ts';
import { problemOf } from '../../../shared/problem.ts';
import { isStorageFault } from '../../db/is-storage-fault.ts';
import { rollBackLeft } from './roll-back.ts';
import { settleKin } from './settle-kin.ts';
import { isChangedJob, type TrialBook, type TrialRecord } from './trial-book.ts';
import type { TrialCourse } from './trial-course.ts';
import type { TrialDeps } from './trial-deps.ts';

/** A job of a trial that an earlier host left, and where it waited before. */
export interface LeftJob {
  job: string;
  state: Job['state'];
}

interface RecoverDeps extends Pick<TrialDeps, 'clock' | 'log' | 'queue' | 'incidents'> {
  book: TrialBook;
  /** Goes on with a trial where its record stands; it ends by the next event. */
  openCourse: (record: TrialRecord) => TrialCourse;
}

/** Incidents that an earlier host may have left under trial: one an engine. */
const mostLeft = 200;

/** What was in the middle ends: confirmed where its job was stored and only the verdict is missing, else stopped. */
const endRunning = async ({ queue, book, openCourse }: RecoverDeps): Promise<LeftJob[]> => {
  const left: LeftJob[] = [];
  for (const record of book.running()) {
    const course = openCourse(record);
    const { origin, originState } = record.plan;
    if (origin !== null && originState !== null) left.push({ job: origin, state: originState });
    const job = record.plan.job === null ? undefined : queue.get(record.plan.job)?.job;
    if (job?.state === 'succeeded') course.see(job);
    else course.send({ type: 'stopped', problem: problemOf('trialHostEnded') });
    await course.done;
  }
  return left;
};

/** What is over, and was still to be taken back when that host ended. */
const takeBack = async ({ clock, log, queue, book }: RecoverDeps): Promise<void> => {
  for (const record of book.toTakeBack()) {
    const error = await rollBackLeft({ queue }, record.plan);
    if (error !== null) log.error('a trial could not be taken back', { trial: record.trial.id, error });
    else {
      const step = { at: new Date(clock.now()).toISOString(), what: 'rolledBack' as const, detail: null };
      book.change(record, { steps: [...record.trial.steps, step] }, { isRollBackDue: false });
    }
  }
};

/** What is proven, and was still to be kept. A full disk leaves it to the next start. */
const keep = ({ book, queue, log }: RecoverDeps): void => {
  for (const record of book.toKeep()) {
    const { origin } = record.plan;
    try {
      if (origin !== null && isChangedJob(record.plan)) queue.trials.replace(origin);
      book.change(record, {}, { isKeepDue: false });
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      log.error('what a trial proved could not be kept', { trial: record.trial.id, error });
    }
  }
};

/** What is kept cures others too. */
const settle = async ({ book, ...deps }: RecoverDeps): Promise<void> => {
  for (const { trial } of book.toSettle())
    try {
      await settleKin(trial.id, { ...deps, book });
    } catch (error) {
      deps.log.error('what a trial cured besides could not be settled', { trial: trial.id, error });
    }
};

/**
 * Puts right what an earlier host left of its trials. To be awaited before engines are started and the queue claims. Answers with the
 * jobs that its engines had until now: they are put back once the queue may claim.
 */
export const recoverTrials = async (deps: RecoverDeps): Promise<LeftJob[]> => {
  const { queue, incidents, book } = deps;
  const left = await endRunning(deps);
  await takeBack(deps);
  keep(deps);
  await settle(deps);
  queue.trials.endAll();
  for (const { id, trials } of incidents.list({ filter: { states: ['trial'] }, limit: mostLeft }).incidents) {
    const last = trials.at(-1);
    const isCured = last?.state === 'confirmed' && book.find(last.id)?.plan.isKept;
    incidents.setTrial(id, isCured ? { confirmed: last.remedy } : 'open');
  }
  return left;
};
