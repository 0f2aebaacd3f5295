import { expect, test } from 'vitest';
import type { JobFilter } from '../../../shared/contract.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

test('a page has whole jobs, as each is alone, and as many as it says of each template', async () => {
  const gpu = world.addEngine('gpu');
  const { queue } = await world.boot();
  gpu.nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'no', files: 1 };
  const retried = await p.submitOne({ template: 'seedless' });
  await p.until(retried);
  world.process().nextEnding = { kind: 'success', outputs: 3 };
  const wide = await p.submitOne();
  await p.until(wide);
  expect([p.attemptStates(retried).length, p.job(wide).artifacts.length]).toEqual([2, 3]);
  queue.pause('person', '');
  await p.submit({ count: 3 });
  await p.submitOne();
  await p.submitOne({ template: 'seedless' });

  const { jobs } = await queue.list({ filter: {}, order: 'newest', limit: 100 });
  expect(jobs).toHaveLength(7);
  for (const job of jobs) expect(job).toEqual(p.job(job.id));
  const named = await queue.list({ filter: {}, ids: [wide, retried, wide], order: 'newest', limit: 100 });
  expect(named.jobs).toEqual([p.job(wide), p.job(retried), p.job(wide)]);

  const batch = jobs.find((job) => job.batch !== undefined)?.batch ?? '';
  for (const [filter, total] of [
    [{ template: 'seedless' }, 2],
    [{ template: 'demo' }, 5],
    [{ template: 'demo', states: ['queued'] }, 4],
    [{ template: 'demo', batch: null }, 2],
    [{ template: 'demo', states: ['succeeded'], batch: null }, 1],
    [{ template: 'demo', batch }, 3],
    [{ template: 'seedless', batch }, 0],
    [{ template: 'nobody' }, 0],
  ] satisfies [JobFilter, number][]) {
    const page = await queue.list({ filter, order: 'newest', limit: 100 });
    expect([page.total, page.jobs.length], JSON.stringify(filter)).toEqual([total, total]);
  }
});

test('huge prompts make pages and the first look shorter, and lose no job', async () => {
  const { queue } = await world.boot();
  queue.pause('person', '');
  const words = 'x'.repeat(1_000_000);
  const huge = await p.submit({ count: 45, values: { words } });
  const more = await p.submit({ count: 5 });
  for (const order of ['newest', 'run'] as const) {
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ; pages++) {
      const { jobs, total, next } = await queue.list({ filter: {}, order, cursor, limit: 1000 });
      expect(total).toBe(50);
      expect(JSON.stringify(jobs).length).toBeLessThan(25_000_000);
      seen.push(...jobs.map(({ id }) => id));
      if (next === null) break;
      cursor = next;
    }
    expect(pages).toBeGreaterThan(0);
    expect(seen.toSorted()).toEqual([...huge, ...more].map(({ id }) => id).toSorted());
  }
  const first = queue.openJobs();
  expect(first.map(({ id }) => id)).toEqual(huge.slice(0, first.length).map(({ id }) => id));
  expect(JSON.stringify(first).length).toBeLessThan(6_000_000);
  expect(first.length).toBeGreaterThan(0);
});

test('newest first and by filter, page by page, without a gap or a double', async () => {
  world.addEngine('gpu');
  const { queue } = await world.boot();
  const done = await p.submit({ count: 5, values: { words: 'a "quoted" 50%_ 고양이' } });
  await p.untilAll(done.map(({ id }) => id));
  queue.pause('person', '');
  await p.submit({ count: 20 });
  await p.submit({ template: 'seedless', key: 'find-me' });
  const all = async (query: Partial<Parameters<typeof queue.list>[0]>): Promise<{ ids: string[]; total: number }> => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await queue.list({ filter: {}, order: 'newest', limit: 3, cursor, ...query });
      ids.push(...page.jobs.map(({ id }) => id));
      if (page.next === null) return { ids, total: page.total };
      cursor = page.next;
    }
  };
  const newest = await all({});
  expect(newest).toMatchObject({ total: 26 });
  expect(newest.ids).toEqual(world.db.prepare('SELECT id FROM jobs ORDER BY seq DESC').pluck().all());
  expect((await all({ filter: { states: ['succeeded'] } })).ids.toSorted()).toEqual(done.map(({ id }) => id).toSorted());
  expect(await all({ filter: { states: ['queued', 'succeeded'], template: 'demo' } })).toMatchObject({ total: 25 });
  expect((await all({ filter: { template: 'seedless' } })).ids).toHaveLength(1);
  expect(await all({ filter: { text: 'a "quoted" 50%_ 고' } })).toMatchObject({ total: 5 });
  expect(await all({ filter: { text: '50_%' } })).toEqual({ ids: [], total: 0 });
  expect((await all({ filter: { text: 'find-m' } })).ids).toHaveLength(1);
  const run = await all({ order: 'run' });
  expect(run.total).toBe(21);
  expect(run.ids).toEqual(world.db.prepare("SELECT id FROM jobs WHERE state = 'queued' ORDER BY grade, rank").pluck().all());
  expect((await queue.list({ filter: {}, ids: [done[1]?.id ?? '', 'nobody'], order: 'newest', limit: 9 })).jobs).toHaveLength(1);
  expect(await all({ order: 'run', filter: { text: 'FIND-ME' } })).toMatchObject({ total: 1, ids: [expect.any(String)] });
  expect(await all({ order: 'run', filter: { template: 'seedless', states: ['queued'] } })).toMatchObject({ total: 1 });
  expect(await all({ filter: { text: 'demo', states: ['succeeded'] } })).toMatchObject({ total: 5 });
  expect(queue.openJobs()).toHaveLength(21);
  for (const order of ['newest', 'run'] as const)
    await expect(queue.list({ filter: {}, order, cursor: 'x; DROP TABLE jobs', limit: 3 })).rejects.toThrow(
      expect.objectContaining({ key: 'jobCursorUnknown' }),
    );
});
