import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkPlan, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../shared/benchmark-outlook.ts';
import { looks } from '../../shared/compare-samples.ts';
import { problemOf } from '../../shared/problem.ts';
import { readBenchmarkPlan } from '../../shared/read-benchmark-plan.ts';
import { type BenchmarkLeft, createBenchmarkRows } from '../db/benchmarks.ts';
import { insist } from '../db/insist.ts';
import { createProfileRows } from '../db/profiles.ts';
import { wordsOfSetting } from '../engine/flag-words.ts';
import { openBenchmarkBook } from './benchmark-book.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import { type BenchmarkOutlook, createBenchmarkOutlook } from './benchmark-outlook.ts';
import { type BenchmarkPlans, createBenchmarkPlans } from './benchmark-plans.ts';
import { seededNodes } from './cached-nodes.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import { type RunCourse, startRunCourse } from './run-course.ts';
import { summarise } from './summarise.ts';

/** Configurations measured against each other, one run at a time. */
export interface Benchmarks {
  /** What is known without measuring. */
  readonly outlook: BenchmarkOutlook;
  /** Kept to be run again. */
  readonly plans: BenchmarkPlans;
  /** Answers once the run has begun; what follows comes as events. Rejects with AppError for a plan that cannot be measured now. */
  start(plan: BenchmarkPlan): Promise<BenchmarkRun>;
  /** Ends a run in the middle. Resolves when the engine is as it was. Rejects with AppError when it is over. */
  stop(id: string): Promise<BenchmarkRun>;
  stopAll(): Promise<void>;
  /** Newest first. */
  list(limit: number): BenchmarkRun[];
  /** Throws AppError when there is none. */
  rename(id: string, name: string): BenchmarkRun;
  /** Forgets a run and its samples. Throws AppError while it is under way. */
  remove(id: string): void;
  /** Throws AppError when there is none. */
  get(id: string): { run: BenchmarkRun; samples: BenchmarkSample[]; progress: BenchmarkProgress | null };
  /** Ends what an earlier host left in the middle. To be awaited before engines are started and the queue claims. */
  recover(): Promise<void>;
  /** Lets go of what runs: the next host ends it. */
  close(): void;
}

