import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hearthStore } from '../../renderer/store/hearth.ts';
import type { Port } from '../../shared/rpc.ts';
import { progressOf, runningJob, sampleEngine, sampleJob } from '../fakes/fake-data.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { connectPage } from './mount.tsx';

test('holds what the snapshot says and follows every event', async () => {
  const job = runningJob();
  const host = createFakeHost({ jobs: [job] });
  await connectPage(host);
  expect(hearthStore.getState()).toMatchObject({ connection: 'open', version: '0.1.0', openJobOrder: [job.id] });

  host.hub.emit('job.progress', progressOf(job));
  host.setEngine(sampleEngine({ state: 'stopping' }));
  host.setJob(sampleJob());
  await waitFor(() => {
    expect(hearthStore.getState().engines.demo?.state).toBe('stopping');
    expect(hearthStore.getState().progress[job.id]?.ratio).toBe(0.61);
    expect(hearthStore.getState().counts.queued).toBe(1);
    expect(hearthStore.getState().openJobOrder).toHaveLength(2);
  });

  host.setJob({ ...job, state: 'succeeded' });
  await waitFor(() => {
    expect(hearthStore.getState().openJobs[job.id]).toBeUndefined();
    expect(hearthStore.getState().progress[job.id]).toBeUndefined();
  });
});

test('takes a fresh snapshot after a gap in the event numbers', async () => {
  const host = createFakeHost();
  let isDropping = false;
  await connectPage({
    ...host,
    open: async () => {
      const port = await host.open();
      const onMessage: Port['onMessage'] = (listener) =>
        port.onMessage((message) => {
          if (!isDropping) listener(message);
        });
      return { ...port, onMessage };
    },
  });
  const lost = sampleJob();
  isDropping = true;
  host.setJob(lost);
  await Promise.resolve();
  isDropping = false;
  expect(hearthStore.getState().openJobOrder).toEqual([]);

  host.hub.emit('settings.changed', { ...host.state.settings, theme: 'light' });
  await waitFor(() => expect(hearthStore.getState().openJobOrder).toEqual([lost.id]));
  expect(hearthStore.getState().snapshots).toBe(2);
});

test('says that the connection was lost, comes back by itself, and holds the truth again', async () => {
  const host = createFakeHost();
  await connectPage(host);
  host.cut();
  expect(hearthStore.getState().connection).toBe('lost');
  host.state.jobs.push(sampleJob());
  await waitFor(() => expect(hearthStore.getState().connection).toBe('open'), { timeout: 5_000 });
  expect(hearthStore.getState().counts.queued).toBe(1);
});
