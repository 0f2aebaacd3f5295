import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { App } from '../../renderer/App.tsx';
import { api } from '../../renderer/api.ts';
import { followLanguage } from '../../renderer/store/follow-language.ts';
import { emptyHearth, hearthStore } from '../../renderer/store/hearth.ts';
import { syncHearth } from '../../renderer/store/sync.ts';
import { followHash, viewStore } from '../../renderer/store/view.ts';
import { theme } from '../../renderer/ui/theme.ts';
import type { FakeHost } from '../fakes/fake-host.ts';

/** Connects the page's own api and stores to a fake host until the test ends; resolves at the first snapshot. */
export async function connectPage(host: FakeHost): Promise<void> {
  hearthStore.setState(emptyHearth, true);
  viewStore.setState({ template: null, drafts: {} });
  const stops = [followLanguage(), followHash(), syncHearth(api), api.start(() => host.open())];
  onTestFinished(() => {
    for (const stop of stops) stop();
  });
  await waitFor(() => {
    if (hearthStore.getState().snapshots === 0) throw new Error('no snapshot yet');
  });
}

/** One screen or part on a fake host, without the frame. */
export async function mount(host: FakeHost, children: ReactNode): Promise<UserEvent> {
  await connectPage(host);
  render(
    <MantineProvider theme={theme} env="test" forceColorScheme="dark">
      <Notifications />
      {children}
    </MantineProvider>,
  );
  return userEvent.setup();
}

/** The whole page on a fake host, at an address such as `#/queue`. */
export async function mountApp(host: FakeHost, hash = ''): Promise<UserEvent> {
  window.location.hash = hash;
  await connectPage(host);
  render(<App />);
  return userEvent.setup();
}
