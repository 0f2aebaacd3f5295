import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setVariations } from '../../renderer/features/generate/variation-store.ts';
import { queueView } from '../../renderer/features/queue/queue-view.ts';
import { createFrames } from '../../renderer/store/frames.ts';
import { emptyHearth } from '../../renderer/store/hearth.ts';
import { withJobs } from '../../renderer/store/patch.ts';
import { viewStore } from '../../renderer/store/view.ts';
import { workOf } from '../../shared/cost.ts';
import { type Job, noCounts } from '../../shared/job.ts';
import { doneJob, runningJob, sampleBatch, sampleJob, sampleTemplate } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mountApp } from './mount.tsx';

// Waits end as soon as what they wait for is there; a busy machine gets the time it needs.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  setVariations('sd15', {});
  viewStore.setState({ drafts: {} });
  queueView.setState({ active: null, closed: new Set(), areBatchesClosed: false, isWaitingUnfolded: false });
});

const called = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input);
const form = () => within(screen.getByRole('region', { name: 'Form' }));
const openForm = async (host: FakeHost) => {
  const user = await mountApp(host, '#/generate');
  await screen.findByRole('textbox', { name: 'Prompt' });
  return user;
};
const sample = (seconds: number) => ({
  version: 1,
  ...workOf(sampleTemplate(), {}),
  seconds,
  peakBytes: 6_200_000_000,
});

test('a parameter takes a list of values: the count is seen before queueing, and every combination is asked for', async () => {
  const host = createFakeHost({ costs: { sd15: Array.from({ length: 8 }, () => sample(4)) } });
  const user = await openForm(host);
  expect(await form().findByText(/^about 3\.\d – 4\.\d s/)).toBeTruthy();
  await user.click(form().getByRole('button', { name: 'Vary Steps' }));
  const steps = form().getByRole('textbox', { name: 'Steps' });
  await user.clear(steps);
  await user.type(steps, '10, 20, 30');
  expect(await form().findByText('3 jobs')).toBeTruthy();
  const count = form().getByRole('spinbutton', { name: 'How many pictures' });
  await user.clear(count);
  await user.type(count, '4');
  expect(await form().findByText('12 jobs')).toBeTruthy();
  expect(form().getByText('12 jobs').parentElement?.textContent).toBe('12 jobs = Steps 3 × 4 seeds');
  expect(form().getByText(/each, .* in all · 6\.2 GB$/)).toBeTruthy();
  expect(form().getByText('Steps 10')).toBeTruthy();
  await user.click(form().getByRole('button', { name: 'Queue' }));
  await waitFor(() => expect(called(host, 'jobs.enqueue')).toHaveLength(1));
  expect(called(host, 'jobs.enqueue')[0]).toMatchObject({ values: {}, count: 4, grid: [{ key: 'steps', values: [10, 20, 30] }] });
});

test('a bad entry is named at its field, and the way back to one value is one press', async () => {
  const host = createFakeHost();
  const user = await openForm(host);
  expect(await form().findByText(/No idea yet how long it takes/)).toBeTruthy();
  await user.click(form().getByRole('button', { name: 'Vary CFG' }));
  const cfg = form().getByRole('textbox', { name: 'CFG' });
  await user.clear(cfg);
  await user.type(cfg, '5, seven');
  expect(await form().findByText(/"seven": Enter a number/)).toBeTruthy();
  await user.click(form().getByRole('button', { name: '1 field to put right' }));
  expect(called(host, 'jobs.enqueue')).toEqual([]);
  await user.click(form().getByRole('button', { name: 'Back to one value: CFG' }));
  expect(await form().findByRole('button', { name: 'Queue' })).toBeTruthy();
  expect(form().queryByText(/seven/)).toBeNull();
});

test('more jobs than one request may hold are refused in words before anything is sent', async () => {
  const host = createFakeHost();
  const user = await openForm(host);
  await user.click(form().getByRole('button', { name: 'Vary Steps' }));
  await user.clear(form().getByRole('textbox', { name: 'Steps' }));
  await user.type(form().getByRole('textbox', { name: 'Steps' }), '1..150');
  const count = form().getByRole('spinbutton', { name: 'How many pictures' });
  await user.clear(count);
  await user.type(count, '100');
  expect((await form().findByRole('alert')).textContent).toContain('These are 15000 jobs, and one request may hold 10000.');
  await user.click(form().getByRole('button', { name: 'Queue' }));
  expect(called(host, 'jobs.enqueue')).toEqual([]);
});

