import { readFile } from 'node:fs/promises';
import { AppError } from '../../../shared/app-error.ts';
import type { Engine } from '../../../shared/engine.ts';
import type { Job } from '../../../shared/job.ts';
import { problemOf, problemWith } from '../../../shared/problem.ts';
import type { Trial } from '../../../shared/trial.ts';
import { insist } from '../../db/insist.ts';
import { isStorageFault } from '../../db/is-storage-fault.ts';
import { noBootFacts, plainLine } from '../../engine/boot-facts.ts';
import { pause } from '../../lib/clock.ts';
import { recipeOf } from '../../templates/recipe-of.ts';
import { copyRequest } from './copy-request.ts';
import { lookAtFile } from './look-at-file.ts';
import { judgePictures, type PictureLook } from './picture-look.ts';
import { planChanges } from './plan-changes.ts';
import type { ProfileKeeper } from './profile-keeper.ts';
import { proveRun, proveStart } from './prove.ts';
import { rollBackTrial } from './roll-back.ts';
import { isChangedJob, type TrialBook, type TrialRecord } from './trial-book.ts';
import type { TrialDeps } from './trial-deps.ts';
import { isOver, nextTrial, type Proof, type TrialEvent } from './trial-machine.ts';

/** One trial under way. What is to be done is done one after the other; what happens meanwhile only decides what comes next. */
export interface TrialCourse {
  readonly record: TrialRecord;
  send(event: TrialEvent): boolean;
  /** The job of the trial changed. */
  see(job: Job): void;
  /** Resolves when the trial is over and everything is put right. */
  readonly done: Promise<void>;
  /** Lets go of it as it is: the next host ends it. */
  leave(): void;
}

interface CourseDeps extends TrialDeps {
  book: TrialBook;
  keeper: ProfileKeeper;
  /** Tells others of a profile that was written. */
  onProfile: (id: string) => void;
  /** Nothing more is done: another trial may begin. */
  onOver: () => void;
}

/** Pictures of a job that are looked at, and the largest file. */
const mostPictures = 8;
const largestBytes = 64 * 1024 * 1024;
/** Boot lines come first; lines of a job last. */
const bootLines = 3_000;
const jobLines = 2_000;
/** For what takes time beside the start and the job: stopping, loading, storing. */
const spareMs = 600_000;
/** What cannot be taken back is tried again so often, before other work goes on. */
const mostRollBacks = 3;
/** What a full disk did not take is written again after this long. */
const againMs = 5_000;

