import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { noFilter, queueStore } from '../../renderer/features/queue/queue-store.ts';
import { clearSelection, queueView } from '../../renderer/features/queue/queue-view.ts';
import { viewStore } from '../../renderer/store/view.ts';
import type { Job } from '../../shared/job.ts';
import {
  ago,
  doneJob,
  nextId,
  progressOf,
  runningJob,
  sampleEngine,
  sampleJob,
  sampleLines,
  sampleTemplate,
} from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mountApp } from './mount.tsx';

// Waits end as soon as what they wait for is there; a busy machine gets the time it needs.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  queueStore.setState({ filter: noFilter });
  clearSelection();
  queueView.setState({ active: null, closed: new Set(), isWaitingUnfolded: false });
});

const openQueue = async (host: FakeHost, id = '') => {
  const user = await mountApp(host, `#/queue${id === '' ? '' : `/${id}`}`);
  await screen.findByRole('treegrid');
  return user;
};
const named = (text: string, change: Partial<Job> = {}): Job => sampleJob({ values: { prompt: text }, ...change });
const called = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input);
const table = () => screen.getByRole('treegrid', { name: 'Jobs' });
const lines = () => within(table()).getAllByRole('row');
const textOfRows = () => lines().map((row) => row.textContent ?? '');
const row = (text: string): HTMLElement => {
  const found = lines().find((line) => line.textContent?.includes(text));
  if (!found) throw new Error(`no row says ${text}`);
  return found;
};
const group = (name: string) => within(table()).findByRole('button', { name: new RegExp(`^${name}`) });

test('jobs stand in four groups with their counts, states in words, and what differs from the default', async () => {
  const host = createFakeHost({
    jobs: [
      doneJob({ values: { prompt: 'finished', width: 768, steps: 30 } }),
      named('given up', { state: 'dead_letter', finishedAt: ago(1000) }),
      named('put aside', { state: 'held', finishedAt: ago(1000) }),
      runningJob({ values: { prompt: 'at work' } }),
      named('next'),
    ],
  });
  await openQueue(host);
  expect((await group('Now')).textContent).toBe('Now1');
  expect((await group('Waiting')).textContent).toBe('Waiting1');
  expect((await group('Needs you')).textContent).toBe('Needs you2');
  expect((await group('Done')).textContent).toBe('Done1');
  expect(row('at work').textContent).toContain('running');
  expect(row('given up').textContent).toContain('gave up');
  expect(row('put aside').textContent).toContain('held');
  expect(row('finished').textContent).toContain('Width 768 · Steps 30');
});

test('one job keeps one row from waiting to done, with its progress in between', async () => {
  const job = named('a fox');
  const host = createFakeHost({ jobs: [job, named('an owl')] });
  await openQueue(host);
  await waitFor(() => expect(row('a fox').textContent).toContain('waiting'));
  const running = runningJob({ id: job.id, values: job.values });
  host.setJob(running);
  host.hub.emit('job.progress', progressOf(running));
  await waitFor(() => expect(row('a fox').textContent).toContain('step 12 of 20 · 61 % · 0:08 left'));
  expect(textOfRows()[0]).toBe('Now1');
  host.setJob(doneJob({ id: job.id, values: job.values }));
  await waitFor(() => expect(row('a fox').textContent).toContain('done'));
  expect(textOfRows().filter((text) => text.includes('a fox'))).toHaveLength(1);
  await waitFor(async () => expect((await group('Waiting')).textContent).toBe('Waiting1'));
});

test('many waiting jobs are folded, and long lists come page by page as they are scrolled to', async () => {
  const host = createFakeHost({ jobs: Array.from({ length: 250 }, (_, index) => named(`job ${index}`)) });
  const user = await openQueue(host);
  await user.click(await screen.findByRole('button', { name: 'Show 242 more waiting jobs' }));
  await waitFor(() => {
    fireEvent.scroll(table(), { target: { scrollTop: 100_000 } });
    expect(queueStore.getState().groups.waiting.jobs).toHaveLength(250);
  });
  expect(new Set(queueStore.getState().groups.waiting.jobs.map(({ id }) => id)).size).toBe(250);
});

