import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttemptRows } from '../../../electron/db/attempts.ts';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createLaunchRows } from '../../../electron/db/engine-launches.ts';
import { createEngineRows } from '../../../electron/db/engines.ts';
import { createLogDesk } from '../../../electron/engine/log-desk.ts';
import { createLogWork, type LogWork } from '../../../electron/engine/log-work.ts';
import { systemClock } from '../../../electron/lib/clock.ts';

let folder: string;
let db: Db;
let work: LogWork;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-desk-'));
  db = openDatabase(':memory:');
  work = createLogWork('', systemClock);
  const engines = createEngineRows(db);
  const launches = createLaunchRows(db);
  for (const id of ['first', 'second', 'fresh']) {
    engines.insert(
      {
        id,
        kind: 'managed',
        name: id,
        folder: null,
        python: null,
        url: null,
        isWanted: false,
        profile: 'default',
        lastGood: null,
        port: null,
        clientId: id,
      },
      1,
    );
    if (id === 'fresh') continue;
    const logFile = join(folder, `${id}.log`);
    writeFileSync(logFile, `says ${id}\nError: of ${id}\n`);
    const launch = `${id}-run`;
    launches.insert({ id: launch, engine: id, startedAt: 1, url: '', profile: '', command: [], logFile, logFrom: 0 });
  }
});
afterAll(async () => {
  await work.close();
  db.close();
  rmSync(folder, { recursive: true });
});

const currents: Record<string, string> = { first: 'first-run', second: 'second-run' };
const desk = () =>
  createLogDesk({
    currentLaunch: (id) => currents[id] ?? null,
    work,
    launches: createLaunchRows(db),
    attempts: createAttemptRows(db),
  });
const filter = { level: 'all', text: '', isPattern: false } as const;

/** Every question about a log, with what it answers made short. */
const questions: [string, (engine: string, launch: { launchId?: string }) => Promise<unknown>][] = [
  ['engines.log', async (id, launch) => (await desk().log(id, { ...launch, limit: 9 })).lines.map(({ text }) => text)],
  [
    'engines.logView',
    async (id, launch) => (await desk().logView(id, { ...launch, filter, limit: 9 })).lines.map(({ text }) => text),
  ],
  ['engines.logError', async (id, launch) => (await desk().logError(id, { ...launch, filter, from: -1, direction: 'next' })).at],
  ['engines.logJobs', async (id, launch) => desk().logJobs(id, { ...launch, limit: 9 })],
];

describe.each(questions)('%s', (name, ask) => {
  it.each([
    ['that nobody knows', 'gone-run'],
    ['of another engine', 'second-run'],
    ['without a name', ''],
  ])('refuses a start %s, and names it', async (_case, launchId) => {
    await expect(ask('first', { launchId })).rejects.toMatchObject({
      code: 'not-found',
      key: 'noSuchLaunch',
      params: { id: launchId },
    });
  });

  it('answers for a start of its own, named or current', async () => {
    const expected = {
      'engines.log': ['says first', 'Error: of first'],
      'engines.logView': ['says first', 'Error: of first'],
      'engines.logError': 1,
      'engines.logJobs': [],
    }[name];
    expect(await ask('first', { launchId: 'first-run' })).toEqual(expected);
    expect(await ask('first', {})).toEqual(expected);
  });

  it('has nothing to tell of an engine that never started, and refuses even there what is no start of it', async () => {
    expect(await ask('fresh', {})).toEqual(name === 'engines.logError' ? null : []);
    await expect(ask('fresh', { launchId: 'first-run' })).rejects.toMatchObject({ key: 'noSuchLaunch' });
  });
});
