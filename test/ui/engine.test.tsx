import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import { EngineScreen } from '../../renderer/features/engine/EngineScreen.tsx';
import { rowPx, rowsInSight, scrollTo } from '../../renderer/features/engine/log-rows.ts';
import { missingPages, nothingHeld, withStretch } from '../../renderer/store/log-window.ts';
import { ansiSpans, plainText } from '../../renderer/ui/ansi.ts';
import { cardName, deviceName } from '../../renderer/ui/device-name.ts';
import { ago, runningJob, sampleEngine, sampleLines } from '../fakes/fake-data.ts';
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

test('an engine that something else ended is not said to have ended by itself', async () => {
  const retryAt = new Date(Date.now() + 60_000).toISOString();
  const host = createFakeHost({ engines: [sampleEngine({ state: 'backoff', pid: null, url: null, since: ago(0), retryAt })] });
  await mount(host, <EngineScreen />);
  expect(screen.getByText(/^Ended unexpectedly and starts again in \d+ s\.$/)).toBeTruthy();
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
  host.state.log = [...host.state.log, line];
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

test('a pattern that is none is said while it is typed, and the lines stay', async () => {
  const host = createFakeHost({ log: sampleLines(14) });
  const user = await mount(host, <EngineScreen />);
  await screen.findByText('14 lines');
  await user.click(screen.getByRole('button', { name: 'Regular expression' }));
  const field = screen.getByRole('textbox', { name: 'Filter lines' });
  await user.type(field, '(cannot');
  expect(await screen.findByText('A bracket ( is never closed.')).toBeTruthy();
  expect(screen.getByText('14 lines')).toBeTruthy();
  await user.type(field, '|no such)');
  expect(await screen.findByText('2 of 14 lines')).toBeTruthy();
  expect(screen.queryByText('A bracket ( is never closed.')).toBeNull();
  expect(named(host, 'engines.logView').some((input) => JSON.stringify(input).includes('"(cannot"'))).toBe(false);
});

test('walks through the errors with buttons and keys, around the end, and opens the whole line', async () => {
  const host = createFakeHost({ log: sampleLines(14) });
  const user = await mount(host, <EngineScreen />);
  await screen.findByText('14 lines');
  await user.click(screen.getByRole('button', { name: 'Next error' }));
  expect(await screen.findByRole('region', { name: 'Line 7' })).toBeTruthy();
  screen.getByRole('log').focus();
  await user.keyboard('e');
  expect(await screen.findByRole('region', { name: 'Line 14' })).toBeTruthy();
  await user.keyboard('e');
  expect(await screen.findByRole('region', { name: 'Line 7' })).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('region', { name: 'Line 8' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: /^Line/ })).toBeNull();

  host.state.log = sampleLines(3);
  host.setEngine(sampleEngine({ launchId: 'launch-2' }));
  await screen.findByText('3 lines');
  await user.click(screen.getByRole('button', { name: 'Previous error' }));
  expect(await screen.findByText('No error among these lines')).toBeTruthy();
});

test('narrows the log to one job and copies what is shown', async () => {
  const job = runningJob();
  const host = createFakeHost({ log: sampleLines(14), jobs: [job] });
  host.state.logJobs = [
    {
      attempt: 'CANNOT',
      job: job.id,
      state: 'succeeded',
      startedAt: '2026-03-01T10:00:00.000Z',
      endedAt: '2026-03-01T10:00:09.000Z',
    },
  ];
  host.state.log = host.state.log.map((line) => (line.level === 'error' ? { ...line, text: `CANNOT ${line.n}` } : line));
  const user = await mount(host, <EngineScreen />);
  await user.click(await screen.findByRole('combobox', { name: 'Lines of one job' }));
  await user.click(await screen.findByRole('option'));
  expect(await screen.findByText('2 of 14 lines')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy lines' }));
  expect(await screen.findByText('Copied 2 lines')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('CANNOT 7\nCANNOT 14');
});

test('a log of ten million lines is the same few elements, and the page asks only for what is in sight', async () => {
  const host = createFakeHost();
  const total = 10_000_000;
  host.answer('engines.logView', ({ at, limit }) => {
    const first = at ?? total - limit;
    const lines = Array.from({ length: limit }, (_, index) => ({
      n: first + index + 1,
      text: `line ${first + index + 1}`,
      level: 'info' as const,
    }));
    return { launchId: 'launch-1', stamp: 1, matches: total, total, first, lines };
  });
  await mount(host, <EngineScreen />);
  expect(await screen.findByText('10,000,000 lines')).toBeTruthy();
  const log = screen.getByRole('log');
  log.scrollTop = 6_000_000;
  fireEvent.scroll(log);
  expect((await within(log).findAllByText(/^line 50002\d\d$/)).length).toBeGreaterThan(20);
  expect(log.querySelectorAll('[data-level]').length).toBeLessThan(100);
  expect(named(host, 'engines.logView').length).toBeLessThan(12);
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

test('what is held of a log stays small, and is let go of when the log was cut', () => {
  const view = (first: number, count: number, stamp = 1, matches = 1_000_000) => ({
    launchId: 'a',
    stamp,
    matches,
    total: matches,
    first,
    lines: Array.from({ length: count }, (_, index) => ({ n: first + index + 1, text: '', level: 'info' as const })),
  });
  let held = nothingHeld;
  for (let first = 0; first < 40_000; first += 200) held = withStretch(held, view(first, 200), first);
  expect(held.lines.size).toBeLessThanOrEqual(6_000);
  expect(missingPages(held, 39_500, 40_000)).toEqual([]);
  expect(missingPages(held, 100, 300)).toEqual([0, 200]);
  expect(withStretch(held, view(0, 200, 2), 0).lines.size).toBe(200);
  expect(withStretch(held, view(0, 200, 1, 900), 0).lines.size).toBe(200);
  expect(missingPages(withStretch(nothingHeld, view(0, 50, 1, 50), 0), 0, 50)).toEqual([]);
  // New lines behind a page that was whole.
  expect(missingPages({ ...withStretch(nothingHeld, view(0, 50, 1, 50), 0), matches: 60 }, 0, 60)).toEqual([0]);
});

test.each([0, 1, 30, 1_000, 1_000_000, 50_000_000])('every one of %i lines can be brought into sight', (count) => {
  const viewPx = 600;
  for (const place of [0, 1, Math.floor(count / 3), count - 2, count - 1].filter((at) => at >= 0 && at < count)) {
    const scrollPx = scrollTo(place, count, viewPx);
    const { heightPx, first, end, topPx } = rowsInSight(count, viewPx, scrollPx);
    expect(scrollPx).toBeGreaterThanOrEqual(0);
    expect(scrollPx).toBeLessThanOrEqual(Math.max(0, heightPx - viewPx));
    expect(first <= place && place < end).toBe(true);
    const standsPx = topPx + (place - first) * rowPx - scrollPx;
    expect(standsPx).toBeGreaterThan(-1);
    expect(standsPx).toBeLessThan(viewPx);
    expect(end - first).toBeLessThan(80);
  }
  expect(rowsInSight(count, viewPx, 0).heightPx).toBeLessThan(16_000_000);
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