export const createTrialCourse = (begun: TrialRecord, deps: CourseDeps): TrialCourse => {
  const { clock, log, settings, engines, queue, templates, artifacts, incidents, book, keeper, onProfile, onOver } = deps;
  const { id, engine, incident } = begun.trial;
  let record = begun;
  let isLeft = false;
  let isSeenRunning = false;
  let busy: Promise<void> = Promise.resolve();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const limitMs = settings().bootTimeoutMs + settings().attemptTimeoutMs + spareMs;
  const stopTimer = clock.after(limitMs, () =>
    send({ type: 'stopped', problem: problemOf('trialTooLong', { minutes: Math.round(limitMs / 60_000) }) }),
  );

  const send = (event: TrialEvent): boolean => {
    const { phase, needsStart, needsJob, isKept } = record.plan;
    const move = isLeft ? null : nextTrial(phase, event, { needsStart, needsJob, isKept });
    if (!move) return false;
    const isKeeping = move.effects.includes('keep');
    try {
      record = book.move(record, move, () => (isKeeping ? { after: keeper.keep(engine, record.plan) } : {}));
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      // Nothing of it counts until it is written.
      log.error('a move of a trial could not be written; it is tried again', { trial: id, engine, event: event.type, error });
      clock.after(againMs, () => send(event));
      return true;
    }
    log.info('trial', { trial: id, engine, remedy: record.plan.remedy.id, event: event.type, phase: record.plan.phase });
    for (const effect of move.effects) then(effect, acts[effect]);
    if (isOver(record.plan.phase)) then('the end', end);
    return true;
  };
  const then = (what: string, act: () => void | Promise<void>): void => {
    busy = busy.then(act).catch((error: unknown) => {
      log.error('a step of a trial failed', { trial: id, step: what, error });
      const inner = error instanceof AppError ? error : new AppError('internal', 'internal');
      send({ type: 'stopped', problem: problemWith('trialFault', inner) });
    });
  };

  const start = async (): Promise<void> => {
    const { tried } = record.plan;
    if (tried === null) return;
    const up = await engines.startTrial(engine, tried);
    if (isLeft) return;
    record = book.change(record, { launchId: up.launchId });
    if (up.state === 'ready' && up.variant === 'trial') send({ type: 'ready', proof: await proofOfStart(up) });
    else if (up.state === 'failed')
      send({ type: 'notStarted', problem: up.problem && problemWith('trialNotStarted', up.problem) });
    else send({ type: 'stopped', problem: problemOf('trialEngineStopped') });
  };
  const linesOf = async (page: { from?: number; limit: number }): Promise<string[]> => {
    const { launchId } = record.trial;
    const { lines } = await engines.log(engine, { launchId: launchId ?? undefined, ...page });
    return lines.map(({ text }) => plainLine(text));
  };
  const proofOfStart = async ({ bootFacts, launchId }: Engine): Promise<Proof> => {
    const launch = (await engines.launches(engine, 1)).find((one) => one.id === launchId);
    const lines = await linesOf({ from: 0, limit: bootLines });
    return proveStart(record.plan.remedy, { command: launch?.command ?? [], boot: bootFacts, lines });
  };

  const queueJob = async (): Promise<void> => {
    const { origin } = record.plan;
    const from = origin === null ? undefined : queue.get(origin)?.job;
    if (!from) return void send({ type: 'stopped', problem: problemOf('trialJobGone') });
    try {
      await planAgain(from);
      const { copyValues } = record.plan;
      const job = copyValues === null ? from.id : await copy(from, copyValues);
      record = book.change(record, { job }, { job });
      // What came in between ended the trial, and nothing may run any more.
      if (!isOver(record.plan.phase)) queue.trials.letThrough(engine, job);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      send({ type: 'jobFailed', problem: problemWith('trialJobSetAside', error) });
    }
  };
  /** The engine runs by now and can be asked what it knows. */
  const planAgain = async (from: Job): Promise<void> => {
    const { remedy, changes } = record.plan;
    if (changes.length === 0) return;
    const changed = await planChanges(deps, incidents.get(incident), remedy.id, from);
    if (!changed) throw new AppError('conflict', 'trialNoChange');
    record = book.change(record, { changes: changed.changes }, { changes: changed.changes, copyValues: changed.values });
  };
  const copy = async (from: Job, values: Job['values']): Promise<string> => {
    const { request, changes } = copyRequest(id, from, values, record.plan);
    const { jobs } = await queue.enqueue(request, changes);
    const [made] = jobs;
    if (!made) throw new AppError('not-found', 'jobUnknown', { id });
    return made.id;
  };

  const see = (job: Job): void => {
    if (job.id !== record.plan.job || record.plan.phase !== 'running') return;
    // A quick job is told of only when it is over.
    const hasRun = job.attempts.some(({ startedAt }) => startedAt >= record.trial.startedAt);
    if (!isSeenRunning && hasRun && job.state !== 'queued') {
      isSeenRunning = true;
      send({ type: 'jobRuns' });
    }
    if (job.state === 'submitted' || job.state === 'running') return;
    if (job.state === 'succeeded') {
      then('the verdict', async () => void send({ type: 'jobDone', proof: await proofOfRun(job) }));
    } else if (job.state === 'cancelled') {
      send({ type: 'stopped', problem: problemOf('trialJobCancelled') });
    } else if (job.state !== 'queued') {
      send({ type: 'jobFailed', problem: problemWith('trialJobFailed', job.error) });
    }
  };
  const proofOfRun = async (job: Job): Promise<Proof> => {
    const lines = await linesOf({ limit: jobLines });
    const run = proveRun(record.plan.remedy, { command: [], boot: engines.get(engine)?.bootFacts ?? noBootFacts, lines });
    if (!run.isShown) return run;
    const nodes = [...(recipeOf(templates, job)?.graph.nodes.values() ?? [])];
    const isDrawn = nodes.some((node) => /Sampler/.test(node.class));
    // Earlier jobs of the same launch are none of this one's.
    const own = lines.slice(lines.lastIndexOf('got prompt') + 1);
    const proof = judgePictures(await looksOf(job), own, isDrawn);
    return proof.isShown && !record.plan.isKept ? { isShown: true, detail: problemOf('trialPackAtFault') } : proof;
  };
  const looksOf = async ({ artifacts: made }: Job): Promise<PictureLook[]> => {
    const looks: PictureLook[] = [];
    for (const { id: artifact, bytes } of made.slice(0, mostPictures)) {
      const file = artifacts.find(artifact)?.file;
      if (file === undefined || bytes > largestBytes) continue;
      const content = await readFile(file).catch(() => null);
      // What cannot be decoded here is not held against the remedy.
      const look = content && (await lookAtFile(content));
      if (look) looks.push(look);
    }
    return looks;
  };

  const keep = async (): Promise<void> => {
    const { after, before, needsStart, origin } = record.plan;
    const profile = after ?? (needsStart ? before : null);
    if (profile) await write(() => engines.keepTrial(engine, profile));
    if (after) onProfile(after.id);
    // A job that waits and would fail again makes room for the one that did not, before anything else may run.
    if (origin !== null && isChangedJob(record.plan)) await write(() => queue.trials.replace(origin));
    await write(() => {
      record = book.change(record, {}, { isKeepDue: false });
    });
  };
  const rollBack = async (): Promise<void> => {
    for (let tries = 1; !isLeft; tries++) {
      const error = await rollBackTrial(deps, record.trial, record.plan);
      if (isLeft) return;
      const isDone = error === null;
      if (!isDone) log.error('a trial could not be taken back', { trial: id, engine, tries, error });
      await write(() => {
        record = book.change(
          record,
          { steps: tellOfRollBack(record.trial.steps, error, new Date(clock.now()).toISOString()) },
          { isRollBackDue: !isDone },
        );
      });
      // The next host takes back what is left.
      if (isDone || tries === mostRollBacks) return;
      await pause(clock, againMs);
    }
  };
  const end = async (): Promise<void> => {
    stopTimer();
    const isCured = record.plan.phase === 'confirmed' && record.plan.isKept;
    try {
      await write(() => queue.trials.end(engine));
      // Whoever hears of the incident may try the next remedy.
      onOver();
      await write(() => incidents.setTrial(incident, isCured ? { confirmed: record.plan.remedy.id } : 'open'));
    } finally {
      onOver();
      finish();
    }
  };
  /** Until the disk takes it, or the next host is to do it. */
  const write = (act: () => unknown): Promise<void> =>
    insist(act, {
      clock,
      isOver: () => isLeft,
      onRefused: (error) => log.error('what ends a trial could not be written; it is tried again', { trial: id, engine, error }),
    });
  const acts = { start, queueJob, keep, rollBack };

  return {
    get record() {
      return record;
    },
    send,
    see,
    done,
    leave() {
      isLeft = true;
      stopTimer();
      finish();
    },
  };
};

/** Says once that it could not be taken back, and once that it was at last. */
const tellOfRollBack = (steps: Trial['steps'], error: unknown, at: string): Trial['steps'] => {
  const isStuck = steps.at(-1)?.what === 'stuck';
  if (error === null) return isStuck ? [...steps, { at, what: 'rolledBack', detail: null }] : steps;
  const inner = error instanceof AppError ? error : new AppError('internal', 'internal');
  return isStuck ? steps : [...steps, { at, what: 'stuck', detail: problemWith('trialNotTakenBack', inner) }];
};
