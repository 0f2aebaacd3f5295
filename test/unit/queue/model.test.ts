import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLegal } from '../../../electron/queue/transitions.ts';
import type { Job, JobState } from '../../../shared/job.ts';
import { settledStates } from '../../../shared/job.ts';
import type { SubmitFate } from '../../fakes/fake-engine-client.ts';
import type { Ending } from '../../fakes/fake-engine-process.ts';
import { createWorld, type World } from '../../fakes/queue-world.ts';

/**
 * Random lives of the queue against the real database code: commands of people, answers and faults of engines, deaths of either,
 * in any order. After every step the rules below hold, and once everything is healthy again every job comes to an end.
 * HEARTH_MODEL_RUNS and HEARTH_MODEL_SEED make it longer, or repeat a run.
 */
const runs = Number(process.env.HEARTH_MODEL_RUNS ?? 300);
const seed = Number(process.env.HEARTH_MODEL_SEED ?? 20_261_130);

const engine = fc.constantFrom('gpu', 'far');
const at = fc.nat(30);
const ending = fc.constantFrom<Ending>(
  { kind: 'success' },
  { kind: 'success', outputs: 3 },
  { kind: 'success', outputs: 0 },
  { kind: 'error', exceptionType: 'ValueError', message: 'no' },
  { kind: 'error', exceptionType: 'ValueError', message: 'no', files: 1 },
  { kind: 'error', exceptionType: 'torch.OutOfMemoryError', message: 'Allocation on device', files: 1 },
  { kind: 'error', exceptionType: 'torch.AcceleratorError', message: 'CUDA error: unknown error' },
  { kind: 'interrupted' },
);
const op = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ op: fc.constant('submit'), count: fc.integer({ min: 1, max: 4 }), key: fc.option(fc.nat(3)) }),
  },
  { weight: 8, arbitrary: fc.record({ op: fc.constant('pass'), ms: fc.constantFrom(1, 3, 6, 50, 420, 1_100, 5_000, 30_000) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('cancel'), at }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('requeue'), at }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('sweep'), isUndone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('move'), at, beside: fc.option(fc.nat(30)) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('pause', 'resume') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('ending'), engine, ending }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('crash'), engine }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('stopEngine', 'startEngine'), engine }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('cut', 'mend') }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('socket'), engine, isOpen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('reach'), engine, isReachable: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('fate'), engine, fate: fc.constantFrom<SubmitFate>('lostBefore', 'lostAfter') }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('hold', 'deaf', 'workerDead', 'forgetHistory'), engine }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('refuse'), engine, status: fc.constantFrom(400, 500) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('killHost', 'stopHost', 'killBoth') }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('disk'), isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('loseFiles') }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('sleep') }) },
);
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

/** What the outside was promised. */
interface Promised {
  accepted: Set<string>;
  byKey: Map<string, { count: number; ids: string[] }>;
  succeeded: Set<string>;
  /** Cancels of the living host that have not answered. */
  waits: Set<Promise<unknown>>;
}

const isAtWork = (world: World, id: string): boolean =>
  world.db.prepare('SELECT attempt FROM jobs WHERE id = ?').pluck().get(id) !== null;
const ids = (world: World): string[] => world.db.prepare('SELECT id FROM jobs ORDER BY seq').pluck().all() as string[];

/** Every wait of a host must end well before the run does; of one that ended meanwhile nobody hears. */
const awaitLater = ({ waits }: Promised, answer: Promise<unknown>): void => {
  const wait: Promise<unknown> = answer
    .catch((error: unknown) => {
      if (waits.has(wait)) throw error;
    })
    .finally(() => waits.delete(wait));
  waits.add(wait);
};

