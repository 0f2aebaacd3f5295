import { configure, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelWaiting, moveJobs, setPriority } from '../../renderer/features/queue/job-acts.ts';
import { noFilter, queueStore } from '../../renderer/features/queue/queue-store.ts';
import { clearSelection, queueView } from '../../renderer/features/queue/queue-view.ts';
import { viewStore } from '../../renderer/store/view.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Job } from '../../shared/job.ts';
import { queueFileOf } from '../../shared/queue-file.ts';
import { ago, doneJob, sampleJob } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mountApp } from './mount.tsx';

configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  queueStore.setState({ filter: noFilter });
  clearSelection();
  queueView.setState({ active: null, closed: new Set(), isWaitingUnfolded: false });
  viewStore.setState({ origins: {}, keptChanges: {} });
});

const named = (text: string, change: Partial<Job> = {}): Job => sampleJob({ values: { prompt: text }, ...change });
const called = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input);
const open = async (host: FakeHost, id = '') => {
  const user = await mountApp(host, `#/queue${id === '' ? '' : `/${id}`}`);
  const table = await screen.findByRole('treegrid');
  const row = (text: string): HTMLElement => {
    const found = within(table)
      .getAllByRole('row')
      .find((line) => line.textContent?.includes(text));
    if (!found) throw new Error(`no row says ${text}`);
    return found;
  };
  await waitFor(() => row(host.state.jobs[0]?.values.prompt as string));
  return { user, table, row };
};
const three = () => {
  const jobs = [named('one'), named('two'), named('three')] as const;
  return { jobs, host: createFakeHost({ jobs: [...jobs] }) };
};

test('a waiting row is moved by keys, one place or to the front', async () => {
  const { jobs, host } = three();
  queueView.setState({ active: jobs[1].id });
  const { table } = await open(host);
  table.focus();
  fireEvent.keyDown(table, { code: 'ArrowUp', altKey: true });
  fireEvent.keyDown(table, { code: 'ArrowDown', altKey: true });
  fireEvent.keyDown(table, { code: 'Home', altKey: true });
  const ids = [jobs[1].id];
  await waitFor(() =>
    expect(called(host, 'jobs.move')).toEqual([
      { ids, to: { at: 'before', id: jobs[0].id } },
      { ids, to: { at: 'after', id: jobs[2].id } },
      { ids, to: { at: 'front' } },
    ]),
  );
});

test('rows are dragged to their new place; dropped on themselves they stay', async () => {
  const { jobs, host } = three();
  const { row } = await open(host);
  const inner = (text: string): HTMLElement => {
    const found = row(text).querySelector<HTMLElement>('[draggable="true"]');
    if (!found) throw new Error(`${text} cannot be dragged`);
    return found;
  };
  const drag = (target: HTMLElement, kind: 'dragOver' | 'drop' | 'dragStart', clientY = 0): void => {
    const event = createEvent[kind](target);
    Object.assign(event, { dataTransfer: { setData() {}, effectAllowed: '', dropEffect: '' } });
    Object.defineProperty(event, 'clientY', { value: clientY });
    fireEvent(target, event);
  };
  drag(inner('three'), 'dragStart');
  // Without a layout every row is 0 high: a pointer above it is before it.
  drag(inner('one'), 'dragOver', -1);
  expect(inner('one').dataset.drop).toBe('before');
  drag(inner('one'), 'drop');
  await waitFor(() => expect(called(host, 'jobs.move')).toEqual([{ ids: [jobs[2].id], to: { at: 'before', id: jobs[0].id } }]));
  drag(inner('two'), 'dragStart');
  drag(inner('two'), 'dragOver', -1);
  drag(inner('two'), 'drop');
  expect(called(host, 'jobs.move')).toHaveLength(1);
});

test('marked jobs get another priority', async () => {
  const { jobs, host } = three();
  const { user } = await open(host);
  queueView.setState({ selected: new Set([jobs[0].id, jobs[2].id]) });
  await user.click(await screen.findByRole('button', { name: 'Priority' }));
  await user.click(await screen.findByRole('menuitem', { name: 'urgent' }));
  await waitFor(() =>
    expect(called(host, 'jobs.setPriority')).toEqual([{ ids: [jobs[0].id, jobs[2].id], priority: 'interactive' }]),
  );
});

