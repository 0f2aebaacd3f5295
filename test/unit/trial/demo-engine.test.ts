import { expect, test } from 'vitest';
import { Stage, said, story } from './stage.ts';

test('the reference case: the flag is tried, the boot shows it, the very job that died runs first, the flag is kept, and undone again', async () => {
  await using stage = new Stage();
  await stage.open([['--fail', 'async-offload=lighthouse']]);
  const [job, other] = [await stage.queue(), await stage.queue('a meadow')];
  await stage.settled(job.id, 'held');
  await stage.settled(other.id, 'succeeded');
  const incident = await stage.incidentOf(job.id);
  const waiting = await stage.queue('a harbour');
  const trial = await stage.attempt(incident.id, 'disable-async-offload');
  expect(story(trial)).toBe('applied starting started proved jobQueued jobRunning jobSucceeded kept');
  expect(said(trial)).toEqual(['trialProved']);
  expect(stage.jobs.get(job.id)?.state).toBe('succeeded');
  expect(stage.incidents.get(incident.id)).toMatchObject({ state: 'resolved', resolvedBy: 'disable-async-offload' });
  expect(await stage.profile()).toEqual(['--speed', '--fail', '--disable-async-offload']);
  await stage.settled(waiting.id, 'succeeded');
  const { engines } = await stage.client.call('app.snapshot', {});
  expect(engines[0]).toMatchObject({ state: 'ready', variant: 'profile', isProfileStale: false, hasOtherLastGood: false });
  expect(engines[0]?.bootFacts.asyncOffloadStreams).toBeNull();

  const undone = await stage.client.call('incidents.undoTrial', { id: trial.id });
  expect(undone.state).toBe('undone');
  expect(await stage.profile()).toEqual(['--speed', '--fail']);
  expect(stage.incidents.get(incident.id)?.state).toBe('open');
});

test('a remedy that does not help is taken back, and the next one is confirmed', async () => {
  await using stage = new Stage();
  await stage.open([['--fail', 'pinned-memory=lighthouse']]);
  const job = await stage.queue();
  await stage.settled(job.id, 'held');
  const incident = await stage.incidentOf(job.id);
  const first = await stage.attempt(incident.id, 'disable-async-offload');
  expect(first.state).toBe('rejected');
  expect(story(first)).toBe('applied starting started proved jobQueued jobRunning jobFailed rolledBack');
  expect(await stage.profile()).toEqual(['--speed', '--fail']);
  expect(stage.jobs.get(job.id)?.state).toBe('held');
  const second = await stage.attempt(incident.id, 'disable-pinned-memory');
  expect(second.state).toBe('confirmed');
  expect(await stage.profile()).toEqual(['--speed', '--fail', '--disable-pinned-memory']);
  expect(stage.jobs.get(job.id)?.state).toBe('succeeded');
});
