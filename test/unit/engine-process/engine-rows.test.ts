import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createEngineEventRows } from '../../../electron/db/engine-events.ts';
import { createLaunchRows } from '../../../electron/db/engine-launches.ts';
import { createEngineRows, type EngineRow } from '../../../electron/db/engines.ts';
import { createProfileRows } from '../../../electron/db/profiles.ts';
import { exitReport } from '../../../electron/engine/exit-report.ts';
import { sampleDeath } from '../../fakes/sample-death.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:');
});
afterEach(() => db.close());

const row: EngineRow = {
  id: 'comfyui',
  kind: 'managed',
  name: 'ComfyUI',
  folder: '/with space/코미',
  python: null,
  url: null,
  isWanted: false,
  profile: 'default',
  lastGood: null,
  port: null,
  clientId: 'c',
};
const launch = (id: string, startedAt = 1) => ({
  id,
  engine: 'comfyui',
  startedAt,
  url: 'http://127.0.0.1:8188',
  profile: 'Default',
  command: ['python', 'main.py'],
  logFile: `/logs/${id}.log`,
  logFrom: 0,
});

it('has a profile "Default" from the beginning, found by id or name', () => {
  const profiles = createProfileRows(db);
  expect(profiles.list()).toEqual([{ id: 'default', name: 'Default', flags: [], env: {} }]);
  const fast = { id: 'fast', name: 'Fast one', flags: [{ flag: '--fast', value: null }], env: { A: 'b' } };
  profiles.save(fast);
  profiles.save({ ...fast, env: { A: 'c' } });
  expect(profiles.find('Fast one')).toEqual({ ...fast, env: { A: 'c' } });
  expect(profiles.find('fast')).toEqual(profiles.find('Fast one'));
  expect(profiles.find('slow')).toBeUndefined();
  expect(() => profiles.save({ ...fast, id: 'other' })).toThrow();
});

it('keeps engines in the order in which they were added, and their choices', () => {
  const engines = createEngineRows(db);
  engines.insert(row, 1);
  engines.insert({ ...row, id: 'a-later-one' }, 2);
  engines.setWanted('comfyui', true);
  engines.setPort('comfyui', 8190);
  const good = { id: 'default', name: 'Default', flags: [{ flag: '--lowvram', value: null }], env: {} };
  engines.setLastGood('comfyui', good);
  expect(engines.list()).toEqual([
    { ...row, isWanted: true, port: 8190, lastGood: good },
    { ...row, id: 'a-later-one' },
  ]);
  engines.remove('comfyui');
  expect(engines.list().map(({ id }) => id)).toEqual(['a-later-one']);
});

describe('launches', () => {
  beforeEach(() => createEngineRows(db).insert(row, 1));

  it('remembers deaths across hosts, but not those that were forgiven or asked for', () => {
    const launches = createLaunchRows(db);
    for (const [id, at, how] of [
      ['a', 1_000, 'crash'],
      ['b', 2_000, 'requested'],
      ['c', 3_000, 'hang'],
      ['d', 4_000, 'reboot'],
      ['e', 5_000, 'crash'],
    ] as const) {
      launches.insert(launch(id, at - 1));
      launches.end(id, at, how);
    }
    const deaths = (since: number) => launches.deaths('comfyui', since).map(({ launchId, at }) => `${launchId} ${at}`);
    expect(deaths(0)).toEqual(['a 1000', 'c 3000', 'e 5000']);
    expect(deaths(1_000)).toEqual(['c 3000', 'e 5000']);
    expect(launches.forgive('e')).toBe(true);
    expect(launches.forgive('e')).toBe(false);
    expect(launches.forgive('b')).toBe(false);
    expect(deaths(0)).toEqual(['a 1000', 'c 3000']);
  });

  it('ends a launch once: the first word about it counts', () => {
    const launches = createLaunchRows(db);
    launches.insert(launch('a'));
    launches.end('a', 10, 'requested');
    launches.end('a', 20, 'crash');
    expect(launches.find('a')).toMatchObject({ endedAt: 10 });
    expect(launches.deaths('comfyui', 0)).toEqual([]);
  });

  it('closes what a dead host left open, except for what goes on', () => {
    const launches = createLaunchRows(db);
    launches.insert(launch('a'));
    launches.insert(launch('b'));
    launches.endLost('comfyui', 'b', 99);
    expect([launches.find('a')?.endedAt, launches.find('b')?.endedAt]).toEqual([99, null]);
    expect(launches.newest('comfyui')?.id).toBe('b');
  });

  it('keeps every step with its exit report', () => {
    const events = createEngineEventRows(db);
    const signal = 'SIGSEGV' as const;
    const ended = { launchId: 'a', process: { code: null, signal }, uptimeMs: 5, lastLines: [{ n: 7, text: 'the end' }] };
    const report = exitReport(sampleDeath(ended));
    const step = { at: 1, from: 'stopped', to: 'starting', reason: 'start', launch: null, pid: null, report: null } as const;
    events.insert('comfyui', step);
    events.insert('comfyui', { ...step, at: 2, from: 'ready', to: 'backoff', reason: 'exited', launch: 'a', pid: 42, report });
    expect(events.list('comfyui', 10).map(({ at }) => at)).toEqual([1, 2]);
    expect(events.list('comfyui', 1)).toEqual([
      { at: 2, from: 'ready', to: 'backoff', reason: 'exited', launch: 'a', pid: 42, report },
    ]);
  });

  it('forgets everything about an engine that was removed', () => {
    createLaunchRows(db).insert(launch('a'));
    createEngineRows(db).remove('comfyui');
    expect(createLaunchRows(db).find('a')).toBeUndefined();
  });
});
