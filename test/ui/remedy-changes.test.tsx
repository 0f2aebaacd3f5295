import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { IncidentsScreen } from '../../renderer/features/incidents/IncidentsScreen.tsx';
import { changeText } from '../../renderer/i18n/change-text.ts';
import { errorText } from '../../renderer/i18n/error-text.ts';
import { i18n } from '../../renderer/i18n/i18n.ts';
import { isByHand, isForEveryScreen, nextRemedy } from '../../renderer/store/incidents.ts';
import type { JobChange } from '../../shared/job-change.ts';
import { sampleJob } from '../fakes/fake-data.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { byHand, sampleDiagnosis, sampleIncident, samplePage, sampleRemedy, sampleTrial } from '../fakes/fake-incidents.ts';
import { mount } from './mount.tsx';

const tiles: JobChange = { op: 'class', node: '8', before: 'VAEDecode', after: 'VAEDecodeTiled', inputs: { tile_size: 512 } };
const ofJob = (id: string, changes: JobChange[]) =>
  sampleRemedy({ id, kind: 'job', flags: [], cost: 'seams', verify: 'sameJob', undo: 'job', isAutomatic: false, changes });
const tiled = ofJob('tiled-vae', [tiles]);
const unclear = ofJob('check-node-input', []);

afterEach(async () => {
  await i18n.changeLanguage('en');
});

test.each<[JobChange, string]>([
  [{ op: 'value', key: 'width', before: 512, after: 384 }, 'Width: 512 → 384'],
  [{ op: 'value', key: 'width', before: null, after: 384 }, 'Width: – → 384'],
  [tiles, '#8: VAEDecode → VAEDecodeTiled (tile_size 512)'],
  [
    { op: 'input', node: '2', class: 'CLIPLoader', input: 'device', before: 'default', after: 'cpu' },
    'CLIPLoader #2, device: default → cpu',
  ],
  [
    { op: 'input', node: '2', class: 'CreateVideo', input: 'audio', before: ['3', 0], after: null },
    'without CreateVideo #2, audio',
  ],
  [{ op: 'bypass', node: '5', class: 'TorchCompileModel', links: [] }, 'without TorchCompileModel #5'],
  [{ op: 'add', node: '9', class: 'VAELoader', inputs: { vae_name: 'ae.sft' } }, 'VAELoader #9 added (vae_name ae.sft)'],
])('a change of a job in words: %j', (change, text) => {
  expect(changeText(i18n.t, change, (key) => (key === 'width' ? 'Width' : key))).toBe(text);
});

test('what to try next is something that Hearth can do; a change of one job is no matter of every screen', () => {
  expect([isByHand(tiled), isByHand(unclear), isByHand(sampleRemedy()), isByHand(byHand())]).toEqual([false, true, false, false]);
  expect(nextRemedy([unclear, tiled, sampleRemedy()])?.id).toBe('tiled-vae');
  expect(nextRemedy([unclear, byHand()])).toBeNull();
  expect(isForEveryScreen(sampleIncident({ kind: 'job', remedies: [tiled] }))).toBe(false);
  expect(isForEveryScreen(sampleIncident({ kind: 'job', remedies: [tiled, sampleRemedy()] }))).toBe(true);
});

test('a remedy shows what it changes in the job; one that only a person can make says so and leads to the form', async () => {
  const job = sampleJob({ state: 'failed_terminal' });
  const trial = sampleTrial({ remedy: 'tiled-vae', state: 'confirmed', canUndo: true, changes: [tiles] });
  const incident = sampleIncident({ job: job.id, remedies: [tiled, unclear], trials: [trial] });
  window.location.hash = `#/incidents/${incident.id}`;
  await mount(createFakeHost({ incidents: [incident], jobs: [job] }), <IncidentsScreen />);
  expect((await screen.findAllByRole('list', { name: 'Changes in the job' })).map(({ textContent }) => textContent)).toEqual([
    '#8: VAEDecode → VAEDecodeTiled (tile_size 512)',
    '#8: VAEDecode → VAEDecodeTiled (tile_size 512)',
  ]);
  expect(screen.getByRole('button', { name: /^Try it: Decode in tiles/ })).toBeTruthy();
  expect(screen.getByText(/^Hearth cannot tell what is right here/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Change the job: Hold the node/ })).toBeTruthy();
});

test('a sentence inside a sentence is said in the reader’s language too', () => {
  const problem = {
    key: 'trialJobFailed',
    params: { line: 'The engine died.' },
    message: 'The job failed again: The engine died.',
    said: { line: { key: 'trialEngineStopped', params: {} } },
  };
  expect(errorText(problem, 'ko')).toBe(
    i18n.t('errors.trialJobFailed', { line: i18n.t('errors.trialEngineStopped', { lng: 'ko' }), lng: 'ko' }),
  );
  expect(errorText(problem, 'ko')).not.toMatch(/died/);
});

test('a job that ran through with a black picture did not fail, and the remedy kept before it is undone from there', async () => {
  const job = sampleJob({ state: 'succeeded' });
  const incident = sampleIncident({
    kind: 'job',
    job: job.id,
    diagnosis: sampleDiagnosis({ cause: 'nan-black-image', stage: null }),
  });
  const kept = sampleTrial({ state: 'confirmed', canUndo: true });
  const host = createFakeHost({
    incidents: [incident],
    jobs: [job],
    pages: { [incident.id]: samplePage(incident, { afterRemedy: kept }) },
  });
  window.location.hash = `#/incidents/${incident.id}`;
  const user = await mount(host, <IncidentsScreen />);
  expect(await screen.findByText(/finished a job at .*, and its picture came out black/)).toBeTruthy();
  expect(screen.queryByText(/failed a job|run again and is done/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Undo: Start with --disable-async-offload/ }));
  expect(host.calls.find(({ name }) => name === 'incidents.undoTrial')?.input).toMatchObject({ id: kept.id });
});
