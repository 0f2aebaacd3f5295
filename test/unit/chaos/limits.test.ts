import { expect, test, vi } from 'vitest';
import type { Job } from '../../../shared/job.ts';
import { defaultSettings, type SettingsPatch } from '../../../shared/settings.ts';
import { openHostClient } from '../../bench/host-client.ts';
import { ChildHost } from '../cli/child-host.ts';

/** How long something may take on a busy machine before it counts as never. */
const patience = { timeout: 90_000, interval: 100 };

const set = async (host: ChildHost, patch: SettingsPatch): Promise<void> => {
  const { client, close } = await openHostClient(host.line);
  await client.call('settings.set', patch);
  close();
};
/** Exit code and the one job of a command that waits for its end. */
const runJob = async (host: ChildHost, ...words: string[]): Promise<{ code: number; job: Job }> => {
  const { code, json } = await host.hearth('submit', '--wait', '--json', ...words);
  return { code, job: json().jobs[0] };
};

test('a job that kills the engine is held, one that never ends is a dead letter, the rest goes on; both run when queued again', {
  timeout: 240_000,
}, async () => {
  await using host = new ChildHost();
  await host.start('--port', '0', '--engine', 'demo', '--', '--speed', '5', '--fail', 'sigkill=poison');
  // The limits are the default ones; only what passes between two attempts is short.
  await set(host, { retryBaseMs: 10, restartBaseMs: 10 });
  const poison = await runJob(host, '--template', 'sd15', '--set', 'prompt=a poison pill', '--set', 'steps=4');
  expect(poison).toMatchObject({ code: 1, job: { state: 'held', error: { code: 'engineDied' }, artifacts: [] } });
  expect(poison.job.attempts.map(({ state }) => state)).toEqual(['lost', 'lost']);

  const calm = await runJob(host, '--template', 'demo');
  expect(calm).toMatchObject({ code: 0, job: { state: 'succeeded', attempts: [{ state: 'succeeded' }] } });

  await set(host, { attemptTimeoutMs: 1_000 });
  const endless = await runJob(host, '--template', 'sd15', '--set', 'steps=100', '--set', 'width=1024', '--set', 'height=1024');
  expect(endless).toMatchObject({ code: 1, job: { state: 'dead_letter', artifacts: [] } });
  expect(endless.job.attempts.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  await set(host, { attemptTimeoutMs: defaultSettings.attemptTimeoutMs });
  await host.end('SIGTERM');

  await host.start('--port', '0', '--engine', 'demo', '--', '--speed', '20');
  const ids = [poison.job.id, endless.job.id];
  expect(await host.hearth('requeue', ...ids)).toMatchObject({ code: 0 });
  await vi.waitFor(async () => {
    const { jobs } = (await host.hearth('jobs', ...ids, '--json')).json();
    expect(jobs.map(({ state, artifacts }: Job) => [state, artifacts.length])).toEqual([
      ['succeeded', 1],
      ['succeeded', 1],
    ]);
  }, patience);
});
