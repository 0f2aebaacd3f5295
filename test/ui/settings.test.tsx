import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { panelKeys, sections } from '../../renderer/features/settings/fields.ts';
import { SettingsScreen } from '../../renderer/features/settings/SettingsScreen.tsx';
import { AppError } from '../../shared/app-error.ts';
import { defaultSettings, Settings } from '../../shared/settings.ts';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { descriptionOf, isChecked, textIn } from './dom-facts.ts';
import { mount, mountApp } from './mount.tsx';

const saved = (host: FakeHost) => host.calls.filter((call) => call.name === 'settings.set').map((call) => call.input);

test('a number is saved in the stored unit when the field is left, and says so', async () => {
  const host = createFakeHost();
  const user = await mount(host, <SettingsScreen />);
  const field = screen.getByLabelText('Keep free on the disk');
  await user.clear(field);
  await user.type(field, '3.5');
  expect(saved(host)).toEqual([]);
  await user.tab();
  await waitFor(() => expect(saved(host)).toEqual([{ diskFloorBytes: 3_500_000_000 }]));
  expect(await screen.findByRole('img', { name: 'Saved' })).toBeTruthy();
  expect(textIn(field)).toBe('3.5 GB');
});

test('what is out of range is refused beside the field and changes nothing; Escape forgets it', async () => {
  const host = createFakeHost();
  const user = await mount(host, <SettingsScreen />);
  const field = screen.getByLabelText('Attempts per job');
  await user.clear(field);
  await user.type(field, '0{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('Give a number from 1 to 1,000. It was not changed.');
  expect(descriptionOf(field)).toMatch(/Give a number/);
  await user.clear(field);
  await user.type(field, '{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('Give a number. It was not changed.');
  await user.type(field, '{Escape}');
  expect(textIn(field)).toBe('3');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved(host)).toEqual([]);
});

test('a changed setting offers its default back, by name', async () => {
  const host = createFakeHost();
  host.state.settings.maxAttempts = 7;
  const user = await mount(host, <SettingsScreen />);
  await user.click(screen.getByRole('button', { name: 'Set "Attempts per job" back to 3' }));
  await waitFor(() => expect(textIn(screen.getByLabelText('Attempts per job'))).toBe('3'));
  expect(screen.queryByRole('button', { name: /Attempts per job/ })).toBeNull();
});

test('a change made elsewhere appears by itself', async () => {
  const host = createFakeHost();
  await mount(host, <SettingsScreen />);
  host.hub.emit('settings.changed', { ...host.state.settings, keepEngineCopies: true });
  await waitFor(() => expect(isChecked(screen.getByRole('switch', { name: /own copies/ }))).toBe(true));
});

test('a refusal by the host is told beside the field', async () => {
  const host = createFakeHost();
  host.answer('settings.set', () => {
    throw new AppError('storage', 'internal');
  });
  const user = await mount(host, <SettingsScreen />);
  await user.click(screen.getByRole('switch', { name: /own copies/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong inside Hearth.');
  expect(isChecked(screen.getByRole('switch', { name: /own copies/ }))).toBe(false);
});

test('the look changes at once', async () => {
  const host = createFakeHost();
  const user = await mountApp(host, '#/settings');
  await user.click(await screen.findByRole('combobox', { name: 'Look' }));
  await user.click(await screen.findByRole('option', { name: 'Light', hidden: true }));
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light'));
});

test('every setting is on the page, and its bounds are ones that the host accepts', () => {
  const fields = sections.flatMap((section) => section.fields);
  expect([...fields.map((field) => field.key), ...panelKeys].sort()).toEqual(Object.keys(defaultSettings).sort());
  for (const field of fields) {
    if (field.kind !== 'number') continue;
    for (const bound of [field.min, field.max]) {
      expect(Settings.shape[field.key].safeParse(Math.round(bound * field.factor)).success, `${field.key} ${bound}`).toBe(true);
    }
    expect(defaultSettings[field.key], field.key).toBeLessThanOrEqual(field.max * field.factor);
  }
});
