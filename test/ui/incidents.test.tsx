import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { IncidentsScreen } from '../../renderer/features/incidents/IncidentsScreen.tsx';
import { i18n } from '../../renderer/i18n/i18n.ts';
import { ago, sampleEngine, sampleJob } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import {
  byHand,
  sampleDiagnosis,
  sampleGroup,
  sampleIncident,
  samplePage,
  sampleRemedy,
  sampleTrial,
} from '../fakes/fake-incidents.ts';
import { mount, mountApp } from './mount.tsx';

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);
const at = (id: string): void => {
  window.location.hash = `#/incidents/${id}`;
};

describe('the list', () => {
  test('without any says what will stand here', async () => {
    const host = createFakeHost();
    await mount(host, <IncidentsScreen />);
    expect(await screen.findByText('Nothing has gone wrong')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Read a log file' })).toBeTruthy();
  });

  test('groups by kind, with how often, since what, and its days in words; leads to the newest', async () => {
    const day = new Date();
    const iso = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
    const group = sampleGroup({ days: [{ day: iso, count: 3 }] });
    const host = createFakeHost({ groups: [group], days: [{ day: iso, count: 3 }] });
    const user = await mount(host, <IncidentsScreen />);
    const link = await screen.findByRole('link', { name: 'Unknown CUDA error while weights were copied in the background' });
    expect(link.getAttribute('href')).toBe(`#/incidents/${group.newest}`);
    const row = link.closest('li');
    if (!row) throw new Error('no row');
    expect(row.textContent).toContain('5 times');
    expect(row.textContent).toContain('ComfyUI 0.27.0 → 0.28.0');
    expect(within(row).getByRole('img', { name: /by day: Today: 3$/ })).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Show Today: 3 incidents' }));
    await waitFor(() => expect(named(host, 'incidents.groups').at(-1)).toMatchObject({ filter: { from: expect.anything() } }));
    await user.click(screen.getByRole('button', { name: 'Show all days' }));
    await user.click(screen.getByRole('radio', { name: 'Settled' }));
    expect(await screen.findByText('No incident matches')).toBeTruthy();
    expect(named(host, 'incidents.groups').at(-1)).toMatchObject({ filter: { states: ['resolved', 'dismissed'] } });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('5 times')).toBeTruthy();
  });
});

