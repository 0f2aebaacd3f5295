import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { createTrialRows } from '../../../electron/db/incident-trials.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock, rest } from '../../fakes/virtual-clock.ts';
import { openBook, openCourse, trial } from './course-stage.ts';

test('a trial that ends while the disk is full ends once there is room, and everything waits for it until then', async () => {
  await using folder = await tempFolder();
  const db = openDatabase(join(folder.path, 'hearth.db'));
  const clock = createVirtualClock();
  const happened: string[] = [];
  const write = (what: string): void => {
    db.prepare("INSERT INTO settings (key, value_json) VALUES (?, '1')").run(what);
    happened.push(what);
  };
  const rows = createTrialRows(db);
  const { book, begun } = openBook(db, clock.now);
  const stopped = { ...trial, state: 'stopped', variant: null };
  const deps = {
    clock,
    log: silentLog,
    settings: () => defaultSettings,
    engines: { startTrial: () => Promise.resolve({ ...stopped, launchId: null }), get: () => stopped },
    queue: { trials: { end: () => write('queue goes on') } },
    incidents: { setTrial: (_: string, outcome: string) => write(`incident ${outcome}`) },
  };
  const course = openCourse(book, begun, deps);
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
