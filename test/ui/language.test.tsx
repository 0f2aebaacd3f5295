import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import { doneJob, sampleJob } from '../fakes/fake-data.ts';
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

test('a failure that pauses the queue is in the language of the page to its innermost sentence', async () => {
  const said = { line: { key: 'deathWithCode', params: { code: 3 } } };
  const cause = JSON.stringify({ key: 'engineDied', params: { line: 'It ended with code 3 and said nothing about why.' }, said });
  const params = { message: 'The engine stopped while this job ran: It ended with code 3 and said nothing about why.', cause };
  const host = createFakeHost({
    settings: { ...defaultSettings, language: 'ko' },
    pauses: [{ owner: 'recovery', text: 'x', since: new Date().toISOString(), key: 'pausedFailures', params }],
  });
  await mountApp(host, '#/queue');
  await waitFor(() => expect(document.body.textContent).toMatch(/엔진이 멈췄습니다: 이유를 남기지 않고 코드 3으로 끝났습니다/));
  expect(document.body.textContent).not.toMatch(/It ended/);
});

test('the demo engine has its Korean name wherever an engine is named: job, picture, settings, form', async () => {
  const job = doneJob();
  const sd15 = { engine: 'demo', missingNodes: ['FaceDetailer'], missingModels: [], choices: {} };
  const host = createFakeHost({
    jobs: [job],
    settings: { ...defaultSettings, language: 'ko', heavyWork: 1, heavyEngine: 'demo' },
    readiness: { sd15 },
  });
  await mountApp(host, `#/queue/${job.id}`);
  expect(await screen.findByText(/^데모 엔진, /)).toBeTruthy();
  const places: [string, RegExp][] = [
    [`#/gallery/${job.artifacts[0]?.id}`, /^데모 엔진$/],
    ['#/generate/sd15', /^데모 엔진에 이 템플릿이/],
  ];
  for (const [place, text] of places) {
    window.location.hash = place;
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryAllByText(/Demo engine/)).toEqual([]);
  }
  window.location.hash = '#/settings';
  expect(await screen.findByRole('combobox', { name: '무거운 작업을 맡을 엔진' })).toHaveProperty('value', '데모 엔진');
});

test('no component shows an engine by the name as it is stored', () => {
  const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.filter((file) => /engines\[[^\]]*\]\??\.name\b/.test(readFileSync(join('renderer', file), 'utf8')))).toEqual([]);
});

test('components say errors and pauses by useWords, so that the compiler knows what they depend on', () => {
  const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const strays = files.filter(
    (file) => !file.endsWith('toasts.tsx') && /\b(?:errorText|pauseText)\(/.test(readFileSync(join('renderer', file), 'utf8')),
  );
  expect(strays).toEqual([]);
});
