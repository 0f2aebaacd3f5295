import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BenchmarkDeps } from '../../../electron/benchmarks/benchmark-deps.ts';
import { type Benchmarks, createBenchmarks } from '../../../electron/benchmarks/benchmarks.ts';
import { createBenchmarkRows, sampleKey } from '../../../electron/db/benchmarks.ts';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Engine } from '../../../shared/engine.ts';
import { measuredRun } from '../../fakes/fake-benchmarks.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';
import { demoTemplate } from '../../fakes/queue-world.ts';
import { createVirtualClock, rest, type VirtualClock } from '../../fakes/virtual-clock.ts';

/** What a run asks of others, each of which writes. */
const steps = ['begin', 'start', 'resume', 'setWanted', 'stop', 'cancel', 'end', 'endAll'] as const;
type Step = (typeof steps)[number];

let db: Db;
let clock: VirtualClock;
let done: Step[];
let hasFailures: boolean;
/** Called as a step begins. */
let onStep: (step: Step) => void;
let unhandled: unknown[];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => {
  db = openDatabase(':memory:');
  clock = createVirtualClock();
  [done, unhandled, hasFailures] = [[], [], false];
  onStep = () => {};
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
  db.close();
});
const fill = (): void => void db.pragma('query_only = ON');
const free = (): void => void db.pragma('query_only = OFF');
/** A step counts when the disk took it. */
const take = (step: Step): void => {
  onStep(step);
  db.exec("DELETE FROM benchmark_plans WHERE id = 'none'");
  done.push(step);
};

/** One life of the benchmarks, over an engine that never comes up, or one that does with `freeMemory`. */
const open = (freeMemory?: () => Promise<void>): Benchmarks => {
  const lane = { engineId: 'mine', client: { free: freeMemory } };
  const mine: Engine = sampleEngine({ id: 'mine', name: 'Mine', kind: 'external', state: 'stopped' });
  const engines = {
    get: () => mine,
    list: () => [mine],
    lanes: () => [lane],
    onLane: (listener: (change: unknown) => void) => {
      listener({ type: 'up', lane });
      return () => {};
    },
    start: async () => {
      if (freeMemory) return { ...mine, state: 'ready' };
      take('start');
      hasFailures = true;
      return { ...mine, state: 'failed', problem: { key: 'engineKilled', params: { name: 'Mine' }, message: 'Killed.' } };
    },
    stop: async () => take('stop'),
    setWanted: () => take('setWanted'),
  };
  const queue = {
    // Failures in a row make for one, as in the real queue.
    pauses: () => (hasFailures ? [{ owner: 'recovery' }] : []),
    counts: () => ({ submitted: 0, running: 0 }),
    resume: () => {
      take('resume');
      hasFailures = false;
    },
    cancel: async () => take('cancel'),
    trials: { begin: () => take('begin'), end: () => take('end'), endAll: () => take('endAll') },
  };
  // Only what these runs ask of the rest is there.
  const others = { engines, queue, templates: { get: () => demoTemplate } } as unknown as BenchmarkDeps;
  const hub = { attach: () => () => {}, emit: () => {} };
  const followCards = () => ({ read: () => [], stop() {} });
  return createBenchmarks({ ...others, db, clock, log: silentLog, hub, machineLoad: () => null, followCards, random: () => 0.5 });
};
const plan = {
  template: 'demo',
  values: {},
  configurations: [{ name: 'only', flags: [], engine: 'mine' }],
  repeats: 1,
  warmup: 0,
  cold: false,
  extra: false,
};
const stateOf = (id: string) => createBenchmarkRows(db).find(id)?.state;

