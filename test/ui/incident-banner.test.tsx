import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { bannerIncident } from '../../renderer/features/frame/banner-incidents.ts';
import { byId } from '../../renderer/store/incidents.ts';
import type { Incident } from '../../shared/incident.ts';
import { ago, sampleEngine, sampleJob } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { byHand, sampleDiagnosis, sampleGroup, sampleIncident, sampleTrial } from '../fakes/fake-incidents.ts';
import { mountApp } from './mount.tsx';

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);
const signature = 'v1-0123456789abcdef';

describe('the message on every screen', () => {
  test('comes with the event: what happened, the cause, how often, the first remedy and the way there', async () => {
    const job = sampleJob({ state: 'held', values: { prompt: 'lighthouse' } });
    const host = createFakeHost({ jobs: [job], groups: [sampleGroup({ firstAt: ago(2 * 86_400_000) })] });
    const user = await mountApp(host, '#/queue');
    await screen.findByRole('heading', { name: 'Queue' });
    const incident = sampleIncident({ job: job.id });
    host.state.incidents = [incident];
    host.hub.emit('incident.changed', incident);
    const banner = await screen.findByRole('alert');
    await waitFor(() => expect(banner.textContent).toMatch(/stopped at .* while encoding the prompt of “lighthouse”\./));
    await waitFor(() => expect(banner.textContent).toMatch(/Cause: Unknown CUDA error .* \(5th time since \w+\)\./));
    await user.click(within(banner).getByRole('button', { name: 'Try --disable-async-offload and run it again' }));
    await waitFor(() => expect(window.location.hash).toBe(`#/incidents/${incident.id}`));
    expect(named(host, 'incidents.applyRemedy')).toEqual([{ id: incident.id, remedy: 'disable-async-offload' }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says that the log is still being read before anything is claimed', async () => {
    const incident = sampleIncident({ diagnosis: null, signature: null, remedies: [] });
    await mountApp(createFakeHost({ incidents: [incident] }), '#/settings');
    expect((await screen.findByRole('alert')).textContent).toContain('Its log is being read.');
  });

  test('closed, it stays closed for this incident and speaks up for the next one', async () => {
    const incident = sampleIncident();
    const host = createFakeHost({ incidents: [incident] });
    const user = await mountApp(host, '#/settings');
    await user.click(await screen.findByRole('button', { name: 'Hide this message' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    host.hub.emit('incident.changed', { ...incident, count: 2 });
    host.hub.emit('incident.changed', sampleIncident({ state: 'resolved' }));
    expect(screen.queryByRole('alert')).toBeNull();
    host.hub.emit('incident.changed', sampleIncident());
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  test('stands for the death of its engine: one message, with the way to start it again', async () => {
    const engine = sampleEngine({ state: 'failed', launchId: 'launch-1' });
    const host = createFakeHost({ engines: [engine], incidents: [sampleIncident({ launchId: 'launch-1' })] });
    const user = await mountApp(host, '#/settings');
    const banner = await screen.findByRole('alert');
    await user.click(within(banner).getByRole('button', { name: 'Start again' }));
    await waitFor(() => expect(named(host, 'engines.start')).toHaveLength(1));
  });

  test('tells of a running trial politely, and of its verdict once, with the way back', async () => {
    const trial = sampleTrial();
    const incident = sampleIncident({ id: trial.incident, state: 'trial', trials: [trial] });
    const host = createFakeHost({ incidents: [incident] });
    const user = await mountApp(host, '#/settings');
    const polite = await screen.findByText(/^Trying: Start with --disable-async-offload/);
    expect(polite.closest('[role]')?.getAttribute('role')).toBe('status');
    expect(screen.queryByRole('alert')).toBeNull();
    host.hub.emit('trial.changed', trial);
    const confirmed = { ...trial, state: 'confirmed', canUndo: true } as const;
    host.state.incidents = [{ ...incident, trials: [confirmed] }];
    host.hub.emit('trial.changed', confirmed);
    await screen.findByText(/^Confirmed: Start with/);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(named(host, 'incidents.undoTrial')).toMatchObject([{ id: trial.id }]));
  });
});

test('after a night away, how much happened, and where it stands', async () => {
  localStorage.setItem('hearth.lastSeen', String(Date.now() - 8 * 3_600_000));
  const incidents = [sampleIncident({ state: 'resolved' }), sampleIncident({ state: 'dismissed' })];
  const host = createFakeHost({ incidents });
  const user = await mountApp(host, '#/settings');
  expect(await screen.findByText('2 incidents while you were away.')).toBeTruthy();
  expect(named(host, 'incidents.list').at(-1)).toMatchObject({ filter: { from: expect.any(String) } });
  await user.click(screen.getByRole('button', { name: 'See them' }));
  await waitFor(() => expect(window.location.hash).toBe('#/incidents'));
  expect(screen.queryByText('2 incidents while you were away.')).toBeNull();
});

describe('which incident is told of', () => {
  const job = (change: Partial<Incident> = {}): Incident => sampleIncident({ kind: 'job', ...change });
  const wrongInput = { remedies: [byHand()], diagnosis: sampleDiagnosis({ cause: 'missing-model-file' }) };
  test.each<[string, Incident[], number | null]>([
    ['none', [], null],
    [
      'the newest of two kinds',
      [sampleIncident({ lastAt: ago(9_000), signature: 'a' }), sampleIncident({ lastAt: ago(1_000), signature: 'b' })],
      1,
    ],
    ['a running trial before all', [sampleIncident({ state: 'trial', lastAt: ago(90_000) }), sampleIncident()], 0],
    ['a failed job for which the engine can be changed', [job()], 0],
    ['not one whose input is at fault', [job(wrongInput)], null],
    ['not one that is settled', [sampleIncident({ state: 'resolved' }), sampleIncident({ state: 'dismissed' })], null],
  ])('%s', (_, incidents, at) => {
    const told = bannerIncident(byId(incidents), []);
    expect(told?.incident.id ?? null).toBe(at === null ? null : incidents[at]?.id);
  });

  test('repeats of a kind count as one and are closed together', () => {
    const [first, second] = [sampleIncident({ lastAt: ago(90_000) }), sampleIncident()];
    const other = sampleIncident({ signature: 'v1-other', lastAt: ago(990_000) });
    const told = bannerIncident(byId([first, second, other]), []);
    expect(told).toMatchObject({ incident: { id: second.id }, others: 1 });
    expect(told?.ids).toEqual([second.id, first.id]);
    expect(first.signature).toBe(signature);
    expect(bannerIncident(byId([first, second, other]), told?.ids ?? [])?.incident.id).toBe(other.id);
  });
});
