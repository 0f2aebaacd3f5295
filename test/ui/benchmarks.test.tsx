import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BenchmarksScreen } from '../../renderer/features/benchmarks/BenchmarksScreen.tsx';
import { i18n } from '../../renderer/i18n/i18n.ts';
import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkRun } from '../../shared/benchmark.ts';
import { measuredRun } from '../fakes/fake-benchmarks.ts';
import { nextId } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mount, mountApp } from './mount.tsx';

const { run, samples } = measuredRun({
  startedAt: '2026-11-30T12:00:00.000Z',
  cells: [
    { name: 'before', flags: [], version: '0.27.0', ms: 101_400 },
    { name: 'after', flags: ['--disable-async-offload'], version: '0.28.0', ms: 89_500 },
  ],
});
const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);
const at = (id: string): void => {
  window.location.hash = `#/benchmarks/${id}`;
};
const running: BenchmarkRun = { ...run, id: nextId(), state: 'running', endedAt: null, taken: 3, comparisons: [] };

test('nothing measured yet: what people compare most is one click away, and fills the plan in', async () => {
  const host = createFakeHost({
    presets: [
      {
        id: 'attention',
        configurations: [
          { name: 'default', flags: [], without: ['--use-split-cross-attention'] },
          { name: '--use-split-cross-attention', flags: ['--use-split-cross-attention'] },
        ],
        labels: [
          { key: 'attentionDefault', params: {} },
          { key: 'attention', params: { flag: '--use-split-cross-attention' } },
        ],
        choices: [],
        times: 1,
        problem: null,
      },
    ],
  });
  const user = await mount(host, <BenchmarksScreen />);
  await user.click(await screen.findByRole('button', { name: /^All attention backends/ }));
  expect(await screen.findByDisplayValue('default attention')).toBeTruthy();
  expect(screen.getAllByDisplayValue('--use-split-cross-attention')).toHaveLength(3);

  // What was typed since is not filled in over.
  const name = screen.getByDisplayValue('default attention');
  await user.clear(name);
  expect(await screen.findByText('Give it a name.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save the plan' }).hasAttribute('disabled')).toBe(true);
  await user.type(name, 'plain');
  const before = screen.getByRole('region', { name: 'Before it starts' });
  await waitFor(() => expect(before.textContent).toContain('20 runs that count and 4 to warm up'));
  expect(before.textContent).toContain('About 4:30');
  expect(before.textContent).toContain('2 jobs wait');

  host.answer('benchmarks.start', (plan) => {
    host.state.runs = [{ ...running, plan }];
    return { ...running, plan };
  });
  await user.type(screen.getByRole('textbox', { name: 'Name of the plan' }), 'Attention');
  await user.click(screen.getByRole('button', { name: 'Start measuring' }));
  expect(await screen.findByRole('progressbar', { name: 'Progress of the benchmark' })).toBeTruthy();
  expect(named(host, 'benchmarks.start')).toMatchObject([
    {
      template: 'sd15',
      repeats: 10,
      configurations: [{ name: 'plain', without: ['--use-split-cross-attention'] }, { flags: ['--use-split-cross-attention'] }],
    },
  ]);
  expect(named(host, 'benchmarks.savePlan')).toMatchObject([{ name: 'Attention' }]);
});