describe('a disk that is full from some step of a run on', () => {
  test.each<Step>(['begin', 'start', 'stop', 'setWanted', 'resume', 'end'])(
    '%s: the run ends and the queue goes on once there is room',
    async (from) => {
      onStep = (step) => {
        if (step === from) fill();
      };
      const benchmarks = open();
      const { id } = await benchmarks.start(plan);
      await clock.advance(60_000);
      expect([stateOf(id) === 'running' || from === 'end', done.includes('end'), unhandled]).toEqual([true, false, []]);
      onStep = () => {};
      free();
      await clock.advance(10_000);
      expect([stateOf(id) === 'running', done.at(-1), unhandled]).toEqual([false, 'end', []]);
      // Nothing is under way any more.
      await benchmarks.start(plan);
      await clock.advance(10_000);
      benchmarks.close();
    },
  );

  test('whoever stops it waits until it is over, and a closing host leaves it to the next one', async () => {
    onStep = (step) => {
      if (step === 'begin') fill();
    };
    const benchmarks = open();
    const { id } = await benchmarks.start(plan);
    await clock.advance(1_000);
    const stopped = benchmarks.stop(id);
    benchmarks.close();
    await clock.advance(10_000);
    await stopped;
    free();
    expect([stateOf(id), unhandled]).toEqual(['running', []]);
    onStep = () => {};
    await open().recover();
    expect(stateOf(id)).toBe('partial');
  });
});

describe('what an earlier host left', () => {
  const left = { engines: [{ id: 'mine', isWanted: true, wasUp: true }], wasRecovering: false };
  const leave = (): string => {
    const { run } = measuredRun({
      startedAt: '2026-11-30T12:00:00.000Z',
      cells: [{ name: 'only', flags: [], version: '0.28.0', ms: 100 }],
    });
    createBenchmarkRows(db).insert({ ...run, state: 'running', endedAt: null, taken: run.wanted - 1 }, left);
    db.prepare(
      `INSERT INTO jobs (seq, id, key, template, version, digest, values_json, state, priority, grade, rank, created_at, work)
       VALUES (1, 'sample', ?, 'demo', 1, 'd', '{}', 'queued', 'interactive', 0, 0, 0, 1)`,
    ).run(sampleKey(run.id, 0));
    return run.id;
  };
  const all: Step[] = ['cancel', 'resume', 'setWanted', 'endAll'];

  test.each(all)('a kill at %s leaves everything before it to the next host, as long as the run is not over', async (at) => {
    const id = leave();
    onStep = (step) => {
      if (step === at) throw new Error('killed');
    };
    await expect(open().recover()).rejects.toThrow('killed');
    onStep = () => {};
    const before = stateOf(id);
    if (before === 'running') done = [];
    await open().recover();
    expect([stateOf(id), new Set(done)]).toEqual(['partial', new Set(all)]);
  });

  test.each(all)('a disk that is full at %s keeps no host from starting, and all is put right once there is room', async (at) => {
    const id = leave();
    onStep = (step) => {
      if (step === at) fill();
    };
    const benchmarks = open();
    await benchmarks.recover();
    if (at !== 'endAll') await expect(benchmarks.start(plan)).rejects.toMatchObject({ key: 'benchUnderWay' });
    onStep = () => {};
    free();
    await clock.advance(10_000);
    await rest();
    expect([stateOf(id), new Set(done), unhandled]).toEqual(['partial', new Set(all), []]);
    benchmarks.close();
  });
});

describe('an engine that is gone when its memory is to be freed', () => {
  const gone = (): Promise<void> => Promise.reject(new AppError('engine-unavailable', 'engineDied', { line: 'No answer.' }));
  test.each<[string, (() => Promise<void>)[], string, number]>([
    ['at every start', [], 'benchNotStarted', 2],
    ['after a start', [async () => {}], 'benchEngineDied', 2],
  ])('%s: that is the result of the sample, and the run goes on', async (_name, answers, key, count) => {
    const benchmarks = open(() => (answers.shift() ?? gone)());
    const { id } = await benchmarks.start({ ...plan, cold: true, repeats: 3 });
    await clock.advance(10_000);
    const { run, samples } = benchmarks.get(id);
    expect([run.state, run.problem, run.cells[0]?.failures]).toEqual(['done', null, count]);
    expect(samples[0]).toMatchObject({ outcome: 'crashed', problem: { key, said: { line: { key: 'engineDied' } } } });
  });
});