test('however many are marked, all of them move, in the order in which they stand, and get another priority', async () => {
  const { host } = three();
  await open(host);
  const ids = Array.from({ length: 1_200 }, (_, at) => `job-${at}`);
  await moveJobs(ids, { at: 'front' });
  await moveJobs(ids, { at: 'before', id: 'x' });
  await moveJobs(ids, { at: 'after', id: 'x' });
  await setPriority(ids, 'batch');
  const order = (parts: { ids: string[]; to: { at: string } }[], at: string): string[][] =>
    parts.filter(({ to }) => to.at === at).map((part) => part.ids);
  const moves = called(host, 'jobs.move') as { ids: string[]; to: { at: string } }[];
  expect(order(moves, 'front').toReversed().flat()).toEqual(ids);
  expect(order(moves, 'before').flat()).toEqual(ids);
  expect(order(moves, 'after').toReversed().flat()).toEqual(ids);
  const wishes = called(host, 'jobs.setPriority') as { ids: string[] }[];
  expect(wishes.flatMap((wish) => wish.ids)).toEqual(ids);
});

test('a job that gave up is edited: what is queued from the form keeps where it came from, and both lead to each other', async () => {
  const dead = named('wrong', { state: 'dead_letter', finishedAt: ago(1000) });
  const host = createFakeHost({ jobs: [dead] });
  host.answer('jobs.get', ({ id }) => ({
    job: dead,
    events: [],
    links: { origin: null, edited: id === dead.id ? [{ id: dead.id, state: 'queued', createdAt: ago(10) }] : [] },
  }));
  const { user } = await open(host, dead.id);
  expect((await screen.findByRole('link', { name: /Edited as a new job/ })).getAttribute('href')).toBe(`#/queue/${dead.id}`);
  await user.click(await screen.findByRole('button', { name: 'Edit and queue' }));
  expect(await screen.findByRole('link', { name: 'the job that you edit' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Queue' }));
  await waitFor(() => expect(called(host, 'jobs.enqueue')).toMatchObject([{ origin: dead.id, values: { prompt: 'wrong' } }]));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'the job that you edit' })).toBeNull());
});

describe('a job that a remedy changed, edited', () => {
  const changes = {
    remedy: 'tiled-vae',
    changes: [
      { op: 'value', key: 'steps', before: 30, after: 20 },
      { op: 'class', node: '8', before: 'VAEDecode', after: 'VAEDecodeTiled', inputs: {} },
    ],
  } satisfies Job['changes'];
  const edit = async () => {
    const dead = named('big', { state: 'dead_letter', finishedAt: ago(1000), changes });
    const host = createFakeHost({ jobs: [dead] });
    const { user } = await open(host, dead.id);
    await user.click(await screen.findByRole('button', { name: 'Edit and queue' }));
    const note = await screen.findByText(/Kept from that job/);
    return { dead, host, user, note };
  };

  test('what was changed in its graph is shown and kept', async () => {
    const { dead, host, user, note } = await edit();
    const list = within(note.closest('[role=note]') as HTMLElement);
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/VAEDecodeTiled/),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Queue' }));
    await waitFor(() => expect(called(host, 'jobs.enqueue')).toMatchObject([{ origin: dead.id, keepsChanges: true }]));
    await waitFor(() => expect(screen.queryByText(/Kept from that job/)).toBeNull());
  });

  test('and can be left out', async () => {
    const { dead, host, user } = await edit();
    await user.click(screen.getByRole('button', { name: 'Leave these changes out' }));
    expect(screen.queryByText(/Kept from that job/)).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Queue' }));
    await waitFor(() => expect(called(host, 'jobs.enqueue')).toMatchObject([{ origin: dead.id }]));
    expect(called(host, 'jobs.enqueue')[0]).not.toHaveProperty('keepsChanges');
  });
});

