import { randomUUID } from 'node:crypto';
import { AppError } from '../../../shared/app-error.ts';
import type { Incident } from '../../../shared/incident.ts';
import type { Values } from '../../../shared/job.ts';
import { problemOf } from '../../../shared/problem.ts';
import { maskSecrets } from '../../../shared/secret.ts';
import type { Trial } from '../../../shared/trial.ts';
import { createEngineRows } from '../../db/engines.ts';
import { createTrialRows } from '../../db/incident-trials.ts';
import { insist } from '../../db/insist.ts';
import { createProfileRows } from '../../db/profiles.ts';
import { createRemedyStepRows } from '../../db/remedy-steps.ts';
import { createTrialPlanRows } from '../../db/trial-plans.ts';
import type { LaneChange } from '../../engine/engines.ts';
import { isEvent } from '../../lib/is-event.ts';
import { asStorageError } from '../../queue/storage-error.ts';
import { planTrial, refusalOf } from './plan-trial.ts';
import { createProfileKeeper } from './profile-keeper.ts';
import { type LeftJob, recoverTrials } from './recover-trials.ts';
import { settleKin } from './settle-kin.ts';
import { createTrialBook, isChangedJob, type TrialRecord } from './trial-book.ts';
import { createTrialCourse, type TrialCourse } from './trial-course.ts';
import type { TrialDeps } from './trial-deps.ts';

/** Remedies tried on the engine that failed, each proven by the job that failed. */
export interface Trials {
  /**
   * Begins to try a remedy, or takes a person's steps as done; answers at once. `values`: the edited job, for a remedy that changes it.
   * Rejects with AppError for what cannot be tried now; nothing is changed then.
   */
  apply(wish: { incident: string; remedy: string; values?: Values | undefined; isAutomatic?: boolean }): Promise<Incident>;
  /** Ends a trial in the middle. Resolves when everything is as it was. Rejects with AppError when it is over. */
  stop(id: string): Promise<Trial>;
  stopAll(): Promise<void>;
  /** Gives the profile its flags of before; `restart`: the engine takes them now. Rejects with AppError where nothing can be undone. */
  undo(id: string, restart: 'now' | 'next'): Promise<Trial>;
  /** Remembers that a person did a step by hand, or did not. */
  tick(incident: string, remedy: string, isDone: boolean): Incident;
  /** Ends what an earlier host left in the middle. To be awaited before engines are started and the queue claims. */
  recover(): Promise<void>;
  /** Follows engines and jobs from now on. */
  start(): void;
  /** Resolves when no trial runs. */
  settled(): Promise<void>;
  /** Lets go of what runs: the next host ends it. */
  close(): void;
}

