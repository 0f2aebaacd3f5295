import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import { findAppPaths } from '../../../electron/app-paths.ts';
import { openDatabase } from '../../../electron/db/database.ts';
import { createProfileRows } from '../../../electron/db/profiles.ts';
import type { Profile } from '../../../shared/engine.ts';
import { type Client, connect, serve } from '../../../shared/rpc.ts';
import { secretMask } from '../../../shared/secret.ts';
import { portPair } from '../../fakes/memory-port.ts';

let folder: string;
let app: App;
let client: Client;
let close: () => void;
let told: { name: string; payload: unknown }[];
/** Everything that left the host, as it left. */
let wire: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-profiles-'));
  app = await createApp({ ...findAppPaths(), dataDir: folder, port: 0, engine: null, engineFlags: [], host: 'headless' });
  await app.start();
  told = [];
  wire = '';
  const pair = portPair();
  close = pair.close;
  app.hub.attach((message) => told.push(message as (typeof told)[number]));
  pair.near.onMessage((message) => {
    wire += JSON.stringify(message);
  });
  serve(app.handlers, app.hub, pair.far, (where, error) => {
    throw new Error(`failed in ${where}`, { cause: error });
  });
  client = connect(pair.near);
});
afterEach(async () => {
  close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const save = (change: Partial<Profile> & { engine?: string; copyOf?: string } = {}): Promise<Profile> =>
  client.call('profiles.save', { name: 'Mine', flags: [], env: {}, ...change });
const add = async (): Promise<string> => (await client.call('engines.add', { kind: 'demo' })).id;
const flags = (...words: [string, string | null][]) => words.map(([flag, value]) => ({ flag, value }));

describe('launch profiles', () => {
  test('begin with the default one; are made, changed, listed by name, and told to all', async () => {
    expect(await client.call('profiles.list', {})).toEqual({
      profiles: [{ id: 'default', name: 'Default', flags: [], env: {} }],
    });
    const made = await save({ name: '  Slow card ', flags: flags(['--lowvram', null]) });
    expect(made.name).toBe('Slow card');
    const changed = await save({ ...made, name: 'Small card' });
    expect(changed.id).toBe(made.id);
    const { profiles } = await client.call('profiles.list', {});
    expect(profiles.map(({ name }) => name)).toEqual(['Default', 'Small card']);
    expect(told.filter(({ name }) => name === 'profile.changed').map(({ payload }) => payload)).toEqual([made, changed]);
  });

  test('of one name there is one, whatever the case', async () => {
    const made = await save();
    await expect(save({ name: 'mine' })).rejects.toMatchObject({ key: 'profileNameTaken' });
    expect((await save({ ...made, name: 'mine' })).name).toBe('mine');
  });

  test('keep secrets that no client ever sees again', async () => {
    const env = { HF_TOKEN: 'hf_very_secret', HF_HOME: '/models' };
    const made = await save({ env });
    expect(made.env).toEqual({ HF_TOKEN: secretMask, HF_HOME: '/models' });
    // Saved unchanged under another name, and copied.
    await save({ ...made, name: 'Renamed' });
    const copy = await save({ name: 'Copy', env: made.env, copyOf: made.id });
    const id = await add();
    await client.call('engines.commandLine', { id, profile: made });
    const db = openDatabase(join(folder, 'hearth.db'));
    const kept = createProfileRows(db).list();
    db.close();
    expect(kept.flatMap(({ name, env: whole }) => (name === 'Default' ? [] : [[name, whole]]))).toEqual([
      ['Copy', env],
      ['Renamed', env],
    ]);
    expect(copy.env).toEqual(made.env);
    expect(wire).not.toContain('hf_very_secret');
    expect(wire).toContain(secretMask);
    await expect(save({ name: 'New', env: { OTHER_TOKEN: secretMask } })).rejects.toMatchObject({
      key: 'profileSecretLost',
      params: { name: 'OTHER_TOKEN' },
    });
  });

  test('are judged against what the engine knows, and nothing refused is stored', async () => {
    const engine = await add();
    const refused: [string, ReturnType<typeof flags>][] = [
      ['flagUnknownNear', flags(['--lowvramm', null])],
      ['flagUnknown', flags(['--no-such-thing-at-all', null])],
      ['flagsExclusive', flags(['--cpu', null], ['--highvram', null])],
      ['flagNotChoice', flags(['--preview-method', 'beautiful'])],
      ['flagNeedsValue', flags(['--reserve-vram', null])],
      ['flagTakesNoValue', flags(['--cpu', 'yes'])],
      ['flagsRefused', flags(['--reserve-vram', 'much'])],
    ];
    for (const [key, wrong] of refused) {
      const error = save({ flags: wrong, engine });
      await expect(error).rejects.toMatchObject({ key, params: { flag: wrong[0]?.flag } });
    }
    expect((await client.call('profiles.list', {})).profiles).toHaveLength(1);
    await save({ flags: flags(['--cpu', null], ['--reserve-vram', '1.5']), engine });
  });

  test('cannot all be removed; one in use says so first, and its engine then has the default one', async () => {
    const engine = await add();
    const { id } = await save();
    await client.call('engines.useProfile', { id: engine, profile: id, restart: 'next' });
    await expect(client.call('profiles.remove', { id: 'default' })).rejects.toMatchObject({ key: 'profileIsDefault' });
    await expect(client.call('profiles.remove', { id })).rejects.toMatchObject({
      key: 'profileInUse',
      params: { profile: 'Mine', engines: 'Demo engine' },
    });
    await client.call('profiles.remove', { id, isForced: true });
    expect(app.handlers['app.snapshot']({})).toMatchObject({ engines: [{ profile: 'Default', profileId: 'default' }] });
    expect(told.at(-1)).toMatchObject({ name: 'profile.removed', payload: { id } });
    await expect(client.call('profiles.remove', { id })).rejects.toMatchObject({ key: 'profileMissing' });
  });
});

describe('an engine and its profile', () => {
  test('a change of the profile in use is known as not yet in force; a restart brings it', { timeout: 90_000 }, async () => {
    const engine = await add();
    const { id } = await save({ flags: flags(['--reserve-vram', '1']) });
    const ready = await client.call('engines.useProfile', { id: engine, profile: id, restart: 'now' });
    expect(ready).toMatchObject({ state: 'ready', isWanted: true, profile: 'Mine', profileId: id, isProfileStale: false });
    await save({ id, flags: flags(['--reserve-vram', '2']) });
    const changes = told.filter(({ name }) => name === 'engine.changed');
    expect(changes.at(-1)?.payload).toMatchObject({ isProfileStale: true });

    const line = await client.call('engines.commandLine', {
      id: engine,
      profile: { id, flags: flags(['--reserve-vram', '2'], ['--cpu', null]), env: {} },
    });
    expect(line.changes).toEqual([
      { name: '--reserve-vram', before: '--reserve-vram 1', after: '--reserve-vram 2' },
      { name: '--cpu', before: null, after: '--cpu' },
    ]);
    expect(line.words.filter(({ isOwn }) => isOwn).map(({ text }) => text)).toEqual(['--reserve-vram', '2', '--cpu']);
    expect(line.flagText).toBe('--reserve-vram 2 --cpu');

    const again = await client.call('engines.restart', { id: engine });
    expect(again).toMatchObject({ state: 'ready', isProfileStale: false, hasOtherLastGood: false });
    const { launches } = await client.call('engines.launches', { id: engine });
    expect(launches.map(({ profile, outcome }) => [profile, outcome])).toEqual([
      ['Mine', null],
      ['Mine', 'requested'],
    ]);
    expect(launches[0]?.command.join(' ')).toContain('--reserve-vram 2');
    expect(launches[1]?.logBytes).toBeGreaterThan(0);
    const { previous } = await client.call('engines.facts', { id: engine });
    expect(previous?.startedAt).toBe(launches[1]?.startedAt);
    const { steps } = await client.call('engines.history', { id: engine });
    expect(steps.slice(0, 2).map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ['starting', 'ready', 'answered'],
      ['stopping', 'starting', 'gone'],
    ]);
    expect(steps[1]?.exit).toMatchObject({ end: 'requested', launchId: launches[1]?.id });
  });

  test('a safe start leaves custom nodes out this time', { timeout: 90_000 }, async () => {
    const engine = await add();
    expect(await client.call('engines.start', { id: engine, isSafe: true })).toMatchObject({ state: 'ready', variant: 'safe' });
    const { launches } = await client.call('engines.launches', { id: engine });
    expect(launches[0]?.command).toContain('--disable-all-custom-nodes');
    expect(await client.call('engines.restart', { id: engine })).toMatchObject({ variant: 'profile' });
  });

  test('flags come in groups with what excludes what; its own are marked; text and flags say the same', async () => {
    const id = await add();
    const { source, flags: known, hints } = await client.call('engines.flags', { id });
    expect([source, hints]).toEqual(['help', []]);
    const of = (flag: string) => known.find((each) => each.flag === flag);
    expect(of('--cpu')?.exclusive).toBe(of('--highvram')?.exclusive);
    expect(of('--cpu')).toMatchObject({ group: 'memory', takes: 'none', isOwned: false });
    expect(of('--port')).toMatchObject({ group: 'network', isOwned: true });
    expect(of('--models-directory')?.since).toBe('0.28.0');

    const text = '--fast fp16_accumulation autotune\n--output-directory "/my pictures" --cpu stray --highvram';
    const parsed = await client.call('engines.parseFlags', { id, text });
    expect(parsed.problems.map(({ key }) => key)).toEqual(['flagStray', 'flagsExclusive']);
    const line = await client.call('engines.commandLine', { id, profile: { flags: parsed.flags, env: {} } });
    expect(await client.call('engines.parseFlags', { id, text: line.flagText })).toMatchObject({ flags: parsed.flags });
    expect(line.problems).toMatchObject([{ key: 'flagsExclusive', params: { flag: '--cpu', other: '--highvram' } }]);
  });

  test('an engine of somebody else has no flags and no profile', async () => {
    const { id } = await client.call('engines.add', { kind: 'external', url: 'http://127.0.0.1:9' });
    for (const asked of [
      client.call('engines.flags', { id }),
      client.call('engines.commandLine', { id, profile: { flags: [], env: {} } }),
      client.call('engines.useProfile', { id, profile: 'default', restart: 'next' }),
    ]) {
      await expect(asked).rejects.toMatchObject({ key: 'engineNotOurs' });
    }
  });
});
