import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleJob } from '../fakes/fake-data.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { mountApp } from './mount.tsx';

configure({ asyncUtilTimeout: 10_000 });

test('what is on screen follows the language: errors, timelines, and why the queue is paused', async () => {
  const error = { code: 'jobTimedOut', message: 'x', node: null, input: null, params: { minutes: 1 } };
  const cause = JSON.stringify({ key: 'jobTimedOut', params: { minutes: 1 } });
  const job = sampleJob({ state: 'failed_terminal', finishedAt: new Date().toISOString(), error });
  const host = createFakeHost({
    jobs: [job],
    pauses: [
      { owner: 'recovery', text: 'x', since: new Date().toISOString(), key: 'pausedFailures', params: { message: 'x', cause } },
    ],
  });
  await mountApp(host, `#/queue/${job.id}`);
  await waitFor(() => expect(screen.getAllByText(/ran for more than 1 min and was stopped/).length).toBeGreaterThan(1));
  host.state.settings = { ...host.state.settings, language: 'ko' };
  host.hub.emit('settings.changed', host.state.settings);
  await waitFor(() => expect(screen.queryAllByText(/ran for more than/)).toEqual([]));
  expect(screen.getAllByText(/작업이 1분 넘게 실행되어 멈췄습니다/).length).toBeGreaterThan(1);
});

test('components say errors and pauses by useWords, so that the compiler knows what they depend on', () => {
  const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const strays = files.filter(
    (file) => !file.endsWith('toasts.tsx') && /\b(?:errorText|pauseText)\(/.test(readFileSync(join('renderer', file), 'utf8')),
  );
  expect(strays).toEqual([]);
});