export const createBenchmarks = (deps: BenchmarkDeps): Benchmarks => {
  const { db, clock, log, engines, queue, templates, hub, random } = deps;
  const rows = createBenchmarkRows(db);
  const profiles = createProfileRows(db);
  const emit: typeof hub.emit = (name, payload) => hub.emit(name, payload);
  let course: RunCourse | null = null;
  /** A plan is being looked at. */
  let isBeginning = false;
  let isClosed = false;

  const must = (id: string): BenchmarkRun => {
    const found = rows.find(id);
    if (!found) throw new AppError('not-found', 'benchUnknown', { id });
    return found;
  };
  const stop: Benchmarks['stop'] = async (id) => {
    must(id);
    const current = course;
    if (current?.run.id !== id) throw new AppError('conflict', 'benchOver');
    current.stop(problemOf('benchStopped'));
    await current.done;
    return current.run;
  };

  const begin = (prepared: PreparedRun): BenchmarkRun => {
    const { plan, cells, template } = prepared;
    const own = [...new Map(cells.map(({ engine }) => [engine.id, engine])).keys()].flatMap((id) => engines.get(id) ?? []);
    const left: BenchmarkLeft = {
      engines: own.map(({ id, isWanted, state }) => ({
        id,
        isWanted,
        wasUp: state !== 'stopped' && state !== 'failed',
      })),
      wasRecovering: queue.pauses().some(({ owner }) => owner === 'recovery'),
    };
    const run: BenchmarkRun = {
      id: randomUUID(),
      name: '',
      plan,
      state: 'running',
      startedAt: new Date(clock.now()).toISOString(),
      endedAt: null,
      seed: Math.floor(random() * 2 ** 31),
      taken: 0,
      wanted: (plan.extra ? looks[0] : plan.repeats) * cells.length,
      measure: 'execution',
      cells: cells.map(({ name, engine, profile }) => ({
        configuration: name,
        engine: engine.id,
        profile: profile.name,
        flags: profile.flags.flatMap((setting) => wordsOfSetting(setting, null)),
        digest: null,
        facts: null,
        counted: 0,
        failures: 0,
        medianMs: null,
        deviationMs: null,
        stepMs: null,
        outliers: [],
      })),
      comparisons: [],
      differences: [],
      isDirty: false,
      problem: null,
    };
    rows.insert(run, left);
    const book = openBenchmarkBook({ run, left, samples: [] }, { db, rows, emit, seeded: seededNodes(template) });
    log.info('benchmark', { run: run.id, template: template.id, configurations: cells.length });
    const begun = startRunCourse(prepared, book, deps);
    course = begun;
    void begun.done.then(() => {
      if (course === begun) course = null;
    });
    return begun.run;
  };

  /** Says last that it is over: whoever dies before leaves all of it to the next one. */
  const putRight = async (): Promise<void> => {
    const found = rows.running();
    if (found) {
      const { run, left } = found;
      const open = rows.openJobs(run.id);
      if (open.length > 0) await queue.cancel(open);
      if (!left.wasRecovering) queue.resume('recovery');
      // What runs is taken over right after this, and started or stopped as it was wanted before.
      for (const { id, isWanted } of left.engines) if (engines.get(id)) engines.setWanted(id, isWanted);
      // A host that died after the last sample leaves a whole run.
      const isWhole = run.taken >= run.wanted;
      const over = {
        state: isWhole ? ('done' as const) : ('partial' as const),
        endedAt: new Date(clock.now()).toISOString(),
        problem: isWhole ? null : problemOf('benchHostEnded'),
      };
      rows.update({ ...run, ...summarise(run, rows.samples(run.id)), ...over });
      emit('benchmark.changed', must(run.id));
    }
    queue.trials.endAll('benchmark');
  };

  return {
    outlook: createBenchmarkOutlook({ engines, queue, templates }, { rows, profiles }),
    plans: createBenchmarkPlans({ db, clock, emit }),
    async start(wanted) {
      const plan = readBenchmarkPlan(wanted);
      // One that has just said that it is over is about to be gone.
      if (course && course.run.state !== 'running') await course.done;
      if (isClosed || isBeginning || course || rows.running()) throw new AppError('conflict', 'benchUnderWay');
      isBeginning = true;
      try {
        const prepared = await prepareRun(plan, { engines, templates, profiles });
        if (isClosed) throw new AppError('conflict', 'benchUnderWay');
        if (queue.pauses().some(({ owner }) => owner === 'trial' || owner === 'update'))
          throw new AppError('conflict', 'benchQueueHeld');
        return begin(prepared);
      } finally {
        isBeginning = false;
      }
    },
    stop,
    async stopAll() {
      if (course) await stop(course.run.id).catch(() => {});
    },
    list: rows.list,
    rename(id, name) {
      must(id);
      if (course?.run.id === id) course.rename(name);
      else rows.update({ ...must(id), name });
      const renamed = must(id);
      emit('benchmark.changed', renamed);
      return renamed;
    },
    remove(id) {
      if (must(id).state === 'running') throw new AppError('conflict', 'benchUnderWay');
      rows.remove(id);
      emit('benchmark.removed', { id });
    },
    get: (id) => ({
      run: must(id),
      samples: rows.samples(id),
      progress: course?.run.id === id ? course.progress : null,
    }),
    recover: () =>
      new Promise((resolve, reject) => {
        const onRefused = (error: unknown): void => {
          log.error('what an earlier host left of a benchmark could not be put right; it is tried again', { error });
          // The pause holds until then, so that Hearth can be there meanwhile.
          resolve();
        };
        insist(putRight, { clock, isOver: () => isClosed, onRefused }).then(resolve, reject);
      }),
    close() {
      isClosed = true;
      course?.leave();
    },
  };
};
