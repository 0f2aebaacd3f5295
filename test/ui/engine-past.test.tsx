import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import { EngineScreen } from '../../renderer/features/engine/EngineScreen.tsx';
import { loadSeries } from '../../renderer/features/engine/load-series.ts';
import { stepKey, stepTone } from '../../renderer/features/engine/step-words.ts';
import { i18n } from '../../renderer/i18n/i18n.ts';
import { factRows, nodeRows } from '../../renderer/ui/fact-rows.ts';
import { formatFor } from '../../renderer/ui/format.ts';
import { en } from '../../shared/i18n/en.ts';
import type { EngineStep } from '../../shared/launch.ts';
import { ago, sampleEngine, sampleLines, sampleMemory } from '../fakes/fake-data.ts';
import { sampleLaunch, sampleLoad, sampleStep } from '../fakes/fake-flags.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { sampleDiagnosis, sampleIncident } from '../fakes/fake-incidents.ts';
import { mount } from './mount.tsx';

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);
const step = (from: EngineStep['from'], to: EngineStep['to'], reason: string): EngineStep =>
  sampleStep({ from, to, reason, exit: null });

describe('history', () => {
  test('tells a crash in words, with what is known about it, and opens its log', async () => {
    const host = createFakeHost({
      engines: [sampleEngine({ launchId: 'launch-1' })],
      steps: [step('starting', 'ready', 'answered'), sampleStep()],
      launches: [sampleLaunch(), sampleLaunch({ id: 'launch-0', outcome: 'crash', endedAt: ago(600_000) })],
      log: sampleLines(3),
    });
    const user = await mount(host, <EngineScreen />);
    await user.click(screen.getByRole('tab', { name: 'History' }));
    expect(await screen.findByText('Stopped unexpectedly')).toBeTruthy();
    await user.click(screen.getByText('Details'));
    expect(screen.getByText('Means').nextElementSibling?.textContent).toContain('memory that is not its own');
    expect(screen.getByText('Ran for').nextElementSibling?.textContent).toBe('1 h 30 min');
    expect(screen.queryByText('Exit code')).toBeNull();
    const lines = screen.getByRole('region', { name: 'Last lines of the log before the end' });
    expect(lines.textContent).toContain('813Fatal Python error: Segmentation fault');

    await user.click(screen.getByRole('button', { name: 'Show its log' }));
    await waitFor(() => expect(named(host, 'engines.logView').at(-1)).toMatchObject({ launchId: 'launch-0' }));
    expect(await screen.findByRole('combobox', { name: 'Launch' })).toHaveProperty('value', expect.stringContaining('crashed'));
  });

  test('leads from a death to the last incident under its launch, not to a job that had failed before', async () => {
    const under = { launchId: 'launch-0' };
    const last = sampleIncident(under);
    const earlier = sampleIncident({ ...under, kind: 'job', diagnosis: sampleDiagnosis({ cause: 'mat-shape-mismatch' }) });
    // The newest is first in a list of incidents.
    const host = createFakeHost({ steps: [sampleStep()], incidents: [last, earlier] });
    const user = await mount(host, <EngineScreen />);
    await user.click(screen.getByRole('tab', { name: 'History' }));
    expect((await screen.findByRole('link', { name: /CUDA error/ })).getAttribute('href')).toBe(`#/incidents/${last.id}`);
    expect(screen.queryByRole('link', { name: /Text encoder and model/ })).toBeNull();
  });

  test('grows with each step of the engine', async () => {
    const host = createFakeHost({ steps: [] });
    const user = await mount(host, <EngineScreen />);
    await user.click(screen.getByRole('tab', { name: 'History' }));
    expect(await screen.findByText('Nothing has happened yet')).toBeTruthy();
    host.state.steps = [step('ready', 'stopping', 'stop')];
    host.setEngine(sampleEngine({ state: 'stopping', since: new Date().toISOString() }));
    expect(await screen.findByText('Stop asked for')).toBeTruthy();
  });

  test.each<[EngineStep['from'], EngineStep['to'], string, string, string]>([
    ['stopped', 'starting', 'start', 'start', 'busy'],
    ['starting', 'ready', 'answered', 'answered', 'good'],
    ['ready', 'stopping', 'restart', 'restart', 'idle'],
    ['stopping', 'starting', 'gone', 'startedAgain', 'busy'],
    ['stopping', 'stopped', 'gone', 'stopped', 'off'],
    ['failed', 'stopped', 'stop', 'stopped', 'off'],
    ['ready', 'stopping', 'poisoned', 'poisoned', 'idle'],
    ['stopping', 'backoff', 'poisoned', 'ended', 'bad'],
    ['stopping', 'failed', 'silent', 'gaveUp', 'bad'],
    ['stopping', 'failed', 'stuck', 'stuck', 'bad'],
    ['starting', 'backoff', 'rolledBack', 'rolledBack', 'warn'],
    ['stopping', 'backoff', 'rolledBack', 'rolledBack', 'warn'],
    ['ready', 'backoff', 'exited', 'exited', 'bad'],
    ['ready', 'unresponsive', 'silent', 'silent', 'warn'],
    ['backoff', 'starting', 'retry', 'retry', 'busy'],
    ['ready', 'starting', 'rebooted', 'rebooted', 'busy'],
    ['ready', 'backoff', 'lost', 'lost', 'bad'],
  ])('%s → %s by %s is told as %s', (from, to, reason, key, tone) => {
    expect([stepKey({ from, to, reason }), stepTone({ to, reason })]).toEqual([key, tone]);
    expect(Object.keys(en.enginePast.history.steps)).toContain(key);
  });
});

