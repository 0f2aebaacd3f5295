import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BenchmarkDeps } from '../../../electron/benchmarks/benchmark-deps.ts';
import { type Benchmarks, createBenchmarks } from '../../../electron/benchmarks/benchmarks.ts';
import { sampleKey } from '../../../electron/db/benchmarks.ts';
import type { LaneChange } from '../../../electron/engine/engines.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Queue } from '../../../electron/queue/queue.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';
import { createWorld, demoTemplate, type World } from '../../fakes/queue-world.ts';
import { rest } from '../../fakes/virtual-clock.ts';
import { play } from '../queue/play.ts';

let world: World;
let after: (id: string) => unknown;
beforeEach(async () => {
  world = createWorld();
  world.addEngine('gpu');
  await world.boot();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Benchmarks of the host that lives now; `after` comes when a sample is queued, and before anybody can have noted which job it is. */
const open = (): Benchmarks => {
  const { queue, engines: supervisor } = world.host;
  const engine = sampleEngine({ id: 'gpu', name: 'Card', kind: 'external', state: 'ready' });
  const engines = {
    get: () => engine,
    list: () => [engine],
    lanes: () => [{ engineId: 'gpu', client: { free: async () => {} } }],
    onLane: (listener: (change: LaneChange) => void) => supervisor.onLane(listener),
    start: async () => engine,
    setWanted: () => {},
  };
  const watched: Pick<Queue, 'enqueue'> = {
    async enqueue(input) {
      const answer = await queue.enqueue(input);
      await after(answer.jobs[0]?.id ?? '');
      return answer;
    },
  };
  // Only what a run asks of the rest until its first sample is queued is there.
  const others = { engines, templates: { get: () => demoTemplate } } as unknown as BenchmarkDeps;
  return createBenchmarks({
    ...others,
    db: world.db,
    clock: world.clock,
    log: silentLog,
    queue: { ...queue, ...watched },
    hub: { attach: () => () => {}, emit: () => {} },
    machineLoad: () => null,
    followCards: () => ({ read: () => [], stop() {} }),
    random: () => 0.5,
  });
};
const plan = readBenchmarkPlan({ template: 'demo', configurations: [{ name: 'only', engine: 'gpu' }], repeats: 2, warmup: 0 });

test.each<[string, (benchmarks: Benchmarks, run: string) => unknown]>([
  [
    'Hearth is killed',
    () => {
      world.host.kill();
      return new Promise(() => {});
    },
  ],
  ['the run is stopped', (benchmarks, run) => void benchmarks.stop(run)],
  [
    'something breaks',
    () => {
      throw new Error('broken');
    },
  ],
  [
    'the run is stopped and the disk is full',
    (benchmarks, run) => {
      world.db.pragma('query_only = ON');
      void benchmarks.stop(run);
    },
  ],
])('%s right after a sample was queued: it never runs, and all that people queued does', async (what, happen) => {
  const { job, submitOne, until, starts } = play(world);
  let sample = '';
  const benchmarks = open();
  const theirs: string[] = [];
  after = async (id) => {
    sample = id;
    // Of a person who gave one a key much like it.
    theirs.push(await submitOne({ key: `${sampleKey(run.id, 0)}`.replace('/', 's/') }), await submitOne());
    return happen(benchmarks, run.id);
  };
  const run = await benchmarks.start(plan);
  await world.clock.until(() => theirs.length === 2);
  await rest();
  if (what === 'Hearth is killed') {
    benchmarks.close();
    await world.boot();
    expect(job(sample).state).toBe('queued');
    await open().recover();
  } else {
    await world.clock.advance(6_000);
    world.db.pragma('query_only = OFF');
    await world.clock.advance(10_000);
  }
  for (const id of theirs) await until(id, 'succeeded');
  expect([job(sample).state, starts(sample)]).toEqual(['cancelled', 0]);
  expect([world.host.queue.pauses(), open().get(run.id).run.state]).toEqual([[], 'partial']);
});
