import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BatchList } from '../../renderer/features/queue/batch-store.ts';
import {
  emptyGroups,
  type GroupName,
  groupFilter,
  groupNames,
  groupOf,
  type JobGroups,
  type QueueFilter,
  withChangedJobs,
  withPage,
} from '../../renderer/features/queue/job-groups.ts';
import { queueRows, rowsBetween } from '../../renderer/features/queue/queue-rows.ts';
import { noFilter } from '../../renderer/features/queue/queue-store.ts';
import { type Job, JobState } from '../../shared/job.ts';
import { sampleBatch, sampleJob } from '../fakes/fake-data.ts';

const at = (second: number): string => new Date(1_700_000_000_000 + second * 1000).toISOString();
const groupsOf = (change: Partial<Record<GroupName, Job[]>>, next: Partial<Record<GroupName, string>> = {}): JobGroups => {
  const groups = { ...emptyGroups };
  for (const name of groupNames) {
    const jobs = change[name] ?? [];
    groups[name] = { jobs, total: jobs.length, next: next[name] ?? null, isStale: false };
  }
  return groups;
};
const withChangedJob = (groups: JobGroups, job: Job, filter: QueueFilter): JobGroups => withChangedJobs(groups, [job], filter);
const ids = (groups: JobGroups, name: GroupName): string[] => groups[name].jobs.map(({ id }) => id);

describe('groups of the queue', () => {
  test('hold every state exactly once', () => {
    expect(JobState.options.map((state) => groupOf(state))).toEqual([
      'waiting',
      'now',
      'now',
      'done',
      'waiting',
      'done',
      'needsYou',
      'needsYou',
      'done',
    ]);
  });

  test('a job that starts leaves those that wait and stands among those that run', () => {
    const [first, second] = [sampleJob(), sampleJob()];
    const before = groupsOf({ waiting: [first, second] });
    const after = withChangedJob(before, { ...first, state: 'running' }, noFilter);
    expect(ids(after, 'waiting')).toEqual([second.id]);
    expect(ids(after, 'now')).toEqual([first.id]);
    expect([after.waiting.total, after.now.total]).toEqual([1, 1]);
  });

  test('a change keeps the row where it is', () => {
    const jobs = [sampleJob(), sampleJob(), sampleJob()];
    const changed = { ...jobs[1], state: 'failed_retryable' } as Job;
    const after = withChangedJob(groupsOf({ waiting: jobs }), changed, noFilter);
    expect(ids(after, 'waiting')).toEqual(jobs.map(({ id }) => id));
    expect(after.waiting.jobs[1]?.state).toBe('failed_retryable');
    expect(after.waiting.isStale).toBe(false);
  });

  test('a job that is new among those that wait asks the host for its place', () => {
    const after = withChangedJob(groupsOf({ waiting: [sampleJob()] }), sampleJob(), noFilter);
    expect(after.waiting.jobs).toHaveLength(1);
    expect(after.waiting.isStale).toBe(true);
  });

  test('what is over stands newest first, and what belongs to a later page waits for it', () => {
    const [old, young] = [10, 30].map((second) => sampleJob({ state: 'succeeded', createdAt: at(second) }));
    if (!old || !young) throw new Error('two jobs were made');
    const before = groupsOf({ done: [young, old] }, { done: 'cursor' });
    const between = sampleJob({ state: 'cancelled', createdAt: at(20) });
    expect(ids(withChangedJob(before, between, noFilter), 'done')).toEqual([young.id, between.id, old.id]);
    const older = sampleJob({ state: 'cancelled', createdAt: at(5) });
    const after = withChangedJob(before, older, noFilter);
    expect(ids(after, 'done')).toEqual([young.id, old.id]);
    expect(after.done.total).toBe(3);
  });

  test('a filter keeps others out and lets a job go that no longer fits', () => {
    const job = sampleJob({ state: 'succeeded' });
    const filter = { ...noFilter, template: 'sdxl' };
    expect(withChangedJob(emptyGroups, job, filter).done.jobs).toEqual([]);
    const failed = { ...noFilter, states: ['failed_terminal' as const] };
    expect(withChangedJob(groupsOf({ done: [job] }), job, failed).done).toMatchObject({ jobs: [], total: 0 });
    expect(groupFilter('waiting', failed)).toBeNull();
    expect(groupFilter('done', { ...failed, text: ' fox ' })).toEqual({ states: ['failed_terminal'], text: 'fox' });
  });

  test('a page that comes after events doubles nothing', () => {
    const jobs = Array.from({ length: 5 }, (_, second) => sampleJob({ state: 'succeeded', createdAt: at(-second) }));
    const groups = groupsOf({ done: jobs.slice(0, 3) }, { done: 'cursor' });
    expect(ids(withPage(groups, 'done', { jobs: jobs.slice(2), total: 5, next: null }, 'next'), 'done')).toEqual(
      jobs.map(({ id }) => id),
    );
  });

  test('a fresh beginning joins on to the pages below it, or stands alone where it does not meet them', () => {
    const jobs = Array.from({ length: 6 }, () => sampleJob());
    const groups = groupsOf({ waiting: jobs }, { waiting: 'end' });
    const newcomer = sampleJob();
    const start = (page: { jobs: Job[]; total: number; next: string | null }) =>
      withPage(groups, 'waiting', page, 'freshStart').waiting;
    const joined = start({ jobs: [newcomer, ...jobs.slice(0, 3)], total: 7, next: 'middle' });
    expect(joined.jobs.map(({ id }) => id)).toEqual([newcomer, ...jobs].map(({ id }) => id));
    expect(joined).toMatchObject({ next: 'end', isStale: false });
    const strangers = [sampleJob(), sampleJob()];
    expect(start({ jobs: strangers, total: 2, next: null })).toEqual({
      jobs: strangers,
      total: 2,
      next: null,
      isStale: false,
    });
  });

  test('after any run of events every job stands in one group at most, the one of its state', () => {
    const jobs = Array.from({ length: 6 }, (_, second) => sampleJob({ createdAt: at(second) }));
    const event = fc.tuple(fc.nat(jobs.length - 1), fc.constantFrom(...JobState.options));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let groups = groupsOf({ waiting: jobs });
        const state = new Map<string, Job['state']>();
        const told: Job[] = [];
        for (const [index, next] of events) {
          const job = { ...jobs[index], state: next } as Job;
          state.set(job.id, next);
          told.push(job);
          // Some come alone, some together.
          if (index % 2 === 0) groups = withChangedJobs(groups, told.splice(0), noFilter);
        }
        groups = withChangedJobs(groups, told, noFilter);
        const seen = groupNames.flatMap((name) => groups[name].jobs.map((job) => ({ name, id: job.id })));
        expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
        for (const { name, id } of seen) expect(groupOf(state.get(id) ?? 'queued')).toBe(name);
      }),
    );
  });
});

