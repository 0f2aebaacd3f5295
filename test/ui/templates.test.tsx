import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  likelyTarget,
  parameterOf,
  possibleTypes,
  saveable,
  startDraft,
} from '../../renderer/features/templates/import-draft.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ImportCandidate, ImportInspection, Parameter } from '../../shared/template.ts';
import { ago, sampleTemplate } from '../fakes/fake-data.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { isDisabled } from './dom-facts.ts';
import { mountApp } from './mount.tsx';

// Waits end as soon as what they wait for is there; a busy machine gets the time it needs.
configure({ asyncUtilTimeout: 10_000 });

const candidate = (node: string, input: string, change: Partial<Parameter>, isSuggested = true): ImportCandidate => ({
  node,
  class: 'KSampler',
  nodeTitle: 'KSampler',
  input,
  isSuggested,
  parameter: {
    key: input,
    type: 'integer',
    targets: [`/${node}/inputs/${input}`],
    label: { en: input, ko: input },
    help: { en: '', ko: '' },
    ...change,
  },
});
const inspection = (change: Partial<ImportInspection> = {}): ImportInspection => ({
  suggestedId: 'my-flow',
  title: 'my flow',
  candidates: [
    candidate('3', 'steps', { default: 20, min: 1, max: 150, label: { en: 'Steps', ko: '스텝' } }),
    candidate('3', 'seed', { type: 'seed', label: { en: 'Seed', ko: '시드' } }),
    candidate('3', 'eta', { type: 'number', default: 0.5 }, false),
    candidate('6', 'text', { type: 'text', default: 'a fox', label: { en: 'Prompt', ko: '프롬프트' } }),
  ],
  outputs: [
    { node: '9', kind: 'image', class: 'SaveImage', nodeTitle: 'Save Image' },
    { node: '12', kind: 'image', class: 'SaveImage', nodeTitle: 'Save Mask' },
  ],
  classes: ['KSampler', 'SaveImage'],
  warnings: [],
  ...change,
});
const graph = '{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615}}}';
const saved = (host: FakeHost) => host.calls.filter(({ name }) => name === 'templates.save').map(({ input }) => input);
const openImport = async (host: FakeHost, file = 'my_flow.json') => {
  const user = await mountApp(host, '#/templates');
  const picker = await screen.findByLabelText('Choose a workflow file', { selector: 'input' });
  await user.upload(picker, new File([graph], file, { type: 'application/json' }));
  return user;
};

test('a workflow becomes a template: suggested inputs are ticked, edited, saved byte for byte, and the form is there', async () => {
  const host = createFakeHost({ inspection: inspection({ warnings: [{ key: 'huge', params: { count: 301 } }] }) });
  const user = await openImport(host);
  expect(await screen.findByText(/3 of 4 values become fields of the form · my_flow.json/)).toBeTruthy();
  expect(screen.getByText(/This workflow has 301 nodes/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'steps' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'eta' }).checked).toBe(false);

  await user.click(screen.getByRole('button', { name: 'Edit the field Steps' }));
  const fields = within(screen.getByRole('group', { name: 'Steps' }));
  const most = fields.getByRole('textbox', { name: 'Most' });
  await user.clear(most);
  await user.type(most, 'many');
  expect(fields.getByText('Not a number.')).toBeTruthy();
  expect(isDisabled(screen.getByRole('button', { name: 'Save template' }))).toBe(true);
  await user.clear(most);
  await user.type(most, '50');
  await user.click(screen.getByRole('checkbox', { name: 'Save Mask #12 (picture)' }));
  const title = screen.getByRole('textbox', { name: 'Title (English)' });
  await user.clear(title);
  await user.type(title, 'My flow');
  await user.click(screen.getByRole('button', { name: 'Save template' }));

  expect(await screen.findByText('Saved “My flow”, version 1.')).toBeTruthy();
  expect(saved(host)).toMatchObject([
    {
      id: 'my-flow',
      title: { en: 'My flow', ko: 'my flow' },
      graph,
      outputs: [{ node: '9', kind: 'image' }],
      parameters: [{ key: 'steps', min: 1, max: 50, default: 20 }, { key: 'seed' }, { key: 'text', default: 'a fox' }],
    },
  ]);
  expect(await screen.findByRole('heading', { name: /My flow/ })).toBeTruthy();
  expect(window.location.hash).toBe('#/generate');
});