describe('the log of an older launch', () => {
  test('is chosen by when it was and how it ended; it does not grow with the live one, and there is a way back', async () => {
    const host = createFakeHost({
      engines: [sampleEngine({ launchId: 'launch-3' })],
      launches: [
        sampleLaunch({ id: 'launch-3' }),
        sampleLaunch({ id: 'launch-2', outcome: 'crash', readyAt: null, endedAt: ago(1) }),
        sampleLaunch({ id: 'launch-1', outcome: 'requested', endedAt: ago(1), logBytes: null }),
      ],
      log: sampleLines(4),
    });
    const user = await mount(host, <EngineScreen />);
    const picker = await screen.findByRole('combobox', { name: 'Launch' });
    expect(picker).toHaveProperty('value', expect.stringMatching(/^Now:/));
    await user.click(picker);
    const options = await screen.findAllByRole('option');
    expect(options[1]?.textContent).toContain('crashed before it was ready · 18.4 kB');
    expect(options[2]?.textContent).toContain('stopped (log deleted)');
    await user.click(options[1] as HTMLElement);
    await waitFor(() => expect(named(host, 'engines.logView').at(-1)).toMatchObject({ launchId: 'launch-2' }));
    await screen.findByText('4 lines');
    const line = { n: 5, text: 'live', level: 'info' as const };
    host.hub.emit('engine.log', { engine: 'demo', page: { launchId: 'launch-3', lines: [line], total: 5 } });
    expect(screen.queryByText('live')).toBeNull();
    await user.click(picker);
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
    await waitFor(() => expect(named(host, 'engines.logView').at(-1)).not.toHaveProperty('launchId'));
  });
});