describe('rows of the table', () => {
  const view = { closed: new Set<GroupName>(), areBatchesClosed: false, isWaitingUnfolded: false, opened: null };

  test('many that wait are folded, so that what is done stays in reach', () => {
    const waiting = Array.from({ length: 30 }, () => sampleJob());
    const groups = groupsOf({ waiting, done: [sampleJob({ state: 'succeeded' })] });
    groups.waiting = { ...groups.waiting, total: 500 };
    const rows = queueRows(groups, view, null);
    expect(rows.filter(({ kind }) => kind === 'job')).toHaveLength(9);
    expect(rows.find((row) => row.kind === 'folded')).toMatchObject({ count: 492 });
    expect(queueRows(groups, { ...view, isWaitingUnfolded: true }, null).filter(({ kind }) => kind === 'job')).toHaveLength(31);
  });

  test('a closed group shows its heading only, an opened job its details, an unfinished group its end', () => {
    const job = sampleJob({ state: 'succeeded' });
    const groups = groupsOf({ done: [job] }, { done: 'cursor' });
    expect(queueRows(groups, { ...view, closed: new Set(['done']) }, null).map(({ kind }) => kind)).toEqual(['group']);
    expect(queueRows(groups, { ...view, opened: job.id }, null).map(({ kind }) => kind)).toEqual([
      'group',
      'job',
      'detail',
      'more',
    ]);
    expect(queueRows(emptyGroups, view, null)).toEqual([]);
  });

  test('a batch is one row until it is opened; what runs of it stands once', () => {
    const batch = sampleBatch({ count: 3 });
    const [running, second, third] = [1, 2, 3].map(() => sampleJob({ batch: batch.id }));
    if (!running || !second || !third) throw new Error('three jobs were made');
    const loose = sampleJob();
    const groups = groupsOf({ now: [{ ...running, state: 'running' }], waiting: [loose] });
    const list = { batches: [batch], next: null, opened: {} };
    const kinds = (opened: BatchList['opened']) =>
      queueRows(groups, view, { ...list, opened }).map(({ kind, key }) => `${kind} ${key}`);
    expect(kinds({})).toEqual([
      'group group now',
      `job ${running.id}`,
      'batches batches',
      `batch ${batch.id}`,
      'group group waiting',
      `job ${loose.id}`,
    ]);
    expect(kinds({ [batch.id]: { jobs: [running, second, third], next: 'c' } }).slice(3, 7)).toEqual([
      `batch ${batch.id}`,
      `job ${second.id}`,
      `job ${third.id}`,
      `batchMore more ${batch.id} 3`,
    ]);
  });

  test('jobs of a batch are left to its row, unless a person looks for some', () => {
    const job = sampleJob({ batch: sampleBatch().id, state: 'succeeded' });
    expect(withChangedJob(emptyGroups, job, noFilter).done.jobs).toEqual([]);
    expect(withChangedJob(emptyGroups, { ...job, state: 'running' }, noFilter).now.jobs).toHaveLength(1);
    expect(withChangedJob(emptyGroups, job, { ...noFilter, template: job.template }).done.jobs).toHaveLength(1);
    expect(groupFilter('waiting', noFilter)).toMatchObject({ batch: null });
    expect(groupFilter('waiting', { ...noFilter, text: 'x' })).not.toHaveProperty('batch');
    // Looked for, it is a list like any other.
    const only = { ...noFilter, batch: job.batch ?? '' };
    expect(groupFilter('done', only)).toMatchObject({ batch: job.batch });
    expect(withChangedJob(emptyGroups, job, only).done.jobs).toHaveLength(1);
    expect(withChangedJob(emptyGroups, { ...job, batch: sampleBatch().id }, only).done.jobs).toEqual([]);
  });

  test('a range reaches from one row to another in either direction', () => {
    const jobs = Array.from({ length: 4 }, () => sampleJob({ state: 'cancelled' }));
    const rows = queueRows(groupsOf({ done: jobs }), view, null);
    const [a, b, c] = jobs.map(({ id }) => id);
    if (!a || !b || !c) throw new Error('four jobs were made');
    expect(rowsBetween(rows, c, a)).toEqual([a, b, c]);
    expect(rowsBetween(rows, 'gone', b)).toEqual([b]);
  });
});