test('what is no API workflow is answered with what to do, dropped and pasted alike, and the next file gets its chance', async () => {
  const host = createFakeHost();
  host.answer('templates.inspect', () => {
    throw new AppError('invalid-input', 'importUiFormat');
  });
  const user = await openImport(host, 'ui.json');
  expect((await screen.findByRole('alert')).textContent).toContain('Export (API)');
  host.answer('templates.inspect', () => inspection());
  fireEvent.paste(window, { clipboardData: { files: [], getData: () => graph } });
  expect(await screen.findByText(/· pasted workflow/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Other file' }));
  const zone = screen.getByRole('button', { name: 'Choose a workflow file' });
  fireEvent.drop(zone, { dataTransfer: { files: [new File([graph], 'again.json')] } });
  expect(await screen.findByText(/· again.json/)).toBeTruthy();
});

test('a workflow that saves nothing cannot be saved, and a refusal of the host stays on the page', async () => {
  const host = createFakeHost({ inspection: inspection() });
  const user = await openImport(host);
  await user.click(await screen.findByRole('checkbox', { name: /Save Image/ }));
  await user.click(screen.getByRole('checkbox', { name: /Save Mask/ }));
  expect(isDisabled(screen.getByRole('button', { name: 'Save template' }))).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: /Save Image/ }));
  host.answer('templates.save', () => {
    throw new AppError('storage', 'templateFolderFull', { folder: '/data' });
  });
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  expect((await screen.findByRole('alert')).textContent).toContain('There is no room left to save the template in /data.');
  expect(screen.getByRole('checkbox', { name: 'steps' })).toBeTruthy();
});

const own = sampleTemplate({ id: 'mine', origin: 'own', version: 2, title: { en: 'Mine', ko: '내 것' } });

test('a changed workflow becomes the next version, with the fields chosen before', async () => {
  const before = {
    ...own,
    parameters: [{ ...inspection().candidates[2]?.parameter, key: 'eta', label: { en: 'Noise', ko: '노이즈' } } as Parameter],
  };
  const host = createFakeHost({ templates: [before], inspection: inspection() });
  const user = await mountApp(host, '#/templates/mine');
  await user.click(await screen.findByRole('button', { name: 'Import a new version' }));
  const picker = await screen.findByLabelText('Choose a workflow file', { selector: 'input' });
  await user.upload(picker, new File([graph], 'other name.json'));
  expect(await screen.findByText(/1 of 4 values/)).toBeTruthy();
  expect(screen.getByText('Noise')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save as version 3' }));
  await waitFor(() => expect(saved(host)).toMatchObject([{ id: 'mine', parameters: [{ key: 'eta', label: { en: 'Noise' } }] }]));
});

test('versions are listed newest first, an old one is brought back, and the template is removed after one question', async () => {
  const versions = [1, 2].map((version) => ({ version, digest: `sha256:${version}`, seenAt: ago(0), isCurrent: version === 2 }));
  const host = createFakeHost({ templates: [sampleTemplate(), own], versions: { mine: versions } });
  host.answer('templates.rollback', ({ version }) => ({ ...own, version: version + 2 }));
  const user = await mountApp(host, '#/templates/mine');
  const list = await screen.findAllByRole('listitem');
  expect(list.map((line) => line.textContent?.slice(0, 9))).toEqual(['Version 2', 'Version 1']);
  await user.click(screen.getByRole('button', { name: 'Go back to version 1' }));
  expect(await screen.findByText('Version 1 is in use again, as version 3.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the template “Mine”?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove template' }));
  expect(await screen.findByText('Removed “Mine”.')).toBeTruthy();
  expect(host.state.templates.map(({ id }) => id)).toEqual(['sd15']);
  expect(window.location.hash).toBe('#/generate');
});

test('what was put into the folders by hand is there when the screen opens, and when they are read again', async () => {
  const host = createFakeHost({ templates: [sampleTemplate()] });
  const user = await mountApp(host, '#/generate');
  const byHand = (id: string, en: string): void => {
    host.state.templates = [...host.state.templates, { ...own, id, title: { en, ko: en } }];
  };
  byHand('first', 'By hand');
  window.location.hash = '#/templates/first';
  expect(await screen.findByRole('heading', { name: 'By hand' })).toBeTruthy();

  byHand('second', 'One more');
  host.state.problems = [{ id: 'broken', file: '/x/template.json', message: '', key: 'internal', params: {} }];
  await user.click(screen.getByRole('button', { name: 'Read folders again' }));
  expect(await screen.findByText('3 templates read. 1 could not be read: Generate says why.')).toBeTruthy();
  window.location.hash = '#/templates/second';
  expect(await screen.findByRole('heading', { name: 'One more' })).toBeTruthy();
});

