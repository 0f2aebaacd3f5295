import { describe, expect, test } from 'vitest';
import type { JobChanges } from '../../../shared/job-change.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());

test('a job made from another one by editing: both lead to each other, as long as the other is there', async () => {
  const first = await p.submitOne({ values: { words: 'wrong' } });
  await world.host.queue.cancel([first]);
  const made = (await p.submit({ count: 2, values: { words: 'right' }, origin: first })).map(({ id }) => id);
  const { queue } = world.host;
  expect(queue.get(made[0] ?? '')?.links).toEqual({ origin: { id: first, state: 'cancelled' }, edited: [] });
  expect(queue.get(first)?.links).toMatchObject({ origin: null, edited: made.map((id) => ({ id, state: 'queued' })) });
  expect(p.reasons(first)).toEqual(['enqueued', 'cancelled', 'edited']);
  world.host.kill();
  await world.boot();
  await world.clock.advance(10);
  world.settings.keepJobsMs = 1;
  await world.host.queue.retention.run();
  expect(world.host.queue.get(made[1] ?? '')?.links.origin).toEqual({ id: first, state: null });
});

describe('a job that a remedy had changed, edited', () => {
  const changes: JobChanges = {
    remedy: 'smaller',
    changes: [
      { op: 'value', key: 'words', before: 'long', after: 'short' },
      { op: 'input', node: '1', class: 'EmptyImage', input: 'color', before: 0, after: 255 },
    ],
  };
  const changed = async (own = changes): Promise<string> => {
    const input = { template: 'demo', values: { words: 'short' }, count: 1, priority: 'normal' as const, isFront: false };
    const [job] = (await world.host.queue.enqueue(input, own)).jobs;
    return job?.id ?? '';
  };

  test('keeps the changes of its graph where that is wanted; its values are a person’s now', async () => {
    const origin = await changed();
    const kept = await p.submit({ count: 2, values: { words: 'other' }, origin, keepsChanges: true });
    for (const { id } of kept)
      expect(p.job(id)).toMatchObject({
        values: { words: 'other' },
        changes: { remedy: 'smaller', changes: [{ op: 'input', input: 'color', after: 255 }] },
      });
    expect(p.job(await p.submitOne({ origin })).changes).toBeUndefined();
  });

  test('is refused before it is queued where they do not fit, and can be queued without them', async () => {
    const origin = await changed({ remedy: 'x', changes: [{ op: 'bypass', node: '77', class: 'X', links: [] }] });
    const before = world.host.queue.counts().queued;
    await expect(p.submit({ origin, keepsChanges: true })).rejects.toMatchObject({ key: 'editedChangesUnfit' });
    expect(world.host.queue.counts().queued).toBe(before);
    expect(await p.submit({ origin })).toHaveLength(1);
  });

  test('a key stands for the request with the changes, or for the one without', async () => {
    const origin = await changed();
    await p.submit({ key: 'k', origin, keepsChanges: true });
    await expect(p.submit({ key: 'k', origin })).rejects.toMatchObject({ key: 'jobKeyTaken' });
    expect(await p.submit({ key: 'k', origin, keepsChanges: true })).toHaveLength(1);
    // Also where the template is another one by now: the job exists.
    const { templates } = world;
    const [template] = templates.values();
    if (!template) throw new Error('no template');
    templates.set('demo', { ...template, version: 2, graph: { '9': template.graph['9'] ?? {} } });
    expect(await p.submit({ key: 'k', origin, keepsChanges: true })).toHaveLength(1);
    await expect(p.submit({ origin, keepsChanges: true })).rejects.toMatchObject({ key: 'editedChangesUnfit' });
  });

  test('is refused where the job that it edits is gone: what was promised cannot be kept', async () => {
    const before = world.host.queue.counts().queued;
    await expect(p.submit({ origin: '01a22f36-858c-7000-bf8b-f803237e3e4d', keepsChanges: true })).rejects.toMatchObject({
      key: 'editedJobGone',
      code: 'not-found',
    });
    const other = await p.submitOne({ template: 'seedless' });
    await expect(p.submit({ origin: other, keepsChanges: true })).rejects.toMatchObject({ key: 'editedJobGone' });
    expect(world.host.queue.counts().queued).toBeLessThanOrEqual(before + 1);
  });
});