const act = async (world: World, step: Op, promised: Promised): Promise<void> => {
  const { host } = world;
  const { queue, engines } = host;
  const reboot = async (): Promise<void> => {
    promised.waits.clear();
    await world.boot();
  };
  const pickId = (place: number): string[] => {
    const all = ids(world);
    const id = all[place % Math.max(1, all.length)];
    return id === undefined ? [] : [id];
  };
  switch (step.op) {
    case 'submit': {
      const { count, key } = step as { count: number; key: number | null };
      const request = { template: 'demo', values: {}, count, priority: 'normal' as const, isFront: false };
      if (key === null) for (const job of (await queue.enqueue(request)).jobs) promised.accepted.add(job.id);
      else {
        const before = promised.byKey.get(`k${key}`);
        const made = queue.enqueue({ ...request, key: `k${key}` });
        if (before && before.count !== count) await expect(made).rejects.toMatchObject({ code: 'conflict' });
        else {
          const jobs = (await made).jobs.map(({ id }) => id);
          if (before) expect(jobs).toEqual(before.ids);
          promised.byKey.set(`k${key}`, { count, ids: jobs });
          for (const id of jobs) promised.accepted.add(id);
        }
      }
      break;
    }
    case 'pass':
      await world.clock.advance((step as { ms: number }).ms);
      break;
    case 'cancel': {
      const [id] = pickId((step as { at: number }).at);
      if (id === undefined) break;
      awaitLater(promised, queue.cancel([id]));
      break;
    }
    case 'requeue': {
      const wanted = pickId((step as { at: number }).at);
      if (wanted.length > 0) await queue.requeue(wanted);
      break;
    }
    case 'sweep': {
      const { isUndone } = step as { isUndone: boolean };
      const back = ({ undo }: { undo: string | null }) => (isUndone && undo !== null ? queue.sweep.restore(undo) : undefined);
      awaitLater(promised, queue.sweep.cancel({ states: ['queued', 'failed_retryable'] }).then(back));
      break;
    }
    case 'move': {
      const { at: place, beside } = step as { at: number; beside: number | null };
      const [mover] = pickId(place);
      const [target] = beside === null ? [] : pickId(beside);
      const isWaiting = target !== undefined && queue.get(target)?.job.state === 'queued' && !isAtWork(world, target);
      if (mover !== undefined && (beside === null || isWaiting))
        queue.order.move([mover], target === undefined ? { at: 'front' } : { at: 'before', id: target });
      break;
    }
    case 'pause':
      queue.pause('person', 'lunch');
      break;
    case 'resume':
      queue.resume('person');
      break;
    case 'ending':
      world.process((step as { engine: string }).engine).nextEnding = (step as { ending: Ending }).ending;
      break;
    case 'crash':
      engines.crash((step as { engine: string }).engine);
      break;
    case 'stopEngine': {
      const stopping = engines.stop((step as { engine: string }).engine);
      await world.clock.advance(100);
      await stopping;
      break;
    }
    case 'startEngine':
      engines.start((step as { engine: string }).engine);
      break;
    case 'cut':
      engines.cut('far');
      break;
    case 'mend':
      engines.mend('far');
      break;
    case 'socket':
      engines.client((step as { engine: string }).engine)?.setSocket((step as { isOpen: boolean }).isOpen);
      break;
    case 'reach': {
      const client = engines.client((step as { engine: string }).engine);
      if (client) client.isReachable = (step as { isReachable: boolean }).isReachable;
      break;
    }
    case 'fate': {
      const client = engines.client((step as { engine: string }).engine);
      if (client) client.nextSubmit = (step as { fate: SubmitFate }).fate;
      break;
    }
    case 'hold':
      world.process((step as { engine: string }).engine).isHeld = true;
      break;
    case 'deaf':
      Object.assign(world.process((step as { engine: string }).engine), { ignoresInterrupts: true, isHeld: true });
      break;
    case 'workerDead':
      world.process((step as { engine: string }).engine).isWorkerDead = true;
      break;
    case 'forgetHistory':
      world.process((step as { engine: string }).engine).forgetHistory();
      break;
    case 'refuse':
      world.process((step as { engine: string }).engine).nextAnswer =
        (step as { status: number }).status === 500
          ? { kind: 'broken', status: 500, text: 'oops' }
          : { kind: 'refused', type: 'x', message: 'm', details: 'd', node: null, nodeErrors: {} };
      break;
    case 'killHost':
      host.kill();
      await reboot();
      break;
    case 'stopHost': {
      promised.waits.clear();
      const stopping = host.stop();
      await world.clock.advance(20);
      await stopping;
      await reboot();
      break;
    }
    case 'killBoth':
      host.kill();
      world.engines.get('gpu')?.process?.die();
      await reboot();
      break;
    case 'disk':
      world.isDiskFull = (step as { isFull: boolean }).isFull;
      break;
    case 'loseFiles':
      world.disk.clear();
      break;
    case 'sleep':
      world.clock.sleep(3_600_000);
      break;
  }
};

