import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { createTrialRows } from '../../../electron/db/incident-trials.ts';
import { createIncidentRows } from '../../../electron/db/incidents.ts';
import { createTrialPlanRows, type TrialPlan } from '../../../electron/db/trial-plans.ts';
import { createTrialBook } from '../../../electron/incidents/trial/trial-book.ts';
import { createTrialCourse } from '../../../electron/incidents/trial/trial-course.ts';
import type { TrialDeps } from '../../../electron/incidents/trial/trial-deps.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import type { Trial } from '../../../shared/trial.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock, rest } from '../../fakes/virtual-clock.ts';

const incident = randomUUID();
const trial: Trial = {
  id: randomUUID(),
  incident,
  engine: 'gpu',
  remedy: 'disable-async-offload',
  state: 'running',
  isAutomatic: true,
  startedAt: '2026-11-30T12:00:00.000Z',
  endedAt: null,
  launchId: null,
  job: null,
  profile: 'Default',
  flagsBefore: [],
  flagsAfter: [],
  canUndo: false,
  steps: [],
};
const profile = { id: 'default', name: 'Default', flags: [], env: {} };
const plan: TrialPlan = {
  phase: 'applied',
  remedy: { id: trial.remedy, kind: 'flag', flags: [], env: {}, cost: 'none', verify: 'job' },
  needsStart: true,
  needsJob: false,
  isKept: true,
  wasUp: true,
  before: profile,
  tried: profile,
  after: null,
  origin: null,
  originState: null,
  copyValues: null,
  changes: [],
  job: null,
};

test('a trial that ends while the disk is full ends once there is room, and everything waits for it until then', async () => {
  await using folder = await tempFolder();
  const db = openDatabase(join(folder.path, 'hearth.db'));
  const clock = createVirtualClock();
  const happened: string[] = [];
  const write = (what: string): void => {
    db.prepare("INSERT INTO settings (key, value_json) VALUES (?, '1')").run(what);
    happened.push(what);
  };
  createIncidentRows(db).insert(
    {
      id: incident,
      kind: 'job',
      at: 0,
      engine: 'gpu',
      engineName: 'GPU',
      launch: null,
      job: null,
      attempt: null,
      template: null,
    },
    // Nothing here reads it.
    {} as never,
  );
  const rows = createTrialRows(db);
  const book = createTrialBook({ db, trials: rows, plans: createTrialPlanRows(db), now: clock.now, emit: () => {} });
  book.open({ trial, plan }, 'GPU');
  const stopped = { ...trial, state: 'stopped', variant: null };
  const deps = {
    clock,
    log: silentLog,
    settings: () => defaultSettings,
    engines: { startTrial: () => Promise.resolve({ ...stopped, launchId: null }), get: () => stopped },
    queue: { trials: { end: () => write('queue goes on') } },
    incidents: { setTrial: (_: string, outcome: string) => write(`incident ${outcome}`) },
  };
  const course = createTrialCourse(
    { trial, plan },
    // Only what a trial that is stopped asks of the rest.
    { ...(deps as unknown as TrialDeps), book, keeper: { keep: () => null, undo: () => profile }, onProfile() {}, onOver() {} },
  );
  let isDone = false;
  void course.done.then(() => {
    isDone = true;
  });

  db.pragma('query_only = ON');
  expect(course.send({ type: 'stopped', problem: null })).toBe(true);
  await clock.advance(60_000);
  expect([rows.find(trial.id)?.state, happened, isDone]).toEqual(['running', [], false]);

  // The move fits, and what follows from it does not.
  db.pragma('query_only = OFF');
  deps.queue.trials.end = () => {
    deps.queue.trials.end = () => write('queue goes on');
    db.pragma('query_only = ON');
    write('queue goes on');
  };
  await clock.advance(5_000);
  expect([rows.find(trial.id)?.state, happened, isDone]).toEqual(['interrupted', [], false]);
  db.pragma('query_only = OFF');
  await clock.advance(5_000);
  await rest();
  expect([happened, isDone]).toEqual([['queue goes on', 'incident open'], true]);
  db.close();
});
