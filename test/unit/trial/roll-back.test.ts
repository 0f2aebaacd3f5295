import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { rollBackLeft } from '../../../electron/incidents/trial/roll-back.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { AppError } from '../../../shared/app-error.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';
import { openBook, openCourse, trial } from './course-stage.ts';

/** A trial of a changed job on an engine that runs with the trial's profile, where taking back fails so many times. */
const open = async (path: string, faults: { cancel?: number; restart?: number }) => {
  const db = openDatabase(join(path, 'hearth.db'));
  const clock = createVirtualClock();
  const left = { cancel: 0, restart: 0, ...faults };
  const happened: string[] = [];
  const act = async (what: keyof typeof left): Promise<void> => {
    if (left[what]-- > 0) throw new AppError('storage', 'trialEngineStopped');
    happened.push(what);
  };
  const up = { ...trial, state: 'ready', variant: 'trial' };
  const queue = {
    cancel: () => act('cancel'),
    trials: { putBack: () => happened.push('put back'), end: () => happened.push('queue goes on') },
  };
  const { book, begun } = openBook(db, clock.now, { job: randomUUID(), origin: randomUUID(), originState: 'held' });
  const course = openCourse(book, begun, {
    clock,
    log: silentLog,
    settings: () => defaultSettings,
    engines: { startTrial: () => new Promise(() => {}), get: () => up, restart: () => act('restart'), forgiveDeath() {} },
    queue,
    incidents: { setTrial: (_: string, outcome: string) => happened.push(`incident ${outcome}`) },
  });
  course.send({ type: 'stopped', problem: null });
  const pass = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await clock.advance(1_000);
  };
  await pass();
  await course.done;
  const record = book.find(trial.id);
  return { db, book, queue, happened, steps: record?.trial.steps ?? [], isDue: record?.plan.isRollBackDue };
};

test('what cannot be taken back is said, tried again before other work goes on, and said to be done', async () => {
  await using folder = await tempFolder();
  const { db, happened, steps, isDue } = await open(folder.path, { restart: 2 });
  expect(steps.map(({ what }) => what)).toEqual(['interrupted', 'rolledBack', 'stuck', 'rolledBack']);
  expect(steps[2]?.detail).toMatchObject({ key: 'trialNotTakenBack', said: { line: { key: 'trialEngineStopped' } } });
  expect(happened.slice(-3)).toEqual(['restart', 'queue goes on', 'incident open']);
  expect(isDue).toBe(false);
  db.close();
});

test('one part that fails keeps no other from being taken back; what is left is for the next host', async () => {
  await using folder = await tempFolder();
  const { db, book, queue, happened, steps, isDue } = await open(folder.path, { cancel: 3 });
  expect(steps.at(-1)?.what).toBe('stuck');
  expect([isDue, new Set(happened)]).toEqual([true, new Set(['put back', 'restart', 'queue goes on', 'incident open'])]);
  const [due] = book.toTakeBack();
  if (!due) throw new Error('nothing is due');
  // The disk of the next host takes it.
  expect(await rollBackLeft({ queue } as never, due.plan)).toBeNull();
  expect(happened.slice(-2)).toEqual(['cancel', 'put back']);
  db.close();
});

test('nothing is due where all went well', async () => {
  await using folder = await tempFolder();
  const { db, book, steps } = await open(folder.path, {});
  expect(steps.map(({ what }) => what)).toEqual(['interrupted', 'rolledBack']);
  expect(book.toTakeBack()).toEqual([]);
  db.close();
});