test('a job shows the records of its attempts when they are asked for', async () => {
  const job = doneJob({ values: { prompt: 'fox' } });
  const { user } = await open(createFakeHost({ jobs: [job] }), job.id);
  await user.click(await screen.findByText('Records: what it was made from'));
  expect(await screen.findByText('0.28.0 · efefefefefef')).toBeTruthy();
  expect(screen.getByText('--port 8188 --lowvram')).toBeTruthy();
  expect(screen.getByText(/ComfyUI-Manager 3.1/)).toBeTruthy();
});

test('a saved queue is brought in; a file with a fault is refused with its place', async () => {
  const { jobs, host } = three();
  const { user } = await open(host);
  const picker = () => document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  const text = queueFileOf(jobs, new Date(0).toISOString());
  await user.upload(picker(), new File([text], 'q.json', { type: 'application/json' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Queue 3 jobs from q.json?' }));
  expect(dialog.getByText(/version 1: 3 jobs/)).toBeTruthy();
  expect(called(host, 'queue.import')).toMatchObject([{ isTrial: true }]);
  await user.click(dialog.getByRole('button', { name: 'Queue 3 jobs' }));
  expect(await screen.findByText('Queued 3 jobs. Here already: 0.')).toBeTruthy();
  expect(called(host, 'queue.import')).toMatchObject([{ isTrial: true }, { isTrial: false }]);
  const bad = text.replace('"priority": "normal"', '"priority": "soon"');
  await user.upload(picker(), new File([bad], 'bad.json', { type: 'application/json' }));
  expect(await screen.findByText(/damaged at jobs\[0\]\.priority/)).toBeTruthy();
  expect(called(host, 'queue.import')).toHaveLength(2);
});

test('what stands against a saved queue is said before anything is queued, each reason once', async () => {
  const { jobs, host } = three();
  const problem = (index: number) => ({
    index,
    key: 'importTemplateUnknown',
    message: 'gone',
    params: { template: 'flux', version: 3 },
  });
  host.answer('queue.import', () => ({ added: 1, known: 0, problems: [problem(1), problem(2)] }));
  const { user } = await open(host);
  const text = queueFileOf(jobs, new Date(0).toISOString());
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await user.upload(picker, new File([text], 'q.json', { type: 'application/json' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'q.json cannot be queued here' }));
  expect(dialog.getByText(/2 jobs, the first at jobs\[1\]: Version 3 of the template "flux" is not here/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Queue/ })).toBeNull();
  expect(called(host, 'queue.import')).toHaveLength(1);
});

test('everything that waits, alone or in a batch, is cancelled at once and brought back', async () => {
  const { host } = three();
  const { user } = await open(host);
  await user.click(screen.getByRole('button', { name: 'More for the whole queue' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel everything that waits…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel all 3 waiting jobs?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel 3 jobs' }));
  await waitFor(() => expect(called(host, 'jobs.cancelAll')).toEqual([{ filter: { states: ['queued', 'failed_retryable'] } }]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(host.state.jobs.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']));
});

test('undo that is pressed while the host is away waits for it', async () => {
  const { host } = three();
  const { user } = await open(host);
  await cancelWaiting();
  const undo = await screen.findByRole('button', { name: 'Undo' });
  host.cut();
  await user.click(undo);
  await waitFor(() => expect(host.state.jobs.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']));
  expect(screen.queryByText(/no connection/i)).toBeNull();
});

test('a host that cannot answer is asked again less and less often', async () => {
  const { host } = three();
  // From before the page is there: a timer that it has set already would never run out.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open(host);
    let asked = 0;
    host.answer('jobs.list', () => {
      asked++;
      throw new AppError('storage', 'databaseFull', { detail: 'x' });
    });
    host.hub.emit('jobs.stale', { why: 'order' });
    await vi.advanceTimersByTimeAsync(60_000);
    // 0.15 s, 0.3 s, 0.6 s … and not 400 times.
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThan(14);
  } finally {
    vi.useRealTimers();
  }
});