test('a shipped template can be used and looked at, not changed', async () => {
  await mountApp(createFakeHost(), '#/templates/sd15');
  expect(await screen.findByText('in use')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Import a new version' })).toBeNull();
});

test('a template that is not there offers the way back', async () => {
  await mountApp(createFakeHost(), '#/templates/nowhere');
  expect(await screen.findByText('There is no such template')).toBeTruthy();
});

test.each<[Partial<Parameter>, string[]]>([
  [{ type: 'integer' }, ['integer', 'number', 'seed']],
  [{ type: 'text' }, ['text', 'image']],
  [{ type: 'choice', choices: { class: 'C', input: 'i' } }, ['text', 'choice', 'image']],
  [{ type: 'boolean' }, ['boolean']],
])('an input offered as %o may become %j', (change, types) => {
  expect(possibleTypes(candidate('1', 'x', change))).toEqual(types);
});

test.each([
  ['steps as typed', 0, { start: '30' }, { default: 30 }, {}],
  ['a bound beyond 2^53', 0, { type: 'seed' as const, max: '18446744073709551615' }, { max: '18446744073709551615' }, {}],
  ['a bound taken away', 0, { max: '' }, { min: 1 }, {}],
  ['an empty text', 3, { start: '' }, { default: '' }, {}],
  ['a start outside the range', 0, { start: '500' }, {}, { start: 'range' }],
  ['a range upside down', 0, { min: '9', max: '3', start: '' }, {}, { max: 'order' }],
  ['no whole number', 0, { min: '1.5' }, {}, { min: 'number' }],
  ['a step of nothing', 0, { step: '0' }, {}, { step: 'number' }],
  ['no name at all', 0, { label: { en: ' ', ko: '' } }, {}, { label: 'empty' }],
])('a field with %s', (_, index, change, parameter, issues) => {
  const offered = inspection();
  const [input, draft] = [offered.candidates[index], startDraft(offered, undefined).inputs[index]];
  if (!input || !draft) throw new Error('the inspection has this input');
  const result = parameterOf(input, { ...draft, ...change });
  expect(result.issues).toEqual(issues);
  expect(result.parameter).toMatchObject(parameter);
});

test('a name in one language stands for both, and two fields never share a key', () => {
  const offered = inspection();
  const earlier = { ...own, parameters: [{ ...(offered.candidates[0]?.parameter as Parameter), key: 'seed' }] };
  const draft = startDraft(offered, earlier);
  const all = { ...draft, title: { en: '', ko: '내 것' }, inputs: draft.inputs.map((input) => ({ ...input, isTicked: true })) };
  const result = saveable(offered, all);
  expect(result?.title).toEqual({ en: '내 것', ko: '내 것' });
  const keys = result?.parameters.map(({ key }) => key) ?? [];
  expect(new Set(keys).size).toBe(4);
});

test('limits are saved as typed, kept from the version before, and nothing else is a limit', () => {
  const offered = inspection();
  const draft = startDraft(offered, { ...own, limits: { steps: 50 } });
  const typed = (limits: Partial<typeof draft.limits>) =>
    saveable(offered, { ...draft, limits: { ...draft.limits, ...limits } })?.limits ?? null;
  expect(typed({})).toEqual({ steps: 50 });
  expect(typed({ steps: ' ', pixels: '1048576', frames: '81', controlnets: '0' })).toEqual({
    pixels: 1_048_576,
    frames: 81,
    controlnets: 0,
  });
  for (const bad of ['0', '1.5', '-3', 'many', '1e9', '99999999999']) expect(typed({ batch: bad })).toBeNull();
});

test('a file of the same name is taken for the next version of what it made before', () => {
  expect(likelyTarget(inspection({ title: '내 것' }), [sampleTemplate(), own])?.id).toBe('mine');
  expect(likelyTarget(inspection({ title: 'Stable Diffusion 1.5' }), [sampleTemplate(), own])).toBeUndefined();
});
