import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hearthStore } from '../../renderer/store/hearth.ts';
import { ko } from '../../shared/i18n/ko.ts';
import { progressOf, runningJob, sampleEngine, sampleJob, sampleMemory } from '../fakes/fake-data.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { mountApp } from './mount.tsx';

const named = (host: ReturnType<typeof createFakeHost>, name: string) => host.calls.filter((call) => call.name === name);
const rail = () => within(screen.getByRole('navigation', { name: 'Screens' }));

test('tells on every screen how the engine is, what waits and what needs a person', async () => {
  const host = createFakeHost({ jobs: [sampleJob(), sampleJob(), sampleJob({ state: 'dead_letter' })] });
  await mountApp(host, '#/settings');
  expect(screen.getByText('Ready')).toBeTruthy();
  expect(screen.getByText('Demo engine · 0.28.0 · RTX 5060 Ti 16 GB')).toBeTruthy();
  expect(rail().getByTitle('2 waiting').textContent).toContain('2');
  expect(within(rail().getByRole('link', { name: /Queue/ })).getByRole('img', { name: 'needs you' })).toBeTruthy();
  expect(within(rail().getByRole('link', { name: /Engine/ })).queryByRole('img')).toBeNull();

  host.hub.emit('engine.memory', sampleMemory());
  expect(await screen.findByRole('meter', { name: 'VRAM: 9.1 of 16.0 GB in use' })).toBeTruthy();
  host.setEngine(sampleEngine({ state: 'unresponsive' }));
  expect(await screen.findByText('Not answering')).toBeTruthy();
});

