import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grades } from '../../../electron/queue/run-order.ts';
import type { Priority } from '../../../shared/job.ts';
import { createWorld, type World } from '../../fakes/queue-world.ts';
import { play } from './play.ts';

/** What a person does to the order of what waits. Numbers pick from the jobs that wait at that moment. */
const few = fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 4 });
const priority = fc.constantFrom<Priority>('interactive', 'normal', 'batch');
const op = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('enqueue' as const),
      count: fc.integer({ min: 1, max: 4 }),
      priority,
      isFront: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('front' as const), few }) },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('move' as const),
      few,
      beside: fc.nat(200),
      at: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('last' as const), few, priority }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('priority' as const), few, priority }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('cancel' as const), few, isUndone: fc.boolean() }) },
);
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

interface Placed {
  id: string;
  grade: number;
}

/** Everything that waits, in run order, read in pages of this size. */
const read = async (world: World, limit: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await world.host.queue.list({ filter: {}, order: 'run', limit, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.jobs.map(({ id }) => id));
    cursor = page.next ?? undefined;
    isMore = page.next !== null;
  }
  return ids;
};

const endOfGrade = (list: readonly Placed[], grade: number): number => {
  const next = list.findIndex((placed) => placed.grade > grade);
  return next < 0 ? list.length : next;
};

/** Does the step, and answers with the order that must follow from the one before. */
const act = async (world: World, list: readonly Placed[], step: Op): Promise<Placed[]> => {
  const { order, cancel, requeue, sweep } = world.host.queue;
  if (step.op === 'enqueue') {
    const { count, isFront } = step;
    const made = (await play(world).submit({ count, priority: step.priority, isFront })).map(({ id }) => ({
      id,
      grade: isFront ? 0 : grades[step.priority],
    }));
    return list.toSpliced(isFront ? 0 : endOfGrade(list, grades[step.priority]), 0, ...made);
  }
  if (list.length === 0) return [];
  const chosen = [...new Set(step.few.map((place) => list[place % list.length]))].filter((placed) => placed !== undefined);
  const ids = chosen.map(({ id }) => id);
  const rest = list.filter(({ id }) => !ids.includes(id));
  const placed = (at: number, grade: number): Placed[] => rest.toSpliced(at, 0, ...ids.map((id) => ({ id, grade })));
  /** Where those that stay keep their order, and only the host knows where the others come. */
  const found = async (gradeOf: (before: Placed) => number): Promise<Placed[]> => {
    const now = await read(world, 1_000);
    expect(now.filter((id) => !ids.includes(id))).toEqual(rest.map(({ id }) => id));
    const grade = new Map(list.map((before) => [before.id, ids.includes(before.id) ? gradeOf(before) : before.grade]));
    const then = now.map((id) => ({ id, grade: grade.get(id) ?? -1 }));
    expect(then.map((one) => one.grade)).toEqual(then.map((one) => one.grade).toSorted((a, b) => a - b));
    return then;
  };
  switch (step.op) {
    case 'front':
      order.move(ids, { at: 'front' });
      return placed(0, 0);
    case 'last': {
      const grade = grades[step.priority];
      const last = rest.findLast((one) => one.grade === grade);
      if (!last) return [...list];
      order.move(ids, { at: 'after', id: last.id });
      return placed(endOfGrade(rest, grade), grade);
    }
    case 'move': {
      const target = rest[step.beside % Math.max(1, rest.length)];
      if (!target) return [...list];
      order.move(ids, { at: step.at, id: target.id });
      return placed(rest.indexOf(target) + (step.at === 'after' ? 1 : 0), target.grade);
    }
    case 'priority':
      order.setPriority(ids, step.priority);
      return found(() => grades[step.priority]);
    case 'cancel': {
      const { undo } = await cancel(ids);
      if (step.isUndone) {
        await sweep.restore(undo ?? '');
        return [...list];
      }
      await requeue(ids);
      return found(({ grade }) => grade);
    }
  }
};

test('whatever is moved, the order is that of a plain list, and pages of any size show each job once', async () => {
  const world = createWorld();
  await world.boot();
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 5, maxLength: 60 }), async (steps) => {
      await world.host.queue.sweep.cancel({});
      let list: Placed[] = [];
      for (const [index, step] of steps.entries()) {
        list = await act(world, list, step);
        expect(await read(world, 1_000), `after step ${index}: ${JSON.stringify(step)}`).toEqual(list.map(({ id }) => id));
      }
      for (const limit of [1, 3]) expect(await read(world, limit), `pages of ${limit}`).toEqual(list.map(({ id }) => id));
    }),
    { numRuns: Number(process.env.HEARTH_ORDER_RUNS ?? 60), seed: Number(process.env.HEARTH_ORDER_SEED ?? 20_261_130) },
  );
  await world[Symbol.asyncDispose]();
});
