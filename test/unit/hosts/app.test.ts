import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { findAppPaths } from '../../../electron/app-paths.ts';
import type { Config } from '../../../electron/config.ts';
import { runHeadless } from '../../../electron/headless.ts';
import { openHost } from '../../../electron/host.ts';
import { readHostFile } from '../../../electron/host-file.ts';
import { lockDataFolder } from '../../../electron/host-lock.ts';
import { contract } from '../../../shared/contract.ts';
import { connect, serve } from '../../../shared/rpc.ts';
import { portPair } from '../../fakes/memory-port.ts';
import { sampleFile, writeTemplate } from '../templates/sample.ts';

let folder: string;
let config: Config;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-app-'));
  config = { ...findAppPaths(), dataDir: folder, port: 0, engine: null, engineFlags: [], host: 'headless' };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the services of a data folder', () => {
  test('read the template folders again when asked to, and tell everybody', async () => {
    const app = await createApp(config);
    await app.start();
    const { near, far } = portPair();
    serve(app.handlers, app.hub, far, () => {});
    const client = connect(near);
    const told: string[][] = [];
    client.on('templates.read', ({ templates }) => told.push(templates.map(({ id }) => id)));
    const own = join(folder, 'templates');
    await writeTemplate(own, 'by-hand', sampleFile({ id: 'by-hand' }));
    mkdirSync(join(own, 'broken'));
    const read = await client.call('templates.reload', {});
    expect(read.templates.map(({ id }) => id)).toContain('by-hand');
    expect(read.problems.map(({ id }) => id)).toEqual(['broken']);
    expect((await client.call('templates.get', { id: 'by-hand' })).origin).toBe('own');
    rmSync(own, { recursive: true });
    const { templates: left, problems } = await client.call('templates.reload', {});
    expect([left.some(({ id }) => id === 'by-hand'), problems]).toEqual([false, []]);
    expect(told).toEqual([read, { templates: left }].map((list) => list.templates.map(({ id }) => id)));
    await app.stop();
  });

  test('answer every call of the contract, and refuse ids that they do not know in words', async () => {
    const app = await createApp(config);
    await app.start();
    const { near, far } = portPair();
    const unexpected: unknown[] = [];
    serve(app.handlers, app.hub, far, (where, error) => unexpected.push([where, error]));
    const client = connect(near);
    const names = [...Object.keys(contract.queries), ...Object.keys(contract.commands)];
    expect(Object.keys(app.handlers).sort()).toEqual(names.sort());

    const id = 'no such thing';
    const refused: [string, () => Promise<unknown>][] = [
      ['jobUnknown', () => client.call('jobs.get', { id })],
      ['noSuchArtifact', () => client.call('artifacts.get', { id })],
      ['noSuchTemplate', () => client.call('templates.readiness', { id })],
      ['noSuchTemplate', () => client.call('templates.versions', { id })],
      ['noSuchTemplate', () => client.call('templates.remove', { id })],
      ['noSuchEngine', () => client.call('engines.start', { id })],
      ['noSuchEngine', () => client.call('engines.stop', { id })],
      ['noSuchEngine', () => client.call('engines.restart', { id })],
      ['noSuchEngine', () => client.call('engines.remove', { id })],
      ['noSuchEngine', () => client.call('engines.memory', { id })],
      ['noSuchEngine', () => client.call('engines.log', { id })],
      ['noSuchEngine', () => client.call('engines.judgeFlags', { id, flags: [] })],
      ['noSuchEngine', () => client.call('engines.flags', { id })],
      ['noSuchEngine', () => client.call('engines.commandLine', { id, profile: { flags: [], env: {} } })],
      ['noSuchEngine', () => client.call('engines.parseFlags', { id, text: '' })],
      ['noSuchEngine', () => client.call('engines.launches', { id })],
      ['noSuchEngine', () => client.call('engines.history', { id })],
      ['noSuchEngine', () => client.call('engines.facts', { id })],
      ['noSuchEngine', () => client.call('engines.watchLoad', { id })],
      ['noSuchEngine', () => client.call('engines.useProfile', { id, profile: 'default', restart: 'next' })],
      ['noSuchEngine', () => client.call('profiles.save', { name: 'Mine', flags: [], env: {}, engine: id })],
      ['profileMissing', () => client.call('profiles.save', { id, name: 'Mine', flags: [], env: {} })],
      ['profileMissing', () => client.call('profiles.remove', { id })],
      ['incidentUnknown', () => client.call('incidents.get', { id })],
      ['incidentUnknown', () => client.call('incidents.report', { id })],
      ['incidentUnknown', () => client.call('incidents.resolve', { ids: [id] })],
      ['incidentUnknown', () => client.call('incidents.applyRemedy', { id, remedy: 'cpu' })],
      ['incidentUnknown', () => client.call('incidents.tickStep', { id, remedy: 'cpu', isDone: true })],
      ['trialUnknown', () => client.call('incidents.stopTrial', { id })],
      ['trialUnknown', () => client.call('incidents.undoTrial', { id })],
      ['unsupported', () => client.call('host.pickFolder', {})],
      ['unsupported', () => client.call('host.revealFile', { artifact: id })],
    ];
    for (const [key, call] of refused) await expect(call()).rejects.toMatchObject({ key });
    const { jobs, refused: unknown } = await client.call('jobs.cancel', { ids: [id] });
    expect([jobs, unknown]).toMatchObject([[], [{ id, key: 'jobUnknown' }]]);

    expect(await client.call('app.snapshot', {})).toMatchObject({
      host: 'headless',
      actions: [],
      dataFolder: folder,
      isFirstRun: true,
    });
    expect((await client.call('templates.list', {})).problems).toEqual([]);
    expect((await client.call('templates.readiness', { id: 'demo' })).readiness).toEqual([]);
    expect((await client.call('settings.set', { theme: 'light' })).theme).toBe('light');
    expect(unexpected).toEqual([]);
    await app.stop();
  });

  test('keep settings and jobs over a restart, and tell changes to all', async () => {
    const first = await createApp(config);
    const told: unknown[] = [];
    first.hub.attach((message) => told.push(message));
    await first.handlers['settings.set']({ language: 'ko' });
    const { jobs } = await first.handlers['jobs.enqueue']({
      template: 'demo',
      values: {},
      count: 2,
      priority: 'normal',
      isFront: false,
    });
    await vi.waitFor(() =>
      expect(told).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'settings.changed', payload: expect.objectContaining({ language: 'ko' }) }),
          ...jobs.map(({ id }) => expect.objectContaining({ name: 'job.changed', payload: expect.objectContaining({ id }) })),
          expect.objectContaining({ name: 'queue.changed' }),
        ]),
      ),
    );
    await first.stop();
    const second = await createApp(config);
    const snapshot = await second.handlers['app.snapshot']({});
    expect(snapshot.settings.language).toBe('ko');
    expect(snapshot.openJobs.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort());
    await second.stop();
  });

  test('that cannot be built leave nothing open', async () => {
    mkdirSync(join(folder, 'hearth.db'));
    await expect(createApp(config)).rejects.toThrow('hearth.db');
    lockDataFolder(folder)();
    rmSync(join(folder, 'hearth.db'), { recursive: true });
    await (await createApp(config)).stop();
  });

  test('may be stopped while they start, and before', async () => {
    const app = await createApp(config);
    const starting = app.start();
    await app.stop();
    await starting;
    const other = await createApp(config);
    await other.stop();
    lockDataFolder(folder)();
  });
});