test('a plan that the host refuses says why before anything starts', async () => {
  const host = createFakeHost();
  host.answer('benchmarks.estimate', () => {
    throw new AppError('invalid-input', 'benchFlagStray', { word: 'lowvram', configuration: 'A' });
  });
  at('new');
  await mount(host, <BenchmarksScreen />);
  expect(await screen.findByText(/^The word "lowvram" in the flags of "A"/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start measuring' }).hasAttribute('disabled')).toBe(true);
});

test.each(['benchmarks.savePlan', 'benchmarks.rename'] as const)(
  'a run that measures is gone to, whatever becomes of %s',
  async (name) => {
    const host = createFakeHost();
    host.answer('benchmarks.start', (plan) => {
      host.state.runs = [{ ...running, plan }];
      return { ...running, plan };
    });
    host.answer(name, () => {
      throw new AppError('storage', 'databaseFull', { detail: 'disk is full' });
    });
    at('new');
    const user = await mount(host, <BenchmarksScreen />);
    const plan = await screen.findByRole('textbox', { name: 'Name of the plan' });
    await user.clear(plan);
    await user.type(plan, 'Kept');
    for (const [place, field] of screen.getAllByRole('group', { name: /^Configuration/ }).entries()) {
      const box = within(field).getByRole('textbox', { name: 'Name' });
      await user.clear(box);
      await user.type(box, `side ${place}`);
    }
    await waitFor(() => expect(screen.getByRole('button', { name: 'Start measuring' }).hasAttribute('disabled')).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Start measuring' }));
    expect(await screen.findByRole('progressbar', { name: 'Progress of the benchmark' })).toBeTruthy();
    expect(await screen.findByText(/could not write to its database/)).toBeTruthy();
    await waitFor(() => expect(named(host, 'benchmarks.rename')).toEqual([{ id: running.id, name: 'Kept' }]));
  },
);

test('a sample that was judged anew while the connection was lost is shown as it is judged now', async () => {
  const sample = {
    ...(samples.find((one) => !one.isWarmup) ?? samples[0]),
    run: running.id,
    number: 0,
  } as (typeof samples)[number];
  const host = createFakeHost({ runs: [running], runSamples: { [running.id]: [] } });
  at(running.id);
  await mount(host, <BenchmarksScreen />);
  await screen.findByText(/^The first run comes in/);
  host.hub.emit('benchmark.sampled', sample);
  expect(await screen.findByText('1 counted, 0 warm-up, 0 other')).toBeTruthy();
  host.state.runSamples[running.id] = [{ ...sample, discarded: 'cachedOtherwise' }];
  host.cut();
  expect(await screen.findByText('0 counted, 0 warm-up, 1 other')).toBeTruthy();
  host.hub.emit('benchmark.sampled', { ...sample, number: 1 });
  expect(await screen.findByText('1 counted, 0 warm-up, 1 other')).toBeTruthy();
});

test('plans and runs with what came out; a deleted plan can be had back', async () => {
  const saved = { id: nextId(), name: 'Offload', plan: run.plan, savedAt: run.startedAt };
  const host = createFakeHost({ runs: [run], plans: [saved] });
  const user = await mount(host, <BenchmarksScreen />);
  const plans = await screen.findByRole('region', { name: 'Plans' });
  expect(plans.textContent).toMatch(/Offload.*2 configurations · 10 runs each.*% faster/);
  const runs = screen.getByRole('region', { name: 'Runs' });
  expect(runs.textContent).toMatch(/“after” is 1\d\.\d % faster than “before” here/);
  await user.click(within(plans).getByRole('button', { name: 'More for Offload' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Plans' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('region', { name: 'Plans' })).toBeTruthy();
});

test('while it measures: what runs, samples as they come in, and a stop that asks', async () => {
  const host = createFakeHost({ runs: [running], runSamples: { [running.id]: [] } });
  at(running.id);
  const user = await mount(host, <BenchmarksScreen />);
  expect(await screen.findByText(/^The first run comes in/)).toBeTruthy();
  const progress = {
    run: running.id,
    at: new Date().toISOString(),
    next: null,
    starts: 1,
    startsInAll: 10,
    taken: 3,
    wanted: 20,
  };
  host.hub.emit('benchmark.progress', { ...progress, phase: 'sampling', cell: 1, leftMs: 42_000 });
  expect(await screen.findByText('Measuring “after”')).toBeTruthy();
  expect(screen.getByText(/3 of 20 runs · about 42 s left/)).toBeTruthy();
  for (const sample of samples.slice(0, 4)) host.hub.emit('benchmark.sampled', { ...sample, run: running.id });
  const chart = await screen.findByRole('img', { name: /^Bar chart from zero/ });
  expect(chart.getAttribute('aria-label')).toMatch(/2 runs from 10\d\.\d s|2 runs from 8\d\.\d+ s/);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop measuring?' });
  expect(named(host, 'benchmarks.stop')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('ended early')).toBeTruthy();
});

test('a verdict with everything that it stands on, also for who sees no picture', async () => {
  const host = createFakeHost({ runs: [run], runSamples: { [run.id]: samples } });
  at(run.id);
  const user = await mount(host, <BenchmarksScreen />);
  expect(await screen.findByRole('heading', { name: /^“after” is 1\d\.\d % faster than “before” here/ })).toBeTruthy();
  const cells = screen.getByRole('region', { name: 'Configurations' });
  const row = within(cells).getByRole('row', { name: /^after/ });
  expect(row.textContent).toContain('1 failed, 1 discarded');
  const differs = screen.getByRole('region', { name: 'What differs' });
  expect(within(differs).getByRole('row', { name: /^Flags/ }).textContent).toContain('differs');
  expect(within(differs).getByRole('row', { name: /^Python/ }).textContent).toContain('same');
  const charts = await screen.findAllByRole('img', { name: /chart|bars/i });
  expect(charts.length).toBeGreaterThanOrEqual(4);
  await user.click(screen.getByText('Every sample'));
  const all = screen.getByRole('region', { name: 'Every sample' });
  expect(within(all).getAllByRole('row')).toHaveLength(samples.length + 1);
  expect(all.textContent).toContain('Other nodes were cached than in the other samples.');
  expect(all.textContent).toContain('CUDA out of memory in KSampler.');
});

test('a run gets a name in place, and is forgotten after a question', async () => {
  const host = createFakeHost({ runs: [run], runSamples: { [run.id]: samples } });
  at(run.id);
  const user = await mount(host, <BenchmarksScreen />);
  await user.click(await screen.findByRole('button', { name: 'Name of this run' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of this run' }), 'Winter{Enter}');
  expect(await screen.findByRole('heading', { name: /^Winter/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'More for Winter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this run?' });
  expect(dialog.textContent).toContain(`${samples.length} samples`);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Nothing was measured yet')).toBeTruthy();
});

test('prompts that differ are shown instead of a verdict', async () => {
  const problem = {
    key: 'benchPromptsDiffer',
    params: { configuration: 'after', first: 'before', node: '3', input: 'steps', other: '30', value: '20' },
    message: '',
  };
  const differences = [{ configuration: 'after', node: '3', input: 'steps', first: '20', other: '30' }];
  const refused: BenchmarkRun = { ...run, state: 'refused', problem, differences, comparisons: [] };
  const host = createFakeHost({ runs: [refused], runSamples: { [run.id]: [] } });
  at(run.id);
  await mount(host, <BenchmarksScreen />);
  const prompts = await screen.findByRole('region', { name: 'How the prompts differ' });
  expect(within(prompts).getByRole('row', { name: /^Node 3, steps/ }).textContent).toContain('2030');
});

test('whoever wants the queue back meanwhile is asked, for that ends the benchmark', async () => {
  const since = new Date().toISOString();
  const pause = { owner: 'benchmark', text: '', since, key: 'pausedBenchmark', params: { engine: 'Demo engine' } } as const;
  const host = createFakeHost({ runs: [running], pauses: [pause] });
  const user = await mountApp(host, '#/queue');
  expect(await screen.findByRole('button', { name: 'Watch it' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Paused · Stop the benchmark' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop measuring?' });
  expect(named(host, 'queue.resume')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Stop the benchmark' }));
  await waitFor(() => expect(named(host, 'queue.resume')).toEqual([{ owner: 'benchmark' }]));
});

test('the page is Korean where its reader is', async () => {
  const host = createFakeHost({ runs: [run], runSamples: { [run.id]: samples } });
  host.state.settings = { ...host.state.settings, language: 'ko' };
  await mountApp(host, `#/benchmarks/${run.id}`);
  await waitFor(() => expect(i18n.language).toBe('ko'));
  expect(await screen.findByRole('heading', { name: /^이 컴퓨터에서는 “after” 쪽이 “before”보다/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: '벤치마크' }).getAttribute('aria-current')).toBe('page');
});
