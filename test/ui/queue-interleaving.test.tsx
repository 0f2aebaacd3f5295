import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyGroups,
  type GroupName,
  groupNames,
  groupOf,
  groupStates,
  type JobGroups,
  withChangedJobs,
  withPage,
} from '../../renderer/features/queue/job-groups.ts';
import { queueRows } from '../../renderer/features/queue/queue-rows.ts';
import { noFilter } from '../../renderer/features/queue/queue-store.ts';
import type { Job, JobState } from '../../shared/job.ts';
import { sampleJob } from '../fakes/fake-data.ts';

const pageSize = 4;
const at = (second: number): string => new Date(1_700_000_000_000 + second * 1000).toISOString();

/**
 * A host and a page with everything between them late: events come after the change, answers after they were read, in any order that a
 * socket allows.
 */
const createPair = (count: number) => {
  const truth = new Map<string, Job>();
  for (let second = 0; second < count; second++) {
    const job = sampleJob({ createdAt: at(second) });
    truth.set(job.id, job);
  }
  /** On the way to the page, in the order of the socket. */
  const sent: ({ event: Job } | { name: GroupName; how: 'anew' | 'freshStart' | 'next'; page: Page; cursor: string | null })[] =
    [];
  /** Changed, not told yet. */
  let untold: Job[] = [];
  /** Asked for, not read yet. */
  const asked: { name: GroupName; how: 'anew' | 'freshStart' | 'next'; cursor: string | null; changed: Job[] }[] = [];
  const pending = new Map<object, Job[]>();
  let groups: JobGroups = emptyGroups;
  interface Page {
    jobs: Job[];
    total: number;
    next: string | null;
  }
  const listed = (name: GroupName): Job[] => {
    const all = [...truth.values()].filter(({ state }) => groupStates[name].includes(state));
    return name === 'now' || name === 'waiting' ? all : all.reverse();
  };
  const check = (): void => {
    const ids = groupNames.flatMap((name) => groups[name].jobs.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const view = { closed: new Set<GroupName>(), areBatchesClosed: false, isWaitingUnfolded: true, opened: ids[0] ?? null };
    const keys = queueRows(groups, view, null).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  };
  return {
    change(place: number, state: JobState) {
      const job = [...truth.values()][place % truth.size];
      if (!job) return;
      const changed = { ...job, state };
      truth.set(job.id, changed);
      untold = [...untold, changed];
    },
    tell() {
      for (const event of untold) sent.push({ event });
      untold = [];
    },
    ask(name: GroupName, how: 'anew' | 'freshStart' | 'next') {
      const cursor = how === 'next' ? groups[name].next : null;
      if (how === 'next' && cursor === null) return;
      asked.push({ name, how, cursor, changed: [] });
    },
    /** The host reads a list that was asked for; it may take another before the first. */
    answer(place: number) {
      const [ask] = asked.splice(place % Math.max(1, asked.length), 1);
      if (!ask) return;
      const all = listed(ask.name);
      const from = ask.cursor === null ? 0 : all.findIndex(({ id }) => id === ask.cursor) + 1;
      const limit = ask.how === 'freshStart' ? Math.max(pageSize, groups[ask.name].jobs.length) : pageSize;
      const jobs = all.slice(from, from + limit);
      const next = from + limit < all.length ? (jobs.at(-1)?.id ?? null) : null;
      const message = { ...ask, page: { jobs, total: all.length, next } };
      pending.set(message, ask.changed);
      sent.push(message);
    },
    receive() {
      const [message] = sent.splice(0, 1);
      if (!message) return;
      if ('event' in message) {
        for (const changed of [...asked.map((ask) => ask.changed), ...pending.values()]) changed.push(message.event);
        groups = withChangedJobs(groups, [message.event], noFilter);
      } else {
        const changed = pending.get(message) ?? [];
        pending.delete(message);
        const { name, how, page, cursor } = message;
        if (how !== 'next' || groups[name].next === cursor) groups = withPage(groups, name, page, how);
        groups = withChangedJobs(groups, changed, noFilter);
      }
      check();
    },
    /** Nothing is late any more. */
    settle() {
      for (;;) {
        while (asked.length > 0) this.answer(0);
        this.tell();
        while (sent.length > 0) this.receive();
        const stale = groupNames.find((name) => groups[name].isStale);
        if (!stale) break;
        this.ask(stale, 'freshStart');
      }
    },
    get groups() {
      return groups;
    },
    truth,
    listed,
  };
};

test('whatever comes in whatever order, no job stands twice, and in the end each stands where it is', () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant('change' as const),
        place: fc.nat(20),
        state: fc.constantFrom<JobState>(
          'queued',
          'submitted',
          'running',
          'succeeded',
          'failed_retryable',
          'dead_letter',
          'cancelled',
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('tell' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('ask' as const),
        name: fc.constantFrom(...groupNames),
        how: fc.constantFrom('anew' as const, 'freshStart' as const, 'next' as const),
      }),
    },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('answer' as const), place: fc.nat(3) }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constant('receive' as const) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const pair = createPair(12);
      for (const name of groupNames) pair.ask(name, 'anew');
      for (const one of steps) {
        if (one.act === 'change') pair.change(one.place, one.state);
        else if (one.act === 'ask') pair.ask(one.name, one.how);
        else if (one.act === 'answer') pair.answer(one.place);
        else pair[one.act]();
      }
      pair.settle();
      for (const name of groupNames)
        for (const job of pair.groups[name].jobs)
          expect([job.id, groupOf(pair.truth.get(job.id)?.state ?? 'queued')]).toEqual([job.id, name]);
      // What has no later page holds everything.
      for (const name of groupNames)
        if (pair.groups[name].next === null)
          expect(new Set(pair.groups[name].jobs.map(({ id }) => id)), name).toEqual(
            new Set(pair.listed(name).map(({ id }) => id)),
          );
    }),
    { numRuns: 2_000, seed: 20_261_130 },
  );
});
