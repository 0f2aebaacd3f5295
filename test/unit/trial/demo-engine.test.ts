import { expect, test, vi } from 'vitest';
import { Stage, said, story } from './stage.ts';

// Engines start and stop several times in each.
vi.setConfig({ testTimeout: 120_000 });

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
  expect(said(trial)).toEqual(['trialProvedGone']);
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

test('an engine that does not start with the remedy: rejected with the reason, and it runs as before', async () => {
  await using stage = new Stage();
  await stage.open([
    ['--fail', 'async-offload=lighthouse'],
    ['--fail', 'boot-exit-3@3'],
  ]);
  const job = await stage.queue();
  await stage.settled(job.id, 'held');
  const incident = await stage.incidentOf(job.id);
  await stage.client.call('settings.set', { crashBudget: 1 });
  const trial = await stage.attempt(incident.id, 'disable-async-offload');
  expect(trial.state).toBe('rejected');
  expect([story(trial), said(trial)]).toEqual(['applied starting died rolledBack', ['trialNotStarted']]);
  const { engines, pauses } = await stage.client.call('app.snapshot', {});
  expect(engines[0]).toMatchObject({ state: 'ready', variant: 'profile' });
  expect(pauses).toEqual([]);
  expect(await stage.profile()).toEqual(['--speed', '--fail', '--fail']);
});

test('a black picture is no cure, a person ends what takes too long, and an unknown end offers a safe start', async () => {
  await using stage = new Stage();
  await stage.open([
    ['--fail', 'async-offload=lighthouse'],
    ['--fail', 'black=lighthouse'],
    ['--fail', 'odd-end=lagoon'],
  ]);
  const job = await stage.queue();
  await stage.settled(job.id, 'held');
  const incident = await stage.incidentOf(job.id);
  const trial = await stage.attempt(incident.id, 'disable-async-offload');
  expect(trial.state).toBe('rejected');
  expect(story(trial)).toBe('applied starting started proved jobQueued jobRunning jobSucceeded warned rolledBack');
  expect(said(trial).at(-1)).toMatch(/^trialPicture(Black|NaN)$/);
  expect(stage.incidents.get(incident.id)?.state).toBe('open');

  const odd = await stage.queue('a lagoon');
  await stage.settled(odd.id, 'held');
  const unknown = await stage.incidentOf(odd.id);
  expect(unknown.diagnosis).toMatchObject({ cause: 'unknown', confidence: 'low' });
  expect(unknown.remedies.map(({ id }) => id)).toContain('safe-start');
  // Two at once on one engine, and a trial of what is not offered, are refused.
  const begun = stage.client.call('incidents.applyRemedy', { id: unknown.id, remedy: 'restart-engine' });
  await expect(stage.client.call('incidents.applyRemedy', { id: unknown.id, remedy: 'cpu' })).rejects.toThrow();
  await begun;
  const running = await stage.until(() => [...stage.trials.values()].find(({ state }) => state === 'running'));
  await expect(
    stage.client.call('incidents.applyRemedy', { id: incident.id, remedy: 'disable-pinned-memory' }),
  ).rejects.toMatchObject({
    key: 'trialUnderWay',
  });
  // Whoever takes its pause away stops it, and hears that there was one.
  const resume = () => stage.client.call('queue.resume', { owner: 'trial' });
  expect(await resume()).toEqual({ pauses: [], wasPaused: true });
  const stopped = stage.trials.get(running.id);
  expect([stopped?.state, stopped && said(stopped)]).toEqual(['interrupted', ['trialStopped']]);
  expect(await resume()).toEqual({ pauses: [], wasPaused: false });
  expect(stage.jobs.get(odd.id)?.state).toBe('held');
  await expect(stage.client.call('incidents.stopTrial', { id: running.id })).rejects.toMatchObject({ key: 'trialOver' });
});