describe('one incident', () => {
  test('reads as a story: what happened, what is thought, what was ruled out, what to do', async () => {
    const job = sampleJob({ state: 'held', values: { prompt: 'lighthouse' } });
    const incident = sampleIncident({ job: job.id, count: 2 });
    const host = createFakeHost({ incidents: [incident], jobs: [job] });
    at(incident.id);
    await mount(host, <IncidentsScreen />);
    expect(await screen.findByText(/^Demo engine stopped at .* while encoding the prompt of “lighthouse”\.$/)).toBeTruthy();
    expect(screen.getByText(/In all 2 times within minutes\. The job was set aside/)).toBeTruthy();
    const think = screen.getByRole('region', { name: 'What we think' });
    expect(think.textContent).toContain('We are sure.');
    expect(think.textContent).toContain('in sync_stream');
    expect(think.textContent).toContain('Unknown CUDA error: the driver lost the GPU – its sign is missing');
    const todo = screen.getByRole('region', { name: 'What to do' });
    expect(todo.textContent).toMatch(/--disable-async-offload.*Slower only while weights are moved.*boot line/);
    expect(within(todo).getByRole('button', { name: /^Try it: Start with --disable-async-offload/ })).toBeTruthy();
    expect(within(todo).getByRole('checkbox', { name: /^Done: Install the current GPU driver/ })).toBeTruthy();
  });

  test('one click tries a remedy; its steps appear as they happen, and a confirmed one can be undone', async () => {
    const incident = sampleIncident();
    const host = createFakeHost({ incidents: [incident] });
    at(incident.id);
    const user = await mount(host, <IncidentsScreen />);
    await user.click(await screen.findByRole('button', { name: /^Try it/ }));
    expect(named(host, 'incidents.applyRemedy')).toEqual([{ id: incident.id, remedy: 'disable-async-offload' }]);

    const trial = sampleTrial({ incident: incident.id });
    host.hub.emit('incident.changed', { ...incident, state: 'trial', trials: [trial] });
    expect(await screen.findByText('Engine is starting with it')).toBeTruthy();
    const step = { at: ago(0), what: 'proved', detail: null } as const;
    host.hub.emit('trial.changed', { ...trial, steps: [...trial.steps, step] });
    expect(await screen.findByText('The boot log shows that the change took')).toBeTruthy();
    const over = { ...trial, state: 'confirmed', canUndo: true } as const;
    const settled = { state: 'resolved', resolvedBy: 'disable-async-offload', settledAt: ago(0), trials: [over] } as const;
    host.hub.emit('incident.changed', { ...incident, ...settled, trials: [over] });
    host.answer('incidents.undoTrial', () => over);
    await user.click(await screen.findByRole('button', { name: /^Undo: Start with/ }));
    expect(named(host, 'incidents.undoTrial')).toMatchObject([{ id: trial.id }]);
    expect(screen.getByText(/^Solved .* by: Start with --disable-async-offload/)).toBeTruthy();
  });

  test('a running job is not thrown away without asking', async () => {
    const incident = sampleIncident();
    const open = { id: incident.id, engine: 'demo', state: 'open', startedAt: ago(1), endedAt: null, error: null } as const;
    const host = createFakeHost({ incidents: [incident], jobs: [sampleJob({ state: 'running', attempts: [open] })] });
    at(incident.id);
    const user = await mount(host, <IncidentsScreen />);
    await user.click(await screen.findByRole('button', { name: /^Try it/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Restart Demo engine while it works?' });
    expect(named(host, 'incidents.applyRemedy')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Try it' }));
    await waitFor(() => expect(named(host, 'incidents.applyRemedy')).toHaveLength(1));
  });

  test('a step by hand is ticked, and can then be proved with the job', async () => {
    const job = sampleJob({ state: 'held' });
    const incident = sampleIncident({ job: job.id, remedies: [byHand()] });
    const host = createFakeHost({ incidents: [incident], jobs: [job] });
    at(incident.id);
    const user = await mount(host, <IncidentsScreen />);
    await user.click(await screen.findByRole('checkbox', { name: /^Done/ }));
    await user.click(await screen.findByRole('button', { name: /^Check with the job/ }));
    expect(named(host, 'incidents.applyRemedy')).toEqual([{ id: incident.id, remedy: 'update-gpu-driver' }]);
  });

  describe('another port, where the engine knows a free one', () => {
    const other = sampleRemedy({
      id: 'other-port',
      flags: [{ op: 'set', flag: '--port', value: '8189' }],
      isAvailable: false,
      obstacle: { key: 'remedyFlagOwned', params: { flag: '--port' }, message: '' },
    });
    const open = async (freePort: number | null, end: 'ready' | 'failed') => {
      const engine = sampleEngine({ state: 'failed', freePort });
      const incident = sampleIncident({ engine: engine.id, kind: 'start', remedies: [other] });
      const host = createFakeHost({ engines: [engine], incidents: [incident] });
      host.answer('engines.start', () => ({ ...engine, state: end }));
      host.answer('incidents.resolve', () => ({ incidents: [{ ...incident, state: 'resolved' }] }));
      at(incident.id);
      return { host, incident, engine, user: await mount(host, <IncidentsScreen />) };
    };

    test.each([
      ['ready', 1],
      ['failed', 0],
    ] as const)('is one click; when the engine is %s then, so many incidents are solved: %i', async (end, solved) => {
      const { host, incident, engine, user } = await open(8190, end);
      const button = await screen.findByRole('button', { name: 'Use port 8190 instead' });
      expect(screen.getByText('--port 8190')).toBeTruthy();
      expect(screen.queryByText(/Hearth itself gives --port/)).toBeNull();
      await user.click(button);
      expect(named(host, 'engines.start')).toEqual([{ id: engine.id, port: 8190 }]);
      await waitFor(() => expect(button.getAttribute('data-loading')).toBeNull());
      expect(named(host, 'incidents.resolve')).toEqual(Array(solved).fill({ ids: [incident.id] }));
    });

    test('says why it cannot be had where none is known', async () => {
      await open(null, 'failed');
      expect(await screen.findByText(/Hearth itself gives --port/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Use port/ })).toBeNull();
    });
  });

  test('what cannot be had here says why instead of offering it', async () => {
    const obstacle = { key: 'remedyEngineNotOurs', params: { name: 'Elsewhere' }, message: '' };
    const incident = sampleIncident({ remedies: [sampleRemedy({ isAvailable: false, obstacle })] });
    const host = createFakeHost({ incidents: [incident] });
    at(incident.id);
    await mount(host, <IncidentsScreen />);
    expect(await screen.findByText(/Elsewhere was not started by Hearth/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Try it/ })).toBeNull();
  });

  test('the guilty lines are marked and can be walked through', async () => {
    const incident = sampleIncident();
    const host = createFakeHost({ incidents: [incident] });
    at(incident.id);
    const user = await mount(host, <IncidentsScreen />);
    const log = await screen.findByRole('region', { name: 'Log of the incident' });
    expect(log.textContent).toContain('17 lines left out');
    expect(within(log).getAllByText(/^marked line/)).toHaveLength(3);
    // It begins at the error itself, not at the boot lines before it.
    expect(screen.getByText('2 of 3 marked')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next marked line' }));
    expect(screen.getByText('3 of 3 marked')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next marked line' }));
    expect(screen.getByText('1 of 3 marked')).toBeTruthy();
  });

  test('no cause is invented where none fits', async () => {
    const diagnosis = sampleDiagnosis({ cause: 'unknown', confidence: 'low', exception: null, frame: null });
    const incident = sampleIncident({ diagnosis, remedies: [] });
    const host = createFakeHost({ incidents: [incident], pages: { [incident.id]: samplePage(incident, { group: null }) } });
    at(incident.id);
    await mount(host, <IncidentsScreen />);
    expect(await screen.findByRole('heading', { name: 'Cause unknown' })).toBeTruthy();
    expect(screen.getByText(/Hearth does not guess/)).toBeTruthy();
    expect(screen.queryByText('Looks alike, ruled out')).toBeNull();
    expect(screen.getByText('There is nothing to try for this cause.')).toBeTruthy();
  });

  test('its report is shown whole before it is shared, and made anew with the prompts', async () => {
    const incident = sampleIncident();
    const report = { fileName: 'crash.md', text: '# Crash', redactions: [{ kind: 'folder', count: 2 } as const] };
    const host = createFakeHost({ incidents: [incident], report });
    at(incident.id);
    const user = await mount(host, <IncidentsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Share a report' }));
    expect(await screen.findByText('Taken out: 2 folders.')).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'With the texts of prompts' }));
    expect(await screen.findByText('# Crash with prompts')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save as crash.md' })).toBeTruthy();
  });

  test('set aside and taken back', async () => {
    const incident = sampleIncident();
    const host = createFakeHost({ incidents: [incident] });
    at(incident.id);
    const user = await mount(host, <IncidentsScreen />);
    await user.click(await screen.findByRole('button', { name: 'More acts for this incident' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Set aside' }));
    expect(await screen.findByText('set aside')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Open again' }));
    expect(await screen.findByText('open')).toBeTruthy();
  });

  test('speaks Korean with the right particles', async () => {
    const job = sampleJob({ values: { prompt: '등대' } });
    const incident = sampleIncident({ job: job.id });
    const host = createFakeHost({ incidents: [incident], jobs: [job], engines: [sampleEngine()] });
    host.state.settings = { ...host.state.settings, language: 'ko' };
    at(incident.id);
    await mount(host, <IncidentsScreen />);
    await waitFor(() => expect(i18n.language).toBe('ko'));
    expect(await screen.findByText(/“등대” 작업의 프롬프트를 인코딩하던 중 엔진이 꺼졌습니다\(데모 엔진\)\.$/)).toBeTruthy();
  });
});

describe('a log that somebody sent', () => {
  test('dropped on the screen, it is on its way; an empty paste is none', async () => {
    const host = createFakeHost();
    await mountApp(host, '#/incidents');
    const target = await screen.findByText('Nothing has gone wrong');
    fireEvent.paste(target, { clipboardData: { files: [], getData: () => 'short' } });
    expect(window.location.hash).toBe('#/incidents');
    const file = new File(['Traceback'], 'sent.log');
    fireEvent.drop(target, { dataTransfer: { files: [file], types: ['Files'] } });
    expect(await screen.findByRole('heading', { name: 'Reading sent.log…' })).toBeTruthy();
    expect(window.location.hash).toBe('#/incidents/file');
  });
});
