import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import { EngineScreen } from '../../renderer/features/engine/EngineScreen.tsx';
import { filterLines, nextErrorIndex } from '../../renderer/features/engine/log-filter.ts';
import { hasGap, withNewer } from '../../renderer/store/use-log.ts';
import { ansiSpans, plainText } from '../../renderer/ui/ansi.ts';
import { cardName, deviceName } from '../../renderer/ui/device-name.ts';
import { runningJob, sampleEngine, sampleLines } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mount, mountApp } from './mount.tsx';

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);

test('says the state in a sentence and stops at once when nothing runs', async () => {
  const host = createFakeHost();
  const user = await mount(host, <EngineScreen />);
  expect(screen.getByText('Ready for 3 h 12 min.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(/^Stopped/, { selector: 'p' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(host.state.engines[0]?.state).toBe('ready'));
});

test('asks before a running job has to begin again', async () => {
  const host = createFakeHost({ jobs: [runningJob()] });
  const user = await mount(host, <EngineScreen />);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop Demo engine while it works?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(named(host, 'engines.stop')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Stop it' }));
  await waitFor(() => expect(named(host, 'engines.stop')).toEqual([{ id: 'demo' }]));
});

test('an engine that Hearth did not start is disconnected, never stopped', async () => {
  await mount(createFakeHost({ engines: [sampleEngine({ kind: 'external', pid: null })] }), <EngineScreen />);
  expect(screen.getByRole('button', { name: 'Disconnect' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Restart' })).toBeNull();
  expect(screen.getByText(/Hearth did not start this one/)).toBeTruthy();
});

test('removing asks once and says that nothing on disk goes', async () => {
  const host = createFakeHost();
  const user = await mount(host, <EngineScreen />);
  await user.click(screen.getByRole('button', { name: 'More for Demo engine' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from Hearth' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Nothing on disk goes');
  await user.click(within(dialog).getByRole('button', { name: 'Remove from Hearth' }));
  expect(await screen.findByText('No engine yet')).toBeTruthy();
});

test('the log grows live, is filtered by words and level, and begins anew with a new launch', async () => {
  const host = createFakeHost({ log: sampleLines(14) });
  const user = await mount(host, <EngineScreen />);
  expect(await screen.findByText('14 lines')).toBeTruthy();
  const log = () => within(screen.getByRole('log', { name: 'Log of Demo engine' }));

  const line = { n: 15, text: 'Prompt executed in 9.20 seconds', level: 'info' as const };
  host.hub.emit('engine.log', { engine: 'demo', page: { launchId: 'launch-1', lines: [line], total: 15 } });
  expect(await log().findByText('Prompt executed in 9.20 seconds')).toBeTruthy();

  await user.click(screen.getByRole('radio', { name: 'Errors' }));
  expect(await screen.findByText('2 of 15 lines')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Filter lines' }), 'no such words');
  expect(await screen.findByText('No line matches the filter')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
  expect(await screen.findByText('15 lines')).toBeTruthy();

  host.state.log = [{ n: 1, text: 'a new start', level: 'info' }];
  host.setEngine(sampleEngine({ launchId: 'launch-2' }));
  expect(await screen.findByText('1 line')).toBeTruthy();
  expect(log().getByText('a new start')).toBeTruthy();
});

test('lines that got lost on the way are asked for', async () => {
  const host = createFakeHost({ log: sampleLines(3) });
  await mount(host, <EngineScreen />);
  await screen.findByText('3 lines');
  host.state.log = sampleLines(9);
  host.hub.emit('engine.log', { engine: 'demo', page: { launchId: 'launch-1', lines: host.state.log.slice(8), total: 9 } });
  expect(await screen.findByText('9 lines')).toBeTruthy();
  expect(named(host, 'engines.log').at(-1)).toMatchObject({ from: 3 });
});

test('shows what the boot log said and leaves out what it did not say', async () => {
  const facts = { ...noBootFacts, comfyui: '0.28.0', dynamicVram: false, asyncOffloadStreams: 2, vramMb: 16_311 };
  const user = await mount(createFakeHost({ engines: [sampleEngine({ bootFacts: facts })] }), <EngineScreen />);
  await user.click(screen.getByRole('tab', { name: 'Facts' }));
  expect(screen.getByText('2 streams')).toBeTruthy();
  expect(screen.getByText('15.9 GB')).toBeTruthy();
  expect(screen.getByText('Dynamic VRAM').nextElementSibling?.textContent).toContain('off');
  expect(screen.queryByText('PyTorch')).toBeNull();
});

test('with several engines each has its own address', async () => {
  const host = createFakeHost({ engines: [sampleEngine(), sampleEngine({ id: 'b', name: 'ComfyUI main', kind: 'managed' })] });
  const user = await mountApp(host, '#/engine');
  const list = within(await screen.findByRole('navigation', { name: 'Engines' }));
  await user.click(list.getByRole('link', { name: /ComfyUI main/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'ComfyUI main' })).toBeTruthy();
  expect(window.location.hash).toBe('#/engine/b');
});

test('pages of log lines join without repeating or losing one', () => {
  const lines = sampleLines(10);
  const page = (from: number, to: number, launchId = 'a') => ({ launchId, lines: lines.slice(from, to), total: to });
  const held = withNewer({ launchId: null, lines: [], total: 0 }, page(0, 4));
  expect(hasGap(held, page(4, 6))).toBe(false);
  expect(hasGap(held, page(5, 6))).toBe(true);
  expect(hasGap(held, page(5, 6, 'b'))).toBe(false);
  expect(withNewer(held, page(2, 6)).lines.map((line) => line.n)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(withNewer(held, page(0, 1, 'b'))).toEqual({ launchId: 'b', lines: lines.slice(0, 1), total: 1 });
});

test('filters look through colours, and the walk through the errors begins again at the end', () => {
  const lines = sampleLines(14);
  expect(filterLines(lines, 'all', '[error] CANNOT').map((line) => line.n)).toEqual([7, 14]);
  expect(filterLines(lines, 'warnings', '').map((line) => line.n)).toEqual([4, 7, 11, 14]);
  expect([-1, 6, 13].map((from) => nextErrorIndex(lines, from))).toEqual([6, 13, 6]);
  expect(nextErrorIndex(lines.slice(0, 3), -1)).toBe(-1);
});

test('colours of a line are kept apart from its words', () => {
  const line = 'a \u001b[1;31mred\u001b[0m \u001b[38;5;208morange\u001b[m \u001b[2Kend';
  expect(plainText(line)).toBe('a red orange end');
  expect(
    ansiSpans(line)
      .map((span) => span.text)
      .join(''),
  ).toBe('a red orange end');
  expect(ansiSpans(line).find((span) => span.text === 'red')).toEqual({ text: 'red', color: 'red', isBold: true });
});

test.each([
  ['cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync', 'RTX 5060 Ti'],
  ['cuda:1 NVIDIA RTX A6000 : native', 'RTX A6000'],
  ['cuda:0 AMD Radeon RX 7900 XTX : native', 'Radeon RX 7900 XTX'],
  ['cpu', 'CPU'],
  ['mps', ''],
])('%s is called %s', (device, name) => {
  expect(deviceName(device)).toBe(name);
});

test.each([
  ['cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync', 16_311, 'RTX 5060 Ti 16 GB'],
  ['cuda:0 NVIDIA A100-SXM4-80GB', 81_153, 'A100-SXM4-80GB'],
  ['cpu', 32_684, 'CPU'],
  ['cuda:0 NVIDIA RTX A6000', null, 'RTX A6000'],
])('%s with %s MB is a %s', (device, vramMb, name) => {
  expect(cardName(device, vramMb)).toBe(name);
});