test('at night remedies are tried without asking, one after the other, and kin of the cured job run again', async () => {
  await using stage = new Stage();
  const hour = new Date().getHours();
  await stage.open([['--fail', 'pinned-memory=lighthouse']], {
    autoTrials: 'night',
    nightFromHour: hour,
    nightToHour: (hour + 2) % 24,
  });
  const jobs = [await stage.queue(), await stage.queue('another lighthouse')];
  await Promise.all(jobs.map(({ id }) => stage.settled(id, 'succeeded')));
  const tried = [...stage.trials.values()];
  expect(tried.map(({ remedy, state, isAutomatic }) => [remedy, state, isAutomatic])).toEqual([
    ['disable-async-offload', 'rejected', true],
    ['disable-pinned-memory', 'confirmed', true],
  ]);
});

test('a smaller job is a copy: the one that failed stays as it was', async () => {
  await using stage = new Stage();
  await stage.open([['--fail', 'oom@1']]);
  const job = await stage.queue();
  await stage.settled(job.id, 'failed_terminal');
  const incident = await stage.incidentOf(job.id);
  const trial = await stage.attempt(incident.id, 'reduce-size');
  expect(trial.state).toBe('confirmed');
  expect(story(trial)).toBe('applied jobQueued jobRunning jobSucceeded kept');
  const copy = stage.jobs.get(trial.job ?? '');
  const { links } = await stage.client.call('jobs.get', { id: trial.job ?? '' });
  expect(links.origin?.id).toBe(job.id);
  expect([copy?.id === job.id, copy?.values.width, stage.jobs.get(job.id)?.state]).toEqual([false, 384, 'failed_terminal']);
});

test('a remedy that changes the graph: a copy decodes in tiles and takes the place of the one that failed, until that is undone', async () => {
  await using stage = new Stage();
  await stage.open([['--fail', 'vae-oom=lighthouse']]);
  const job = await stage.queue();
  await stage.settled(job.id, 'failed_terminal');
  const known = await stage.incidentOf(job.id);
  expect(known.diagnosis?.cause).toBe('vram-oom-vae');
  const { incident } = await stage.client.call('incidents.get', { id: known.id });
  const changes = [expect.objectContaining({ op: 'class', node: '8', before: 'VAEDecode', after: 'VAEDecodeTiled' })];
  expect(incident.remedies.find(({ id }) => id === 'tiled-vae')?.changes).toEqual(changes);
  // What has nothing to change here is no trial.
  const { key } = await stage.client
    .call('incidents.applyRemedy', { id: incident.id, remedy: 'smaller-tiles' })
    .then(() => ({ key: '' }), Object);
  expect(key).toBe('trialNoChange');

  const trial = await stage.attempt(incident.id, 'tiled-vae');
  expect([trial.state, trial.canUndo, trial.changes]).toEqual(['confirmed', true, changes]);
  const copy = await stage.client.call('jobs.get', { id: trial.job ?? '' });
  expect([copy.job.state, copy.job.changes, copy.job.digest]).toEqual([
    'succeeded',
    { remedy: 'tiled-vae', changes },
    job.digest,
  ]);
  expect(copy.links.origin?.id).toBe(job.id);
  // What it was made with stands in its record, and the digest of its prompt is one of its own.
  const recordOf = async (id: string) => (await stage.client.call('records.list', { job: id })).records[0];
  const [was, now] = await Promise.all([recordOf(job.id), recordOf(copy.job.id)]);
  expect([was?.changes, now?.changes?.changes, was?.graph === now?.graph]).toEqual([null, changes, false]);

  const undone = await stage.client.call('incidents.undoTrial', { id: trial.id });
  expect([undone.state, stage.incidents.get(incident.id)?.state]).toEqual(['undone', 'open']);

  // The same changes after a new life of Hearth.
  await stage.close();
  await stage.boot();
  const again = await stage.client.call('jobs.get', { id: copy.job.id });
  expect(again.job.changes).toEqual({ remedy: 'tiled-vae', changes });
});