test('the keyboard does it all: move, open, mark a range, cancel, take back', async () => {
  const jobs = ['a first', 'a second', 'a third', 'a fourth'].map((text) => named(text));
  const host = createFakeHost({ jobs });
  const user = await openQueue(host);
  await waitFor(() => row('a fourth'));
  table().focus();
  const activeRow = () => document.getElementById(table().getAttribute('aria-activedescendant') ?? '');
  await waitFor(() => expect(activeRow()?.textContent).toContain('a first'));
  await user.keyboard('{ArrowDown}');
  expect(activeRow()?.textContent).toContain('a second');
  await user.keyboard('{Enter}');
  expect(await within(table()).findByRole('region', { name: 'What happened' })).toBeTruthy();
  expect(window.location.hash).toBe(`#/queue/${jobs[1]?.id}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(within(table()).queryByRole('region', { name: 'What happened' })).toBeNull());

  await user.keyboard('{Home} {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(lines().filter((line) => line.getAttribute('aria-selected') === 'true')).toHaveLength(3);
  expect(screen.getByText('3 jobs marked')).toBeTruthy();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(called(host, 'jobs.cancel')).toEqual([{ ids: jobs.slice(0, 3).map(({ id }) => id) }]));
  await waitFor(() => expect(row('a first').textContent).toContain('cancelled'));
  await user.click(await screen.findByRole('button', { name: 'Queue again' }));
  await waitFor(() => expect(host.state.jobs.every(({ state }) => state === 'queued')).toBe(true));
});

test('a click with Shift marks a range, and the bar acts on what can be acted on', async () => {
  const jobs = ['a first', 'a second', 'a third'].map((text) => named(text, { state: 'cancelled', finishedAt: ago(1000) }));
  const host = createFakeHost({ jobs });
  const user = await openQueue(host);
  await waitFor(() => row('a first'));
  await user.click(within(row('a third')).getByRole('checkbox'));
  await user.keyboard('{Shift>}');
  await user.click(within(row('a first')).getByRole('checkbox'));
  await user.keyboard('{/Shift}');
  const bar = within(screen.getByRole('toolbar', { name: 'Acts for the marked jobs' }));
  expect(bar.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Queue 3 again' }));
  await waitFor(() => expect(host.state.jobs.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('cancelling all that wait asks once, names how many, and reaches those on no page yet', async () => {
  const waiting = Array.from({ length: 205 }, (_, index) => named(`job ${index}`));
  const host = createFakeHost({ jobs: [runningJob({ values: { prompt: 'at work' } }), ...waiting] });
  // Three pages, however many a page may hold.
  host.answer('jobs.list', ({ filter, cursor }) => {
    const found = host.state.jobs.filter(({ state }) => filter.states?.includes(state));
    const from = Number(cursor ?? 0);
    return {
      jobs: found.slice(from, from + 100),
      total: found.length,
      next: from + 100 < found.length ? String(from + 100) : null,
    };
  });
  const user = await openQueue(host);
  await user.click(await screen.findByRole('button', { name: 'Cancel all' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel all 205 waiting jobs?' }));
  expect(called(host, 'jobs.cancelAll')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Cancel 205 jobs' }));
  await waitFor(() =>
    expect(called(host, 'jobs.cancelAll')).toEqual([{ filter: { states: ['queued', 'failed_retryable'], batch: null } }]),
  );
  await waitFor(() => expect(host.state.jobs.map(({ state }) => state).sort()[205]).toBe('running'));
  expect(await screen.findByText('Cancelled 205 jobs.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('205 jobs wait again.')).toBeTruthy();
  expect(host.state.jobs.filter(({ state }) => state === 'queued')).toHaveLength(205);
});

test('an opened job tells what happened, on which engine, why it failed in plain words, and with which values', async () => {
  const error = { code: 'noSuchTemplate', message: 'x', node: '3', input: null, params: { id: 'gone' } };
  const job = named('a fox', {
    state: 'failed_terminal',
    finishedAt: ago(1000),
    error,
    attempts: [{ id: nextId(), engine: 'demo', state: 'failed', startedAt: ago(10_200), endedAt: ago(1000), error }],
  });
  const host = createFakeHost({ jobs: [job] });
  host.answer('jobs.get', () => ({
    job,
    events: [
      { at: ago(20_000), from: null, to: 'queued', reason: 'enqueued', attempt: null },
      { at: ago(1000), from: 'running', to: 'failed_terminal', reason: 'something newer', attempt: null },
    ],
    links: { origin: null, edited: [] },
  }));
  const user = await openQueue(host, job.id);
  const detail = within(table());
  expect((await detail.findByRole('alert')).textContent).toContain('There is no template "gone".');
  const happened = within(await detail.findByRole('region', { name: 'What happened' }));
  await waitFor(() =>
    expect(happened.getAllByRole('listitem').map((line) => line.textContent?.slice(8))).toEqual(['Queued', 'failed']),
  );
  expect(detail.getByRole('region', { name: 'Tries' }).textContent).toContain('failed · 9.2 s');
  expect(detail.getByRole('region', { name: 'Values' }).textContent).toContain('a fox');
  await user.click(detail.getByRole('button', { name: 'Queue again' }));
  await waitFor(() => expect(host.state.jobs[0]?.state).toBe('queued'));
});

test('a try leads to the lines of the log that are its own; of an engine that Hearth did not start there are none', async () => {
  const attempts = ['demo', 'gone', 'remote'].map((engine) => ({
    id: nextId(),
    engine,
    launch: 'launch-1',
    state: 'succeeded' as const,
    startedAt: ago(10_000),
    endedAt: ago(1000),
    error: null,
  }));
  const job = named('a fox', { state: 'succeeded', finishedAt: ago(1000), attempts });
  const engines = [sampleEngine(), sampleEngine({ id: 'remote', kind: 'external' })];
  const host = createFakeHost({ jobs: [job], engines, log: sampleLines(5) });
  const user = await openQueue(host, job.id);
  const [link, ...others] = await within(table()).findAllByRole('button', { name: 'Its lines in the log' });
  expect(others).toEqual([]);
  await user.click(link as HTMLElement);
  await waitFor(() =>
    expect(called(host, 'engines.logView')).toContainEqual(
      expect.objectContaining({ id: 'demo', filter: expect.objectContaining({ attempt: attempts[0]?.id }) }),
    ),
  );
  expect(await screen.findByRole('button', { name: 'Copy lines' })).toBeTruthy();
});

test('edit and queue opens the form with the values and the drawn seed', async () => {
  const job = named('a fox', { state: 'cancelled', values: { prompt: 'a fox', steps: 33 }, seed: '18446744073709551615' });
  const user = await openQueue(createFakeHost({ jobs: [job] }), job.id);
  await user.click(await within(table()).findByRole('button', { name: 'Edit and queue' }));
  expect(await screen.findByDisplayValue('a fox')).toBeTruthy();
  expect(screen.getByDisplayValue('18446744073709551615')).toBeTruthy();
  expect(viewStore.getState().drafts.sd15).toEqual({ prompt: 'a fox', steps: '33', seed: '18446744073709551615' });
});

test('text, state and template narrow the table, and an empty result offers the way back', async () => {
  const other = sampleTemplate({ id: 'other', title: { en: 'Other', ko: '다른 것' } });
  const host = createFakeHost({
    templates: [sampleTemplate(), other],
    jobs: [named('a fox'), named('an owl'), named('a wolf', { state: 'held' }), named('a hare', { template: 'other' })],
  });
  const user = await openQueue(host);
  await waitFor(() => row('an owl'));
  const search = screen.getByRole('textbox', { name: 'Search prompts and values' });
  await user.type(search, 'owl');
  await waitFor(() => expect(textOfRows()).toHaveLength(2));
  expect(row('an owl')).toBeTruthy();
  await user.type(search, 'xyz');
  await user.click(await screen.findByRole('button', { name: 'Show all jobs' }));
  await screen.findByRole('treegrid');

  await user.click(screen.getByRole('button', { name: 'All states' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'held' }));
  await waitFor(() => expect(textOfRows()).toHaveLength(2));
  expect(row('a wolf')).toBeTruthy();
  host.setJob(named('a stoat', { state: 'dead_letter' }));
  host.setJob(named('a marten', { state: 'held' }));
  await waitFor(() => row('a marten'));
  expect(textOfRows().join()).not.toContain('a stoat');
});

test('a pause keeps its reason for whoever comes by, and is resumed where it is read', async () => {
  const host = createFakeHost({ jobs: [named('a fox')] });
  const user = await openQueue(host);
  await user.click(screen.getByRole('button', { name: 'Pause with a reason' }));
  await user.type(await screen.findByRole('textbox', { name: 'Why (optional)' }), 'gaming until ten{Enter}');
  expect(await screen.findByText('gaming until ten')).toBeTruthy();
  expect(called(host, 'queue.pause')).toEqual([{ text: 'gaming until ten' }]);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(screen.queryByText('gaming until ten')).toBeNull());
  expect(host.state.pauses).toEqual([]);
});

test('a job that a link names is shown although it is on no page read so far', async () => {
  const old = named('the old one', { state: 'succeeded', createdAt: ago(9_000_000) });
  const host = createFakeHost({
    jobs: [old, ...Array.from({ length: 150 }, (_, index) => doneJob({ values: { prompt: `done ${index}` } }))],
  });
  const user = await openQueue(host, old.id);
  const linked = within(await screen.findByRole('region', { name: 'Job from a link' }));
  expect(linked.getAllByText('the old one').length).toBeGreaterThan(0);
  await user.click(linked.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Job from a link' })).toBeNull());
});

test('after a lost connection the table holds the truth again', async () => {
  const host = createFakeHost({ jobs: [named('a fox')] });
  await openQueue(host);
  await waitFor(() => row('a fox'));
  host.cut();
  host.state.jobs = [named('an owl')];
  await waitFor(() => row('an owl'));
  expect(textOfRows().join()).not.toContain('a fox');
});

test('an empty queue shows the one next step', async () => {
  const user = await mountApp(createFakeHost(), '#/queue');
  await user.click(await screen.findByRole('button', { name: 'Go to Generate' }));
  expect(await screen.findByRole('region', { name: 'Form' })).toBeTruthy();
});