/** The rules. */
const check = (world: World, promised: Promised): void => {
  const { db } = world;
  const known = new Set(ids(world));
  for (const id of promised.accepted) expect(known.has(id), `job ${id} is lost`).toBe(true);
  // Never two open attempts at one engine, never two unsettled of one job.
  expect(db.prepare("SELECT engine FROM attempts WHERE state = 'open' GROUP BY engine HAVING count(*) > 1").all()).toEqual([]);
  expect(
    db.prepare("SELECT job FROM attempts WHERE state IN ('open', 'collecting') GROUP BY job HAVING count(*) > 1").all(),
  ).toEqual([]);
  // Never two sets of artifacts.
  expect(
    db.prepare('SELECT job FROM artifacts WHERE is_partial = 0 GROUP BY job HAVING count(DISTINCT attempt) > 1').all(),
  ).toEqual([]);
  const jobs = db.prepare('SELECT id, state, attempt FROM jobs').all() as {
    id: string;
    state: JobState;
    attempt: string | null;
  }[];
  for (const job of jobs) {
    const attempts = db.prepare('SELECT id, state FROM attempts WHERE job = ?').all(job.id) as { id: string; state: string }[];
    const unsettled = attempts.filter(({ state }) => state === 'open' || state === 'collecting').map(({ id }) => id);
    expect(unsettled, `attempt of job ${job.id}`).toEqual(job.attempt === null ? [] : [job.attempt]);
    const made = attempts.filter(({ state }) => state === 'succeeded');
    expect(made.length, `successes of ${job.id}`).toBe(job.state === 'succeeded' ? 1 : 0);
    if (promised.succeeded.has(job.id)) expect(job.state, 'a success is for good').toBe('succeeded');
    if (job.state === 'succeeded') {
      promised.succeeded.add(job.id);
      expect(db.prepare('SELECT count(*) FROM artifacts WHERE attempt = ?').pluck().get(made[0]?.id)).toBeGreaterThan(0);
    }
    if (job.state === 'submitted' || job.state === 'running')
      expect(job.attempt, `${job.state} without an attempt`).not.toBeNull();
    checkTimeline(world, job);
  }
  const counted = 'SELECT state, template, n, loose FROM job_counts WHERE n > 0 OR loose > 0 ORDER BY state, template';
  const there = `SELECT state, template, count(*) AS n, sum(batch IS NULL) AS loose FROM jobs GROUP BY state, template
    ORDER BY state, template`;
  expect(db.prepare(counted).all(), 'counts of jobs').toEqual(db.prepare(there).all());
  // No prompt is ever run twice.
  for (const { processes } of world.engines.values())
    for (const { starts } of processes) for (const [id, n] of starts) expect(n, `starts of prompt ${id}`).toBe(1);
  checkNoSecondRun(world);
};

