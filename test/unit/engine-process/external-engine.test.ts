import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import type { Engines, LaneChange } from '../../../electron/engine/engines.ts';
import { createEngines } from '../../../electron/engine/engines-service.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Engine } from '../../../shared/engine.ts';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import { createWaits } from '../../fakes/waits.ts';

/** A ComfyUI that somebody else runs, in this process. */
const runComfy = async (port = 0): Promise<{ url: string; port: number; isSilent: boolean; close: () => Promise<void> }> => {
  const state = { isSilent: false };
  const server: Server = createServer((_request, response) => {
    if (state.isSilent) return;
    const system = { argv: ['main.py'], comfyui_version: '0.33.0', python_version: '3.12.1 (main)' };
    response.end(JSON.stringify({ system, devices: [{ name: 'cuda:0 RTX' }] }));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.send('{"type":"status","data":{"status":{"exec_info":{"queue_remaining":0}},"sid":"x"}}'),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};

let dataDir: string;
let db: Db;
let engines: Engines;
let settings: Settings;
let lanes: LaneChange[];
let told: Engine[];
const { stir, until } = createWaits();
const untilState = (id: string, state: Engine['state']): Promise<void> => until(() => engines.get(id)?.state === state);

const open = (): Engines => {
  lanes = [];
  told = [];
  const opened = createEngines({
    db,
    config: { dataDir, engine: null, engineFlags: [], entry: '' },
    clock: systemClock,
    log: silentLog,
    settings: () => settings,
    random: () => 0.5,
    emit(name, payload) {
      if (name === 'engine.changed') told.push(payload as Engine);
      stir();
    },
  });
  opened.onLane((change) => {
    lanes.push(change);
    stir();
  });
  return opened;
};
beforeEach(() => {
  settings = defaultSettings;
  dataDir = mkdtempSync(join(tmpdir(), 'hearth external '));
  db = openDatabase(join(dataDir, 'hearth.db'));
  engines = open();
});
afterEach(async () => {
  await engines.close();
  db.close();
  rmSync(dataDir, { recursive: true });
});

it('is used by its URL: ready, with what it says about itself, and left running at the end', async () => {
  const comfy = await runComfy();
  const { id, kind } = await engines.add({ kind: 'external', url: `127.0.0.1:${comfy.port}`, name: 'Tower' });
  expect([id, kind]).toEqual(['external', 'external']);
  const ready = await engines.start(id);
  expect(ready).toMatchObject({ state: 'ready', name: 'Tower', version: '0.33.0', pid: null, url: comfy.url, isWanted: true });
  expect(ready.bootFacts).toMatchObject({ python: '3.12.1', device: 'cuda:0 RTX' });
  expect(engines.lanes()).toMatchObject([{ engineId: id, kind: 'external', folders: null, isAdopted: true }]);
  expect(await engines.stop(id)).toMatchObject({ state: 'stopped', isWanted: false });
  expect(lanes.map(({ type }) => type)).toEqual(['up', 'down']);
  expect((await fetch(`${comfy.url}/api/system_stats`)).status).toBe(200);
  await comfy.close();
});

it('says when nothing answers there, and comes up by itself when something does', async () => {
  const gone = await runComfy();
  await gone.close();
  const { id } = await engines.add({ kind: 'external', url: gone.url });
  const failed = await engines.start(id);
  expect(failed).toMatchObject({ state: 'failed', problem: { key: 'engineRefusesConnection' } });
  expect(failed.retryAt).not.toBeNull();
  const comfy = await runComfy(gone.port);
  await untilState(id, 'ready');
  expect(engines.get(id)).toMatchObject({ problem: null, retryAt: null });
  await comfy.close();
});

it('goes and comes back: lane down as unreachable, and up again under the same launch', async () => {
  settings = { ...defaultSettings, lateAfterMs: 1_000 };
  const comfy = await runComfy();
  const { id } = await engines.add({ kind: 'external', url: comfy.url });
  await engines.start(id);
  await comfy.close();
  await untilState(id, 'backoff');
  // Why is a sentence of Hearth's own, so that each reader gets it in their language.
  expect(engines.get(id)?.problem).toMatchObject({ key: 'engineLost', said: { reason: { key: 'engineLostRefused' } } });
  expect(lanes.at(-1)).toMatchObject({ type: 'down', why: 'unreachable' });
  const again = await runComfy(comfy.port);
  await untilState(id, 'ready');
  const [first, last] = [lanes[0], lanes.at(-1)];
  expect(first?.type === 'up' && last?.type === 'up' && first.lane.launchId === last.lane.launchId).toBe(true);
  await again.close();
});

it('is silent: claims closed, then given up, never touched; any answer brings it back', async () => {
  settings = { ...defaultSettings, lateAfterMs: 500, unresponsiveAfterMs: 1_500, unresponsiveGraceMs: 60_000 };
  const comfy = await runComfy();
  const { id } = await engines.add({ kind: 'external', url: comfy.url });
  await engines.start(id);
  comfy.isSilent = true;
  await untilState(id, 'unresponsive');
  expect(lanes.at(-1)).toMatchObject({ type: 'claims', isOpen: false });
  comfy.isSilent = false;
  await comfy.close();
  await untilState(id, 'backoff');
  const again = await runComfy(comfy.port);
  await untilState(id, 'ready');
  await again.close();
});

it('wants the same engine once, numbers others, and refuses an address that is none', async () => {
  const one = await engines.add({ kind: 'external', url: 'http://127.0.0.1:1' });
  expect((await engines.add({ kind: 'external', url: '127.0.0.1:1/' })).id).toBe(one.id);
  expect((await engines.add({ kind: 'external', url: 'http://127.0.0.1:2' })).id).toBe('external-2');
  expect((await engines.add({ kind: 'demo' })).id).toBe('demo');
  expect((await engines.add({ kind: 'demo' })).id).toBe('demo');
  await expect(engines.add({ kind: 'external', url: 'http://' })).rejects.toMatchObject({ key: 'urlInvalid' });
  await expect(engines.add({ kind: 'managed', folder: join(dataDir, 'nowhere') })).rejects.toMatchObject({
    key: 'installMissing',
  });
  await expect(engines.start('nobody')).rejects.toMatchObject({ key: 'noSuchEngine' });
  await engines.remove(one.id);
  expect(engines.list().map(({ id }) => id)).toEqual(['external-2', 'demo']);
});

it('is wanted across hosts; what serve names is wanted for its run only', async () => {
  const comfy = await runComfy();
  const { id } = await engines.add({ kind: 'external', url: comfy.url });
  await engines.start(id);
  await engines.close();
  engines = open();
  await engines.startWanted();
  await untilState(id, 'ready');
  await engines.stop(id);
  await engines.close();

  engines = createEngines({
    db,
    config: { dataDir, engine: { kind: 'external', url: comfy.url }, engineFlags: [], entry: '' },
    clock: systemClock,
    log: silentLog,
    settings: () => settings,
    emit: stir,
  });
  await engines.startWanted();
  await untilState(id, 'ready');
  expect(engines.get(id)?.isWanted).toBe(false);
  await engines.close();
  engines = open();
  await engines.startWanted();
  expect(engines.get(id)?.state).toBe('stopped');
  await comfy.close();
});

it('starts the others even when what serve names cannot be used, and says so', async () => {
  const comfy = await runComfy();
  const { id } = await engines.add({ kind: 'external', url: comfy.url });
  await engines.start(id);
  await engines.close();
  engines = createEngines({
    db,
    config: { dataDir, engine: { kind: 'managed', folder: join(dataDir, 'nowhere') }, engineFlags: [], entry: '' },
    clock: systemClock,
    log: silentLog,
    settings: () => settings,
    emit: stir,
  });
  await expect(engines.startWanted()).rejects.toMatchObject({ key: 'installMissing' });
  await untilState(id, 'ready');
  await comfy.close();
});