describe('facts', () => {
  const t = i18n.t;
  const format = formatFor('en');

  test('are marked where they changed since the start before', async () => {
    const facts = { ...noBootFacts, comfyui: '0.28.0', dynamicVram: true, torch: '2.9.1' };
    const previous = { startedAt: ago(86_400_000), facts: { ...facts, comfyui: '0.27.0', dynamicVram: null } };
    const host = createFakeHost({ engines: [sampleEngine({ bootFacts: facts })], previousFacts: previous });
    const user = await mount(host, <EngineScreen />);
    await user.click(screen.getByRole('tab', { name: 'Facts' }));
    expect(await screen.findByText(/^What the engine said.*Marked values changed since the start at/)).toBeTruthy();
    expect(screen.getByText('ComfyUI', { selector: 'dt' }).nextElementSibling?.textContent).toBe('0.28.0changedwas 0.27.0');
    expect(screen.getByText('Dynamic VRAM').nextElementSibling?.textContent).toBe('onchangedwas not said');
    expect(screen.getByText('PyTorch').nextElementSibling?.textContent).toBe('2.9.1');
  });

  test('that nobody said are left out; one that is gone stays as changed', () => {
    const rows = factRows(t, format, { ...noBootFacts, torch: '2.9' }, { ...noBootFacts, torch: '2.9', attention: 'sage' });
    expect(rows).toEqual([
      { name: 'PyTorch', value: '2.9' },
      { name: 'Attention', value: null, was: 'sage' },
    ]);
    expect(factRows(t, format, { ...noBootFacts, torch: '2.9' }, null)).toEqual([{ name: 'PyTorch', value: '2.9' }]);
  });

  test('of node packs: new, gone, broken and mended ones', () => {
    const node = (name: string, failed = false) => ({ name, seconds: 1, failed });
    const now = { ...noBootFacts, customNodes: [node('same'), node('new'), node('broke', true), node('mended')] };
    const before = { ...noBootFacts, customNodes: [node('same'), node('broke'), node('mended', true), node('gone')] };
    expect(nodeRows(now, before).map(({ name, change }) => [name, change])).toEqual([
      ['same', null],
      ['new', 'new'],
      ['broke', 'broke'],
      ['mended', 'mended'],
      ['gone', 'gone'],
    ]);
    expect(nodeRows(now, noBootFacts).every(({ change }) => change === null)).toBe(true);
    expect(nodeRows(noBootFacts, before)).toEqual([]);
  });
});

describe('monitor', () => {
  test('asks to be told while it is open, and shows what can be read', async () => {
    const host = createFakeHost();
    const user = await mount(host, <EngineScreen />);
    expect(named(host, 'engines.watchLoad')).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'Monitor' }));
    await waitFor(() => expect(named(host, 'engines.watchLoad')).toEqual([{ id: 'demo' }]));
    expect(await screen.findByText('No readings yet')).toBeTruthy();
    host.hub.emit('engine.load', sampleLoad());
    const cpu = within(await screen.findByRole('region', { name: 'Processor' }));
    expect(cpu.getByText('1.4 of 16 cores')).toBeTruthy();
    expect(cpu.getByText('machine 22 %')).toBeTruthy();
    expect(screen.getByText('97 %')).toBeTruthy();
    expect(screen.getByText('71 °C')).toBeTruthy();
    expect(screen.getByText('143 W of 180 W')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'VRAM over the last minutes, now 9.1 GB of 16.0 GB' })).toBeTruthy();
  });

  test('what no source tells has no chart', () => {
    const bare = sampleLoad({ cpuPercent: null, ramBytes: null, gpus: [] });
    expect(loadSeries([bare], []).map(({ kind }) => kind)).toEqual([]);
    const noVram = sampleMemory({ vramTotalBytes: null, vramFreeBytes: null });
    expect(loadSeries([bare], [noVram]).map(({ kind }) => kind)).toEqual(['ram']);
    expect(loadSeries([], [sampleMemory()]).map(({ kind }) => kind)).toEqual(['vram', 'ram']);
    const [gpu] = sampleLoad().gpus;
    const partial = sampleLoad({ gpus: gpu ? [{ ...gpu, powerW: null, temperatureC: null }] : [] });
    expect(loadSeries([partial], []).map(({ kind }) => kind)).toEqual(['cpu', 'ram', 'gpu', 'vram']);
  });

  test('several cards are told apart', () => {
    const [gpu] = sampleLoad().gpus;
    if (!gpu) throw new Error('no card');
    const series = loadSeries([sampleLoad({ gpus: [gpu, { ...gpu, index: 1, name: 'Other', loadPercent: 3 }] })], []);
    expect(series.filter(({ kind }) => kind === 'gpu').map(({ card, now }) => [card, now])).toEqual([
      ['0: NVIDIA GeForce RTX 5060 Ti', 97],
      ['1: Other', 3],
    ]);
  });
});