test('a batch is one row with how far it is; the keyboard opens it, cancels it and queues it again', async () => {
  const batch = sampleBatch({ counts: { ...noCounts, queued: 9, running: 1, succeeded: 2 } });
  const jobs: Job[] = [
    doneJob({ batch: batch.id }),
    runningJob({ batch: batch.id }),
    sampleJob({ batch: batch.id, values: { prompt: 'third' } }),
  ];
  const host = createFakeHost({ jobs, batches: [batch], estimate: { known: 10, lowMs: 600_000, highMs: 780_000, unknown: 2 } });
  const user = await mountApp(host, '#/queue');
  const table = await screen.findByRole('treegrid');
  const row = async () => (await within(table).findByText(/^Batch of 12/)).closest<HTMLElement>('[role="row"]');
  expect((await row())?.textContent).toContain('2 of 12 done · 1 running · 9 waiting');
  expect((await row())?.textContent).toContain('Steps 10, 20, 30 · 4 seeds');
  expect(await screen.findByText('about 10:00 – 13:00 of work, and 2 jobs of which nothing is known')).toBeTruthy();
  // What runs stands by itself; what waits and what is done is in the batch only.
  expect(within(table).queryByText('third')).toBeNull();

  table.focus();
  await user.keyboard('{Home}{ArrowDown}{Enter}');
  expect(await within(table).findByText('third')).toBeTruthy();
  expect((await row())?.getAttribute('aria-expanded')).toBe('true');
  expect(table.getAttribute('aria-activedescendant')).toContain(batch.id);
  await user.keyboard('{Delete}');
  await waitFor(() => expect(called(host, 'jobs.cancelAll')).toEqual([{ filter: { batch: batch.id } }]));

  host.hub.emit('batch.changed', { ...batch, endedAt: batch.createdAt, counts: { ...noCounts, cancelled: 10, succeeded: 2 } });
  await waitFor(async () => expect((await row())?.textContent).toContain('2 of 12 done · 10 cancelled'));
  await user.keyboard('r');
  await waitFor(() => expect(called(host, 'jobs.requeueAll')).toEqual([{ filter: { batch: batch.id } }]));
});

test('events of one frame are drawn together, one that comes alone at once', () => {
  vi.useFakeTimers();
  const taken: number[][] = [];
  const frames = createFrames<number>((items) => void taken.push([...items]));
  frames.push(1);
  expect(taken).toEqual([[1]]);
  for (let n = 2; n <= 1000; n++) frames.push(n);
  expect(taken).toHaveLength(1);
  vi.advanceTimersByTime(16);
  expect(taken[1]).toHaveLength(999);
  vi.advanceTimersByTime(100);
  frames.push(1001);
  expect(taken).toHaveLength(3);
  frames.clear();
  vi.useRealTimers();
});

test('many changed jobs leave the same state as one after the other', () => {
  const made = Array.from({ length: 6 }, () => sampleJob());
  const [a, b, c] = made;
  if (!a || !b || !c) throw new Error('six jobs were made');
  const changes: Job[] = [
    ...made,
    { ...b, state: 'running' },
    { ...a, state: 'cancelled' },
    { ...c, state: 'running' },
    { ...b, state: 'queued' },
  ];
  let one = emptyHearth;
  for (const job of changes) one = { ...one, ...withJobs(one, [job]) };
  const all = { ...emptyHearth, ...withJobs(emptyHearth, changes) };
  expect(all.openJobs).toEqual(one.openJobs);
  expect(all.openJobOrder).toHaveLength(5);
  expect(all.openJobOrder[0]).toBe(c.id);
  expect(new Set(all.openJobOrder)).toEqual(new Set(one.openJobOrder));
});

test('a batch that ended while its two lists were read stands once, and can be looked at alone', async () => {
  const batch = sampleBatch({ count: 2 });
  const host = createFakeHost({ jobs: [sampleJob({ batch: batch.id })] });
  host.answer('batches.list', ({ isOpen }) => ({
    batches: [{ ...batch, endedAt: isOpen ? null : new Date(0).toISOString() }],
    next: null,
  }));
  const user = await mountApp(host, '#/queue');
  expect(await screen.findAllByRole('row', { name: /Batch of 2/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Show only this batch/ }));
  await waitFor(() =>
    expect(called(host, 'jobs.list')).toContainEqual(
      expect.objectContaining({ filter: { states: ['succeeded', 'failed_terminal', 'cancelled'], batch: batch.id } }),
    ),
  );
});
