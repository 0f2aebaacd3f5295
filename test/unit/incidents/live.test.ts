import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import { findAppPaths } from '../../../electron/app-paths.ts';
import type { Incident } from '../../../shared/incident.ts';
import { type Client, connect, serve } from '../../../shared/rpc.ts';
import { portPair } from '../../fakes/memory-port.ts';

let folder: string;
let app: App;
let client: Client;
const told: Incident[] = [];
let onTold = (): void => {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-incidents-'));
  app = await createApp({
    ...findAppPaths(),
    dataDir: folder,
    port: 0,
    engine: { kind: 'demo' },
    engineFlags: ['--speed', '50', '--fail', 'sigkill@1', '--fail', 'node-error@2'],
    host: 'headless',
  });
  const { near, far } = portPair();
  serve(app.handlers, app.hub, far, (where, error) => {
    throw new Error(where, { cause: error });
  });
  client = connect(near);
  client.on('incident.changed', (incident) => {
    told.push(incident);
    onTold();
  });
  await client.call('settings.set', { retryBaseMs: 0, restartBaseMs: 0 });
  await app.start();
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const untilTold = (what: (incident: Incident) => boolean): Promise<Incident> =>
  new Promise((resolve) => {
    onTold = () => {
      const found = told.find(what);
      if (found) resolve(found);
    };
    onTold();
  });

test('a real death and a real failure of one job are told as they happen, with evidence; the job succeeds all the same', async () => {
  const { jobs } = await client.call('jobs.enqueue', { template: 'sd15', values: { prompt: 'a quiet harbour' } });
  const job = jobs[0]?.id ?? '';
  const crash = await untilTold(({ kind, diagnosis }) => kind === 'crash' && diagnosis !== null);
  expect(crash).toMatchObject({ job, count: 1, state: 'open', diagnosis: { cause: 'unknown', failed: true } });
  const failure = await untilTold(({ kind, diagnosis }) => kind === 'job' && diagnosis !== null);
  expect(failure).toMatchObject({ job, state: 'open', diagnosis: { node: expect.any(String), nodeClass: expect.any(String) } });
  expect(failure.attempt).not.toBe(crash.attempt);

  const page = await client.call('incidents.get', { id: crash.id });
  expect(page.evidence).toMatchObject({
    exit: { signal: 'SIGKILL', end: 'crash', wasReady: true },
    job: { id: job, template: 'sd15', values: { prompt: 'a quiet harbour' } },
    launch: { id: crash.launchId },
    profile: { name: 'Default' },
    bootFacts: { comfyui: '0.28.0' },
  });
  expect(page.log.flatMap(({ lines }) => lines).join('\n')).toContain('got prompt');
  const { text } = await client.call('incidents.report', { id: crash.id });
  expect(text).toContain('SIGKILL');
  expect(text).not.toContain('quiet harbour');
  expect(text).not.toContain(folder);
  expect((await client.call('app.snapshot', {})).openIncidents.map(({ id }) => id)).toEqual([failure.id, crash.id]);

  await client.call('engines.stop', { id: 'demo' });
  expect((await client.call('incidents.list', {})).total).toBe(2);
});