export const createTrials = (deps: TrialDeps): Trials => {
  const { db, clock, log, engines, queue, incidents, hub } = deps;
  const now = (): number => clock.now();
  const emit: typeof hub.emit = (name, payload) => hub.emit(name, payload);
  const profiles = createProfileRows(db);
  const steps = createRemedyStepRows(db);
  const rows = createTrialRows(db);
  const book = createTrialBook({ db, trials: rows, plans: createTrialPlanRows(db), now, emit });
  const keeper = createProfileKeeper({ profiles, rows: createEngineRows(db), engines });
  const courses = new Map<string, TrialCourse>();
  let detach = (): void => {};
  let isClosed = false;
  let left: readonly LeftJob[] = [];

  const onProfile = (id: string): void => {
    const profile = profiles.list().find((one) => one.id === id);
    if (profile) emit('profile.changed', { ...profile, env: maskSecrets(profile.env) });
    for (const engine of engines.list()) if (engine.profileId === id) emit('engine.changed', engine);
  };

  const run = (record: TrialRecord): void => {
    const { engine } = record.trial;
    // By then another may be there.
    const onOver = (): void => {
      if (courses.get(engine)?.record.trial.id === record.trial.id) courses.delete(engine);
    };
    const course = createTrialCourse(record, { ...deps, book, keeper, onProfile, onOver });
    courses.set(engine, course);
    void course.done.then(() => settleSoon(record.trial.id));
    course.send({ type: 'begin' });
  };
  /** At once, else when the disk takes it, or by the next host. */
  const settleSoon = (id: string): void =>
    atLast(() => settleKin(id, { ...deps, book }), 'what a trial cured besides could not be settled; it is tried again');

  const onLane = (change: LaneChange): void => {
    if (change.type !== 'down') return;
    const course = courses.get(change.engineId);
    // While it is being started, the launch before goes down: how the start ends is told by the start itself.
    if (course?.record.plan.phase !== 'running' || change.why === 'reboot') return;
    if (change.why === 'requested') course.send({ type: 'stopped', problem: problemOf('trialEngineStopped') });
    else course.send({ type: 'died', problem: problemOf('trialEngineDied', { line: change.oneLine }, change.said) });
  };
  const onMessage = (message: unknown): void => {
    if (!isEvent(message, 'job.changed')) return;
    for (const course of courses.values()) course.see(message.payload);
  };
  const courseOf = (id: string): TrialCourse | undefined => [...courses.values()].find(({ record }) => record.trial.id === id);
  const must = (id: string): TrialRecord => {
    const found = book.find(id);
    if (!found) throw new AppError('not-found', 'trialUnknown', { id });
    return found;
  };

  /** At once, else when the disk takes it. */
  const atLast = (write: () => unknown, what = 'a trial could not be written; it is tried again'): void => {
    const onRefused = (error: unknown): void => log.error(what, { error });
    insist(write, { clock, isOver: () => isClosed, onRefused }).catch(onRefused);
  };

  const stop: Trials['stop'] = async (id) => {
    must(id);
    const course = courseOf(id);
    if (!course?.send({ type: 'stopped', problem: problemOf('trialStopped') })) throw new AppError('conflict', 'trialOver');
    await course.done;
    return course.record.trial;
  };

  return {
    async apply({ incident: id, remedy: wanted, values, isAutomatic = false }) {
      const known = incidents.get(id);
      if (known.state === 'resolved' || known.state === 'dismissed') throw new AppError('conflict', 'trialNotOpen');
      const engine = engines.get(known.engine);
      if (!engine) throw new AppError('conflict', 'trialEngineGone');
      const underWay = (): AppError => new AppError('conflict', 'trialUnderWay', { engine: engine.name });
      if (isClosed || courses.has(engine.id)) throw underWay();
      if (queue.pauses().some(({ owner }) => owner === 'benchmark' || owner === 'update'))
        throw new AppError('conflict', 'trialQueueMeasured');
      const incident = await incidents.refresh(id);
      const remedy = incident.remedies.find((one) => one.id === wanted);
      if (!remedy) throw new AppError('conflict', 'trialNotOffered', { remedy: wanted });
      if (!remedy.isAvailable) throw refusalOf(remedy);
      const plan = await planTrial({ incident, remedy, engine, values }, deps, profiles);
      if (isClosed || courses.has(engine.id)) throw underWay();
      const { before, tried } = plan;
      const trial: Trial = {
        id: randomUUID(),
        incident: id,
        engine: engine.id,
        remedy: wanted,
        state: 'running',
        isAutomatic,
        startedAt: new Date(now()).toISOString(),
        endedAt: null,
        launchId: null,
        job: null,
        profile: before?.name ?? null,
        flagsBefore: before?.flags ?? [],
        flagsAfter: tried?.flags ?? [],
        changes: plan.changes,
        canUndo: false,
        steps: [],
      };
      try {
        queue.trials.begin(engine.id, engine.name);
        book.open({ trial, plan }, engine.name);
      } catch (error) {
        // Nothing waits for a trial that is none.
        atLast(() => courses.has(engine.id) || queue.trials.end(engine.id));
        throw asStorageError(error);
      }
      // First, so that a trial that is open always has somebody who ends it.
      run({ trial, plan });
      return incidents.setTrial(id, 'trial');
    },
    stop,
    async stopAll() {
      await Promise.all([...courses.values()].map(({ record }) => stop(record.trial.id).catch(() => {})));
    },
    async undo(id, restart) {
      const { trial, plan } = must(id);
      const engine = engines.get(trial.engine);
      if (!engine) throw new AppError('conflict', 'trialEngineGone');
      if (trial.state !== 'confirmed' || !trial.canUndo) throw new AppError('conflict', 'trialCannotUndo');
      if (courses.has(engine.id)) throw new AppError('conflict', 'trialUndoBusy', { engine: engine.name });
      const at = new Date(now()).toISOString();
      const { origin, originState } = plan;
      // The job comes back first, which may be done again: once the trial is undone, nobody brings it back.
      if (isChangedJob(plan) && origin !== null && originState !== null) written(() => queue.trials.restore(origin, originState));
      const { undone, profile } = written(() =>
        book.atOnce(() => {
          const restored = isChangedJob(plan) ? null : keeper.undo(engine.id, plan);
          const ended: Trial = {
            ...trial,
            state: 'undone',
            canUndo: false,
            steps: [...trial.steps, { at, what: 'undone', detail: null }],
          };
          rows.update(ended);
          return { undone: ended, profile: restored };
        }),
      );
      emit('trial.changed', undone);
      atLast(() => incidents.setTrial(trial.incident, 'open'));
      if (profile === null) return undone;
      if (plan.after && plan.after.id !== profile.id && !profiles.list().some((one) => one.id === plan.after?.id))
        emit('profile.removed', { id: plan.after.id });
      onProfile(profile.id);
      const isUp = engine.state === 'ready' || engine.state === 'starting' || engine.state === 'unresponsive';
      await engines.chooseProfile(engine.id, profile.id, restart === 'now' && isUp ? 'now' : 'next');
      return undone;
    },
    tick(incident, remedy, isDone) {
      const known = incidents.get(incident);
      if (!known.remedies.some(({ id, kind }) => id === remedy && kind === 'person'))
        throw new AppError('conflict', 'trialNotOffered', { remedy });
      steps.set(known.id, remedy, isDone ? now() : null);
      const ticked = incidents.get(known.id);
      emit('incident.changed', ticked);
      return ticked;
    },
    async recover() {
      const openCourse = (record: TrialRecord) => createTrialCourse(record, { ...deps, book, keeper, onProfile, onOver() {} });
      left = await recoverTrials({ ...deps, book, openCourse });
    },
    start() {
      // Those that an engine had until now wait again: what killed it must not be the next thing it runs.
      for (const { job, state } of left) atLast(() => queue.trials.putBack(job, state));
      left = [];
      for (const { trial } of book.toSettle()) settleSoon(trial.id);
      const stops = [engines.onLane(onLane), hub.attach(onMessage)];
      detach = () => {
        for (const end of stops) end();
      };
    },
    async settled() {
      await Promise.all([...courses.values()].map(({ done }) => done));
    },
    close() {
      isClosed = true;
      detach();
      for (const course of courses.values()) course.leave();
      courses.clear();
    },
  };
};

/** What the disk did not take is a sentence for whoever asked for it. */
const written = <T>(act: () => T): T => {
  try {
    return act();
  } catch (error) {
    throw asStorageError(error);
  }
};
