import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { sampleEngine, sampleInstall } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { isChecked, isDisabled, textIn } from './dom-facts.ts';
import { mountApp } from './mount.tsx';

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);
const useMine = () => screen.getByRole('button', { name: 'Use this ComfyUI' });

test('one click on the demo engine leads to a ready engine and the form', async () => {
  const host = createFakeHost({ engines: [] });
  const user = await mountApp(host);
  await user.click(screen.getByRole('button', { name: 'Try the demo engine' }));
  expect(await screen.findByRole('navigation', { name: 'Screens' })).toBeTruthy();
  expect(window.location.hash).toBe('#/generate');
  expect(named(host, 'engines.add')).toEqual([{ kind: 'demo' }]);
  expect(host.state.engines[0]?.state).toBe('ready');
});

test('a folder that was found is checked at once and taken with one click', async () => {
  const install = sampleInstall({ checks: [{ id: 'python', isOk: true, key: 'unknownCheck', params: {} }] });
  const host = createFakeHost({ engines: [], installs: [install, sampleInstall({ location: '/opt/broken', isUsable: false })] });
  const user = await mountApp(host);
  expect(isChecked(await screen.findByRole('radio', { name: /mina/ }))).toBe(true);
  expect(screen.getByRole('list', { name: 'What Hearth found' }).textContent).toContain('python');

  await user.click(screen.getByRole('radio', { name: /opt\/broken/ }));
  await waitFor(() => expect(isDisabled(useMine())).toBe(true));
  expect(screen.getByText(/cannot be used yet/)).toBeTruthy();

  await user.click(screen.getByRole('radio', { name: /mina/ }));
  await waitFor(() => expect(isDisabled(useMine())).toBe(false));
  await user.click(useMine());
  expect(await screen.findByRole('navigation', { name: 'Screens' })).toBeTruthy();
  expect(named(host, 'engines.add')).toEqual([{ kind: 'managed', folder: install.location, python: install.python }]);
});

test('a typed address is checked when the typing pauses and taken as an engine that runs elsewhere', async () => {
  const url = 'http://10.0.0.5:8188';
  const host = createFakeHost({ engines: [] });
  host.answer('installs.check', ({ location }) =>
    sampleInstall({ location, layout: 'url', python: null, isUsable: location === url }),
  );
  const user = await mountApp(host);
  await user.type(screen.getByLabelText(/Another folder, or the address/), url);
  await waitFor(() => expect(isDisabled(useMine())).toBe(false));
  // Not each letter was checked: a check starts Python.
  expect(named(host, 'installs.check').length).toBeLessThan(url.length);
  await user.click(useMine());
  await waitFor(() => expect(named(host, 'engines.add')).toEqual([{ kind: 'external', url }]));
});

test('a folder can be picked only where the host can show a dialog', async () => {
  const host = createFakeHost({ engines: [], actions: ['pickFolder'], installs: [] });
  const user = await mountApp(host);
  await user.click(screen.getByRole('button', { name: 'Browse' }));
  await waitFor(() => expect(textIn(screen.getByLabelText(/Another folder/))).toBe('/home/mina/ComfyUI'));
});

test('no dialog, no button', async () => {
  await mountApp(createFakeHost({ engines: [] }));
  expect(await screen.findByText(/No ComfyUI was found/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Browse' })).toBeNull();
});

test('an engine that is refused says why, and the choice stays', async () => {
  const host = createFakeHost({ engines: [] });
  host.answer('engines.add', () => {
    throw new AppError('invalid-input', 'internal');
  });
  const user = await mountApp(host);
  await user.click(screen.getByRole('button', { name: 'Try the demo engine' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong inside Hearth.');
  expect(isDisabled(screen.getByRole('button', { name: 'Try the demo engine' }))).toBe(false);
});

test('a start that fails says why and offers the free port; another choice forgets the engine', async () => {
  const problem = { key: 'none', params: {}, message: 'Another program uses port 8188. Your jobs wait. Take another port.' };
  const host = createFakeHost({ engines: [] });
  host.answer('engines.start', ({ id, port }) => {
    const failed = sampleEngine({ id, state: port === 8189 ? 'ready' : 'failed', problem, freePort: 8189 });
    host.setEngine(failed);
    return failed;
  });
  const user = await mountApp(host);
  await user.click(screen.getByRole('button', { name: 'Try the demo engine' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Another program uses port 8188.');

  await user.click(screen.getByRole('button', { name: 'Choose another engine' }));
  await waitFor(() => expect(host.state.engines).toEqual([]));
  await user.click(await screen.findByRole('button', { name: 'Try the demo engine' }));
  await user.click(await screen.findByRole('button', { name: 'Use port 8189 instead' }));
  expect(await screen.findByRole('navigation', { name: 'Screens' })).toBeTruthy();
});

test('a long start shows the last line of the log and lets a person look around', async () => {
  const host = createFakeHost({ engines: [] });
  host.answer('engines.start', ({ id }) => {
    host.setEngine(sampleEngine({ id, state: 'starting', launchId: 'launch-1' }));
    return new Promise(() => {});
  });
  const user = await mountApp(host);
  await user.click(screen.getByRole('button', { name: 'Try the demo engine' }));
  await screen.findByText('Starting');
  const line = { n: 1, text: '\u001b[32mLoading PyTorch\u001b[0m', level: 'info' as const };
  host.state.log = [line];
  host.hub.emit('engine.log', { engine: 'demo', page: { launchId: 'launch-1', lines: [line], total: 1 } });
  expect(await screen.findByText('Loading PyTorch')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Look around meanwhile' }));
  expect(await screen.findByRole('navigation', { name: 'Screens' })).toBeTruthy();
});
