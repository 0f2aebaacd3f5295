import { expect, test } from 'vitest';
import type { JobFilter } from '../../../shared/contract.ts';
import { createWorld } from '../../fakes/queue-world.ts';
import { play } from './play.ts';

test('a page has whole jobs, as each is alone, and as many as it says of each template', async () => {
  await using world = createWorld();
  const p = play(world);
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
