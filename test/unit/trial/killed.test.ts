import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Incident } from '../../../shared/incident.ts';
import type { Client } from '../../../shared/rpc.ts';
import type { Trial } from '../../../shared/trial.ts';
import { openHostClient } from '../../bench/host-client.ts';
import { Hearth } from '../../e2e/hearth.ts';
import { said } from './stage.ts';

let hearth: Hearth;
beforeEach(() => {
  hearth = new Hearth();
});
afterEach(() => hearth[Symbol.asyncDispose]());

const start = async (): Promise<Client> => {
  await hearth.start('--port', '0');
  return (await openHostClient(hearth)).client;
};
/** Resolves with the first trial told of that is as wanted. */
const seen = (client: Client, isWanted: (trial: Trial) => boolean): Promise<Trial> =>
  new Promise((found) => {
    client.on('trial.changed', (trial) => {
      if (isWanted(trial)) found(trial);
    });
  });
const jobState = (client: Client, id: string, ...states: string[]): Promise<string> =>
  new Promise((found) => {
    const look = async (): Promise<void> => {
      const { job } = await client.call('jobs.get', { id });
      if (states.includes(job.state)) found(job.state);
    };
    const again = (): void => void look().catch(() => {});
    client.on('job.changed', (job) => job.id === id && again());
    again();
  });
/** Resolves with the first incident that is as wanted, looked for with every change of one. */
const incidentThat = (client: Client, isWanted: (incident: Incident) => boolean): Promise<Incident> =>
  new Promise((found) => {
    const look = async (): Promise<void> => {
      const { incidents } = await client.call('incidents.list', {});
      const wanted = incidents.find(isWanted);
      if (wanted) found(wanted);
    };
    const again = (): void => void look().catch(() => {});
    client.on('incident.changed', again);
    again();
  });
const profile = async (client: Client): Promise<string[]> => {
  const { profiles } = await client.call('profiles.list', {});
  return profiles[0]?.flags.map(({ flag }) => flag) ?? [];
};

test('Hearth killed in any moment of a trial: the profile is as it was, the job waits where it waited, and the trial can begin again', async () => {
  let client = await start();
  await client.call('settings.set', { retryBaseMs: 10, retryMaxMs: 20, restartBaseMs: 10, diskFloorBytes: 0 });
  const { id: engine } = await client.call('engines.add', { kind: 'demo' });
  const flags = [
    { flag: '--speed', value: '10' },
    { flag: '--fail', value: 'async-offload=lighthouse' },
  ];
  await client.call('profiles.save', { id: 'default', name: 'Default', flags, env: {} });
  await client.call('engines.start', { id: engine });
  const { jobs } = await client.call('jobs.enqueue', { template: 'sd15', values: { prompt: 'a lighthouse' } });
  const job = jobs[0]?.id ?? '';
  await jobState(client, job, 'held');
  const { id: incident } = await incidentThat(client, ({ diagnosis }) => diagnosis !== null);
  const remedy = 'disable-async-offload';

  for (const moment of ['applied', 'started', 'jobRunning'] as const) {
    const reached = seen(client, ({ steps }) => steps.some(({ what }) => what === moment));
    await client.call('incidents.applyRemedy', { id: incident, remedy });
    await reached;
    await hearth.kill();
    client = await start();
    const { state, trials } = await incidentThat(client, (one) => one.id === incident && one.state !== 'trial');
    const last = trials.at(-1);
    expect([moment, state, last?.state, last && said(last).at(-1)]).toEqual([moment, 'open', 'interrupted', 'trialHostEnded']);
    expect(await profile(client)).toEqual(['--speed', '--fail']);
    expect((await client.call('app.snapshot', {})).pauses).toEqual([]);
    // What ran under the trial's flags when Hearth died may run to its end there; else it waits as before. Once the engine has
    // started the job may be there already.
    const ends = { applied: ['held'], started: ['held', 'succeeded'], jobRunning: ['succeeded'] }[moment];
    expect(ends).toContain(await jobState(client, job, 'held', 'succeeded'));
  }

  // The job is stored, and whether the verdict is written already is a matter of moments: it is the same after the next start.
  let tried = '';
  client.on('trial.changed', (trial) => {
    tried = trial.job ?? tried;
  });
  const stored = new Promise<void>((done) => {
    client.on('job.changed', ({ id, state }) => id === tried && state === 'succeeded' && done());
  });
  await client.call('incidents.applyRemedy', { id: incident, remedy });
  await stored;
  await hearth.kill();
  client = await start();
  const cured = await incidentThat(client, ({ id, state }) => id === incident && state === 'resolved');
  expect(await profile(client)).toEqual(['--speed', '--fail', '--disable-async-offload']);
  expect([cured.state, cured.resolvedBy, cured.trials.at(-1)?.canUndo]).toEqual(['resolved', remedy, true]);
}, 120_000);
