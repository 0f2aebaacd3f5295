import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RetentionPanel } from '../../renderer/features/settings/RetentionPanel.tsx';
import { createFakeHost, type FakeHost } from '../fakes/fake-host.ts';
import { mount } from './mount.tsx';

configure({ asyncUtilTimeout: 10_000 });
const called = (host: FakeHost, name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input);

test('what a rule would take away is shown before it is used, and asked for once more', async () => {
  const host = createFakeHost();
  const user = await mount(host, <RetentionPanel />);
  expect(screen.getByText('Every finished job stays.')).toBeTruthy();
  await user.type(screen.getByLabelText('Keep them for (0: for ever)'), '{Backspace}30');
  expect(
    await screen.findByText(/12 jobs without pictures would go\. 48 older jobs stay, because they made pictures\./),
  ).toBeTruthy();
  await user.click(screen.getByRole('checkbox'));
  expect(await screen.findByText(/60 jobs would go, and with them 48 pictures, 1\.2 GB\./)).toBeTruthy();
  expect([called(host, 'settings.set'), called(host, 'retention.run')]).toEqual([[], []]);
  await user.click(screen.getByRole('button', { name: 'Use this' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 60 jobs with 48 pictures, 1.2 GB?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete 48 pictures' }));
  await waitFor(() => expect(called(host, 'retention.run')).toHaveLength(1));
  expect(called(host, 'settings.set')).toEqual([{ keepJobsMs: 30 * 86_400_000, keepJobsCount: 0, dropPicturesWithJobs: true }]);
});