test('a failed engine puts a banner on every screen with the act that answers it, and none on its own screen', async () => {
  const problem = { key: 'none', params: {}, message: 'Another program uses port 8188. Nothing is lost. Take another port.' };
  const host = createFakeHost({ engines: [sampleEngine({ state: 'failed', problem, freePort: 8189 })], jobs: [sampleJob()] });
  const user = await mountApp(host, '#/settings');
  const banner = screen.getByRole('alert');
  expect(banner.textContent).toContain('Another program uses port 8188. Nothing is lost. Take another port. 1 job waits safely.');
  await user.click(rail().getByRole('link', { name: /Engine/ }));
  await waitFor(() => expect(screen.getAllByText(/Another program uses port 8188/)).toHaveLength(1));
  await user.click(rail().getByRole('link', { name: 'Settings' }));
  await user.click(await screen.findByRole('button', { name: 'Use port 8189 instead' }));
  expect(named(host, 'engines.start')).toEqual([{ name: 'engines.start', input: { id: 'demo', port: 8189 } }]);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('what runs is on every screen, and its cancel can be taken back', async () => {
  const job = runningJob();
  const host = createFakeHost({ jobs: [job] });
  const user = await mountApp(host, '#/settings');
  expect(screen.getByText('Working')).toBeTruthy();
  expect(screen.getByText('handed over, not started yet')).toBeTruthy();
  host.hub.emit('job.progress', progressOf(job));
  expect(await screen.findByText('step 12 of 20 · 61 % · 0:08 left')).toBeTruthy();
  expect(document.title).toBe('61 % · Hearth');

  await user.click(screen.getByRole('button', { name: 'Cancel a lighthouse at dusk, oil painting' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Running jobs' })).toBeNull());
  expect(document.title).toBe('Hearth');
  await user.click(await screen.findByRole('button', { name: 'Queue it again' }));
  await waitFor(() => expect(host.state.jobs[0]?.state).toBe('queued'));
});

test('the queue is paused and resumed, and a pause by Hearth itself says why', async () => {
  const host = createFakeHost({ jobs: [sampleJob()] });
  const user = await mountApp(host, '#/settings');
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await user.click(await screen.findByRole('button', { name: 'Paused · Resume' }));
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();

  host.state.pauses = [{ owner: 'recovery', text: '', since: new Date().toISOString() }];
  host.hub.emit('queue.changed', { counts: { ...(await countsOf(host)) }, pauses: host.state.pauses });
  expect((await screen.findByRole('alert')).textContent).toContain('The queue waits for you since Hearth started.');
  await user.click(screen.getByRole('button', { name: 'Resume the queue' }));
  await waitFor(() => expect(named(host, 'queue.resume').at(-1)?.input).toEqual({ owner: 'recovery' }));
});

test('says that the connection was lost and takes it back when it returns', async () => {
  const host = createFakeHost();
  let isDown = false;
  await mountApp({ ...host, open: () => (isDown ? Promise.reject(new Error('down')) : host.open()) }, '#/settings');
  isDown = true;
  host.cut();
  expect(await screen.findByText('The connection to Hearth was lost.')).toBeTruthy();
  // What was known of the engine may be wrong by now.
  expect(screen.queryByText('Ready')).toBeNull();
  isDown = false;
  expect(await screen.findByText('Ready')).toBeTruthy();
  expect(screen.queryByText('The connection to Hearth was lost.')).toBeNull();
});

test('shortcuts work where they must and stay away from typing', async () => {
  const job = runningJob();
  const host = createFakeHost({ jobs: [job] });
  const user = await mountApp(host, '#/settings');
  const field = await screen.findByLabelText('Attempts per job');
  await user.click(field);
  await user.keyboard('q');
  expect(window.location.hash).toBe('#/settings');
  await user.keyboard('{Control>}{Alt>}{Enter}{/Alt}{/Control}');
  await waitFor(() => expect(named(host, 'jobs.cancel')).toHaveLength(1));
  field.blur();
  await user.keyboard('q');
  await waitFor(() => expect(window.location.hash).toBe('#/queue'));
  fireEvent.keyDown(document.body, { key: ',', code: 'Comma', ctrlKey: true });
  await waitFor(() => expect(window.location.hash).toBe('#/settings'));
  fireEvent.keyDown(document.body, { key: '₩', code: 'Backquote', ctrlKey: true });
  await waitFor(() => expect(window.location.hash).toBe('#/engine'));
  // A keyboard that writes Hangul, and one where another letter stands at that place.
  fireEvent.keyDown(document.body, { key: 'a', code: 'KeyQ' });
  expect(window.location.hash).toBe('#/engine');
  fireEvent.keyDown(document.body, { key: 'ㅂ', code: 'KeyQ' });
  await waitFor(() => expect(window.location.hash).toBe('#/queue'));
  fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
});

test('the commands open with Ctrl+K and go where they say', async () => {
  const user = await mountApp(createFakeHost(), '#/settings');
  await user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('textbox', { name: 'Type a command, a screen or a template' });
  await user.type(search, 'galler{ArrowDown}{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#/gallery'));
});

test('one click speaks the other language, everywhere and for the next page too', async () => {
  const host = createFakeHost();
  const user = await mountApp(host, '#/settings');
  await user.click(screen.getByRole('radio', { name: '한국어' }));
  expect(await screen.findByRole('link', { name: '갤러리' })).toBeTruthy();
  expect(host.state.settings.language).toBe('ko');
  expect(document.documentElement.lang).toBe('ko');
});

test('an address leads to its screen, an unknown one to Generate', async () => {
  await mountApp(createFakeHost(), '#/nowhere/1');
  expect(rail().getByRole('link', { name: 'Generate' }).getAttribute('aria-current')).toBe('page');
});

async function countsOf(host: ReturnType<typeof createFakeHost>) {
  const { connect } = await import('../../shared/rpc.ts');
  return (await connect(await host.open()).call('app.snapshot', {})).counts;
}

test('work that waits since Hearth started is told on every screen, in the reader’s words', async () => {
  const pause = {
    owner: 'person' as const,
    text: 'English text',
    key: 'pausedOnStart',
    params: {},
    since: new Date().toISOString(),
  };
  const host = createFakeHost({ jobs: [sampleJob()], pauses: [pause] });
  host.state.settings.language = 'ko';
  const user = await mountApp(host, '#/settings');
  expect((await screen.findByRole('alert')).textContent).toContain(ko.reasons.pausedOnStart.split('. ')[0]);
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: ko.frame.resumeOwner.person }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a screen that breaks says so and leaves the way to the others', async () => {
  const user = await mountApp(createFakeHost(), '#/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  // React tells of the error on its own channel too.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  // A state that no schema lets through: what a mistake of ours would do.
  hearthStore.setState({ dataFolder: {} as never });
  expect((await screen.findByRole('alert')).textContent).toContain('This screen stopped working');
  quiet.mockRestore();
  await user.click(rail().getByRole('link', { name: /Engine/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Demo engine' })).toBeTruthy();
});
