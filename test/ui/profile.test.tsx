import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EngineScreen } from '../../renderer/features/engine/EngineScreen.tsx';
import { flagRows, shownGroups, unknownFlags, withFlag } from '../../renderer/features/engine/profile/flag-rows.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Engine, Profile } from '../../shared/engine.ts';
import { secretMask } from '../../shared/secret.ts';
import { runningJob, sampleEngine } from '../fakes/fake-data.ts';
import { sampleFlags } from '../fakes/fake-flags.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mount } from './mount.tsx';

// Whether each of many rows is in sight is slow to tell without a layout, and not the question here.
configure({ defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const named = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map((call) => call.input);
const inUse = (change: Partial<Engine> = {}): Engine =>
  sampleEngine({ profile: 'Default', profileId: 'default', variant: 'profile', isProfileStale: false, ...change });
const small: Profile = { id: 'small', name: 'Small card', flags: [{ flag: '--lowvram', value: null }], env: {} };
let count = 0;
/** Drafts outlive a page's parts, so each test has a profile of its own. */
const stage = (change: Partial<Profile> = {}, engine: Partial<Engine> = {}, rest: Parameters<typeof createFakeHost>[0] = {}) => {
  const id = `profile-${++count}`;
  const profile: Profile = { id, name: 'Mine', flags: [], env: {}, ...change };
  const host = createFakeHost({ engines: [inUse({ profileId: id, ...engine })], profiles: [profile, small], ...rest });
  return { host, profile };
};
const openTab = async (host: FakeHost) => {
  const user = await mount(host, <EngineScreen />);
  await user.click(screen.getByRole('tab', { name: 'Launch profile' }));
  await screen.findByRole('combobox', { name: 'Profile' });
  return user;
};
const saved = (host: FakeHost) => named(host, 'profiles.save').at(-1);

test('flags are switched on, given values and saved; a restart brings them', async () => {
  const { host, profile } = stage();
  const user = await openTab(host);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('switch', { name: '--disable-async-offload' }));
  await user.type(screen.getByRole('textbox', { name: 'Value of --reserve-vram' }), '1.5');
  expect(screen.getByText('Changed, not saved')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save and restart' }));
  await waitFor(() => expect(named(host, 'engines.useProfile')).toEqual([{ id: 'demo', profile: profile.id, restart: 'now' }]));
  expect(saved(host)).toMatchObject({
    id: profile.id,
    engine: 'demo',
    flags: [
      { flag: '--disable-async-offload', value: null },
      { flag: '--reserve-vram', value: '1.5' },
    ],
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save and restart' })).toBeNull());
});

test('flags that exclude each other are one choice', async () => {
  const { host } = stage({ flags: [{ flag: '--lowvram', value: null }] });
  const user = await openTab(host);
  const choice = screen.getByRole('combobox', { name: 'Where models are kept' });
  expect(choice).toHaveProperty('value', '--lowvram');
  await user.click(choice);
  await user.click(await screen.findByRole('option', { name: /--cpu/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved(host)).toMatchObject({ flags: [{ flag: '--cpu', value: null }] }));
});

test('an optional value: on without one, and with one', async () => {
  const { host } = stage();
  const user = await openTab(host);
  await user.click(screen.getByRole('switch', { name: '--async-offload' }));
  await user.type(screen.getByRole('textbox', { name: 'Value of --async-offload' }), '4');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved(host)).toMatchObject({ flags: [{ flag: '--async-offload', value: '4' }] }));
});

test('a flag that Hearth gives itself cannot be set', async () => {
  const { host } = stage();
  await openTab(host);
  expect(screen.getByRole('textbox', { name: 'Value of --port' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Set by Hearth')).toBeTruthy();
});

test('are found by name and by meaning, and narrowed to what is set', async () => {
  const { host } = stage({ flags: [{ flag: '--reserve-vram', value: '1' }] });
  const user = await openTab(host);
  const find = screen.getByRole('textbox', { name: 'Find a flag by name or meaning' });
  await user.type(find, 'one after the other');
  await waitFor(() => expect(screen.queryByRole('switch', { name: '--async-offload' })).toBeNull());
  expect(screen.getByRole('switch', { name: '--disable-async-offload' })).toBeTruthy();
  await user.clear(find);
  await user.type(find, 'zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all flags' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Only what is set');
  expect(
    (await screen.findAllByRole('button', { name: /^Take .* out$/ })).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Take --reserve-vram out']);
});

test('text and rows say the same, both ways', async () => {
  const { host } = stage();
  const user = await openTab(host);
  const text = screen.getByRole('textbox', { name: 'Flags as text' });
  await user.type(text, '--cpu --reserve-vram 2');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value of --reserve-vram' })).toHaveProperty('value', '2'));
  expect(screen.getByRole('combobox', { name: 'Where models are kept' })).toHaveProperty('value', '--cpu');
  await user.click(screen.getByRole('button', { name: 'Take --reserve-vram out' }));
  await waitFor(() => expect(text).toHaveProperty('value', '--cpu'));
  const line = screen.getByRole('region', { name: 'As it will be started' });
  expect(line.textContent).toContain('--port');
  expect(within(line).getByText('--cpu').getAttribute('data-own')).toBe('true');
});

test('a flag that this ComfyUI lacks is named and can be taken out', async () => {
  const { host } = stage({ flags: [{ flag: '--normalvram', value: null }] });
  const user = await openTab(host);
  const unknown = within(screen.getByRole('region', { name: 'Not known by this ComfyUI' }));
  expect(await unknown.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('--normalvram'));
  await user.click(unknown.getByRole('button', { name: 'Take --normalvram out' }));
  expect(screen.queryByRole('region', { name: 'Not known by this ComfyUI' })).toBeNull();
});

test('what the host refuses is told at its flag until it is changed, and nothing is lost', async () => {
  const { host } = stage();
  host.answer('profiles.save', () => {
    throw new AppError('invalid-input', 'flagNotNumber', { flag: '--reserve-vram', value: 'much' });
  });
  const user = await openTab(host);
  const field = screen.getByRole('textbox', { name: 'Value of --reserve-vram' });
  await user.type(field, 'much');
  await user.click(screen.getByRole('button', { name: 'Save and restart' }));
  expect(await screen.findByText(/takes a number with a point/)).toBeTruthy();
  expect(field).toHaveProperty('value', 'much');
  expect(named(host, 'engines.useProfile')).toEqual([]);
  await user.type(field, 's');
  expect(screen.queryByText(/takes a number with a point/)).toBeNull();
});

test('a refusal that names no flag is told too', async () => {
  const { host } = stage();
  host.answer('profiles.save', () => {
    throw new AppError('conflict', 'profileMissing', { profile: 'Mine' });
  });
  const user = await openTab(host);
  await user.click(screen.getByRole('switch', { name: '--disable-async-offload' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/There is no launch profile "Mine"/)).toBeTruthy();
});

test('a draft survives another tab, and can be discarded', async () => {
  const { host } = stage();
  const user = await openTab(host);
  await user.click(screen.getByRole('switch', { name: '--disable-async-offload' }));
  await user.click(screen.getByRole('tab', { name: 'Facts' }));
  await user.click(screen.getByRole('tab', { name: 'Launch profile' }));
  expect(await screen.findByRole('switch', { name: '--disable-async-offload' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByRole('switch', { name: '--disable-async-offload' })).toHaveProperty('checked', false);
});

test('a restart under a running job asks first', async () => {
  const { host } = stage({}, {}, { jobs: [runningJob()] });
  const user = await openTab(host);
  await user.click(screen.getByRole('switch', { name: '--disable-async-offload' }));
  await user.click(screen.getByRole('button', { name: 'Save and restart' }));
  const dialog = await screen.findByRole('dialog');
  expect(named(host, 'profiles.save')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Save and restart' }));
  await waitFor(() => expect(named(host, 'engines.useProfile')).toHaveLength(1));
});

test('a hint gives its reason and does nothing until it is taken', async () => {
  const { host } = stage();
  const user = await openTab(host);
  expect(screen.getByText(/NVIDIA GeForce RTX 5060 Ti multiplies faster this way/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use --fast fp16_accumulation' }));
  expect(screen.queryByText(/multiplies faster this way/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved(host)).toMatchObject({ flags: [{ flag: '--fast', value: 'fp16_accumulation' }] }));
});

test('secrets are hidden, shown while typed, and kept when nobody touched them', async () => {
  const { host } = stage({ env: { HF_TOKEN: secretMask, HF_HOME: '/models' } });
  const user = await openTab(host);
  const token = screen.getByLabelText('Value of HF_TOKEN');
  expect(token).toMatchObject({ type: 'password', value: '' });
  expect(screen.getByLabelText('Value of HF_HOME')).toMatchObject({ value: '/models' });
  const home = screen.getByLabelText('Value of HF_HOME');
  await user.type(home, '/more');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved(host)).toMatchObject({ env: { HF_TOKEN: secretMask, HF_HOME: '/models/more' } }));
  await user.type(token, 'hf_new');
  await user.click(screen.getByRole('button', { name: 'Show the value of HF_TOKEN' }));
  expect(token).toMatchObject({ type: 'text', value: 'hf_new' });
});

test('a variable is added once, under a name that can be one', async () => {
  const { host } = stage({ env: { HF_HOME: '/models' } });
  const user = await openTab(host);
  const name = screen.getByRole('textbox', { name: 'Name of a new variable' });
  await user.type(name, 'HF_HOME');
  expect(screen.getByText('This name is there already.')).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'A B');
  expect(screen.getByText(/holds no = and no blanks/)).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'HF_ENDPOINT{Enter}');
  await user.type(screen.getByLabelText('Value of HF_ENDPOINT'), 'x');
  await user.click(screen.getByRole('button', { name: 'Remove HF_HOME' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved(host)).toMatchObject({ env: { HF_ENDPOINT: 'x' } }));
});

test('profiles are chosen, copied with their secrets, renamed and removed', async () => {
  const { host, profile } = stage({ env: { HF_TOKEN: secretMask } });
  const user = await openTab(host);
  await user.click(screen.getByRole('button', { name: 'More for the profile Mine' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(saved(host)).toMatchObject({ name: 'Copy of Mine', copyOf: profile.id }));
  await user.click(await screen.findByRole('button', { name: 'More for the profile Copy of Mine' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const field = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'Second');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rename' }));
  await user.click(await screen.findByRole('button', { name: 'More for the profile Second' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(host.state.profiles.map(({ name }) => name)).toEqual(['Mine', 'Small card']));
});

test('another profile is used from the next start on, or at once', async () => {
  const { host } = stage();
  const user = await openTab(host);
  await user.click(screen.getByRole('combobox', { name: 'Profile' }));
  await user.click(await screen.findByRole('option', { name: 'Small card' }));
  await user.click(await screen.findByRole('button', { name: 'Use from the next start on' }));
  await waitFor(() => expect(named(host, 'engines.useProfile')).toEqual([{ id: 'demo', profile: 'small', restart: 'next' }]));
  expect(await screen.findByRole('combobox', { name: 'Profile' })).toHaveProperty('value', 'Small card (in use)');
});

test.each<[string, Partial<Engine>, RegExp]>([
  ['runs with older flags', { isProfileStale: true }, /still runs with other flags/],
  ['fell back to what worked', { variant: 'lastGood', isProfileStale: true }, /runs with the flags that last worked/],
  ['runs safely', { variant: 'safe' }, /without custom nodes this time/],
])('says when the engine %s, and offers a restart', async (_, engine, words) => {
  const { host } = stage({}, engine);
  const user = await openTab(host);
  expect(screen.getByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Restart with it' }));
  await waitFor(() => expect(named(host, 'engines.useProfile')).toHaveLength(1));
});

test('a failed engine offers a start, a safe one, the flags that last worked, and its profile', async () => {
  const problem = { key: 'engineNoGpu', params: { name: 'ComfyUI' }, message: 'ComfyUI could not start.' };
  const failed = inUse({ kind: 'managed', name: 'ComfyUI', state: 'failed', pid: null, hasOtherLastGood: true, problem });
  const host = createFakeHost({ engines: [failed] });
  const user = await mount(host, <EngineScreen />);
  await user.click(screen.getByRole('button', { name: 'Change the launch profile' }));
  expect(screen.getByRole('tab', { name: 'Launch profile' }).getAttribute('aria-selected')).toBe('true');
  const offers: [string, object][] = [
    ['Start', {}],
    ['Safe start', { isSafe: true }],
    ['Start with the flags that last worked', { isLastGood: true }],
  ];
  for (const [name, wish] of offers) {
    host.setEngine(failed);
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(named(host, 'engines.start').at(-1)).toEqual({ id: 'demo', ...wish }));
  }
});

test('an engine that Hearth did not start has no profile', async () => {
  const user = await mount(createFakeHost({ engines: [sampleEngine({ kind: 'external', pid: null })] }), <EngineScreen />);
  await user.click(screen.getByRole('tab', { name: 'Launch profile' }));
  expect(screen.getByText('Its flags are set where it is started.')).toBeTruthy();
});

test('a set keeps its place among the other flags, and only its own go', () => {
  const flags = [
    { flag: '--fast', value: null },
    { flag: '--lowvram', value: null },
    { flag: '--port', value: '1' },
  ];
  const vram = ['--gpu-only', '--highvram', '--lowvram', '--cpu'];
  expect(withFlag(flags, '--cpu', [null], vram).map(({ flag }) => flag)).toEqual(['--fast', '--cpu', '--port']);
  expect(withFlag(flags, '--lowvram', [], vram).map(({ flag }) => flag)).toEqual(['--fast', '--port']);
  expect(withFlag(flags, '--verbose', ['a', 'b']).slice(3)).toEqual([
    { flag: '--verbose', value: 'a' },
    { flag: '--verbose', value: 'b' },
  ]);
  expect(withFlag(flags, '--fast', ['autotune'])[0]).toEqual({ flag: '--fast', value: 'autotune' });
});

test('rows: a set stands once, groups are counted, unknown flags are found', () => {
  const page = sampleFlags();
  const flags = [{ flag: '--cpu', value: null }];
  const rows = flagRows(page);
  const [memory] = shownGroups(rows, flags, 'all', '', () => '');
  expect(memory).toMatchObject({ group: 'memory', setCount: 1 });
  expect(memory?.rows.filter(({ kind }) => kind === 'set')).toHaveLength(1);
  expect(shownGroups(rows, flags, 'set', '', () => '').flatMap((group) => group.rows.map(({ key }) => key))).toEqual([
    '--gpu-only',
  ]);
  expect(shownGroups(rows, [], 'all', 'async offload', () => '').flatMap((group) => group.rows.map(({ key }) => key))).toEqual([
    '--async-offload',
    '--disable-async-offload',
  ]);
  expect(unknownFlags(page, [{ flag: '--new', value: null }, ...flags])).toEqual(['--new']);
  expect(unknownFlags({ ...page, source: 'none', flags: [] }, flags)).toEqual([]);
});