describe('a host', () => {
  test('that finds its port taken gives the folder back', async () => {
    const one = await openHost(config);
    const other = mkdtempSync(join(tmpdir(), 'hearth-other-'));
    await expect(openHost({ ...config, dataDir: other, port: one.port })).rejects.toMatchObject({ key: 'portTaken' });
    expect(existsSync(join(other, 'host.json'))).toBe(false);
    lockDataFolder(other)();
    rmSync(other, { recursive: true });
    await one.stop();
  });

  test('serves the renderer and the contract, and nothing after its end', async () => {
    writeFileSync(join(folder, 'index.html'), '<title>Hearth</title>');
    const host = await openHost({ ...config, rendererDir: folder });
    const headers = { authorization: `Bearer ${host.token}` };
    expect(await (await fetch(host.url, { headers })).text()).toContain('Hearth');
    expect((await fetch(`${host.url}/host.json`, { headers })).status).toBe(200);
    expect(readHostFile(folder)).toMatchObject({ url: host.url, token: host.token, pid: process.pid });
    await host.stop();
    await expect(fetch(host.url)).rejects.toThrow();
    expect(readdirSync(folder).sort()).toEqual(expect.arrayContaining(['hearth.db', 'host.json', 'host.lock', 'logs', 'token']));
  });
});

test('a headless host that has ended leaves no listener on its process', async () => {
  const count = (): number => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const runOnce = async (): Promise<void> => {
    const said = Promise.withResolvers<string>();
    const ended = runHeadless(config, { out: said.resolve, err() {} });
    await said.promise;
    process.emit('SIGHUP', 'SIGHUP');
    expect(await ended).toBe(129);
  };
  // What packages hang there once stays.
  await runOnce();
  const before = count();
  await runOnce();
  await runOnce();
  expect(count()).toBe(before);
});