const checkTimeline = ({ db }: World, job: { id: string; state: JobState }): void => {
  const events = db.prepare('SELECT from_state, to_state FROM job_events WHERE job = ? ORDER BY seq').all(job.id) as {
    from_state: JobState | null;
    to_state: JobState;
  }[];
  let now: JobState | null = null;
  for (const { from_state, to_state } of events) {
    expect(from_state, `timeline of ${job.id}`).toBe(now);
    if (from_state !== null && from_state !== to_state)
      expect(isLegal(from_state, to_state), `${from_state} → ${to_state}`).toBe(true);
    now = to_state;
  }
  expect(job.state).toBe(now);
};

/** While an engine of ours still has a prompt that we gave up, its job is not handed over again. */
const checkNoSecondRun = ({ db, engines }: World): void => {
  const find = db.prepare('SELECT job, state FROM attempts WHERE id = ?');
  for (const { kind, process: running } of engines.values()) {
    if (kind === 'external' || !running?.isAlive) continue;
    for (const id of [...running.pending, ...(running.running === null ? [] : [running.running])]) {
      const attempt = find.get(id) as { job: string; state: string } | undefined;
      if (!attempt || attempt.state === 'open' || attempt.state === 'cancelled') continue;
      const other = db.prepare("SELECT id FROM attempts WHERE job = ? AND state = 'open' AND id <> ?").get(attempt.job, id);
      expect(other, `job ${attempt.job} runs again while prompt ${id} is still there`).toBeUndefined();
    }
  }
};

/** Everything is well again; whatever waited comes to an end. */
const heal = async (world: World, promised: Promised): Promise<void> => {
  const { host } = world;
  world.isDiskFull = false;
  for (const id of world.engines.keys()) {
    host.engines.crash(id);
    host.engines.mend(id);
    host.engines.start(id);
    Object.assign(world.process(id), { isHeld: false, ignoresInterrupts: false, isWorkerDead: false });
  }
  const isOver = (): boolean => {
    const counts = host.queue.counts();
    const open = counts.queued + counts.submitted + counts.running + counts.failed_retryable;
    return open === 0 && promised.waits.size === 0;
  };
  for (let seconds = 0; !isOver(); seconds++) {
    for (const owner of ['person', 'recovery'] as const) host.queue.resume(owner);
    await world.clock.advance(1_000);
    if (seconds > 3_600) {
      const stuck = await host.queue.list({
        filter: { states: ['queued', 'submitted', 'running', 'failed_retryable'] },
        order: 'newest',
        limit: 5,
      });
      throw new Error(
        `not over after an hour: ${JSON.stringify(stuck.jobs.map(shown))}, ${promised.waits.size} cancels wait, paused ${JSON.stringify(host.queue.pauses())}`,
      );
    }
  }
  // Of a cancellation that was not finished nothing stays.
  expect(world.db.prepare("SELECT count(*) FROM cancellations WHERE state <> 'done'").pluck().get()).toBe(0);
  for (const id of ids(world)) expect(settledStates.has(host.queue.get(id)?.job.state ?? 'queued')).toBe(true);
};
const shown = ({ id, state, attempts }: Job): unknown => ({ id, state, attempts });

test(`random lives lose nothing and double nothing (${runs} runs, seed ${seed})`, { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 5, maxLength: 45 }), async (steps) => {
      await using world = createWorld();
      Object.assign(world.settings, {
        stallMs: 12_000,
        attemptTimeoutMs: 40_000,
        retryBaseMs: 500,
        retryMaxMs: 4_000,
        deathsToHold: 3,
        maxAttempts: 6,
      });
      world.addEngine('gpu');
      world.addEngine('far', 'external');
      await world.boot();
      const promised: Promised = { accepted: new Set(), byKey: new Map(), succeeded: new Set(), waits: new Set() };
      for (const step of steps) {
        await act(world, step, promised);
        check(world, promised);
      }
      await heal(world, promised);
      check(world, promised);
    }),
    { numRuns: runs, seed, endOnFailure: false },
  );
});
