import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createTrialRows } from '../../../electron/db/incident-trials.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { sampleIncident, sampleRemedy } from '../../fakes/fake-incidents.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock, rest, type VirtualClock } from '../../fakes/virtual-clock.ts';
import { openBook, openCourse, openTrials, trial } from './course-stage.ts';

let folder: TempFolder;
let db: Db;
let clock: VirtualClock;
/** What was written, in order. */
let happened: string[];
/** The disk is full from the moment that this is to be written. */
let fullAt: string | null;
let unhandled: unknown[];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(async () => {
  unhandled = [];
  process.on('unhandledRejection', note);
  folder = await tempFolder();
  db = openDatabase(join(folder.path, 'hearth.db'));
  clock = createVirtualClock();
  happened = [];
  fullAt = null;
});
afterEach(async () => {
  process.off('unhandledRejection', note);
  db.close();
  await folder[Symbol.asyncDispose]();
  expect(unhandled).toEqual([]);
});

const fill = (): void => void db.pragma('query_only = ON');
const free = (): void => {
  fullAt = null;
  db.pragma('query_only = OFF');
};
const write = (what: string): void => {
  if (what === fullAt) fill();
  db.prepare("INSERT INTO settings (key, value_json) VALUES (?, '1')").run(`${happened.length} ${what}`);
  happened.push(what);
};
const job = randomUUID();
const origin = randomUUID();
/** A changed copy of a job that waited for a person; the copy runs. */
const changed = {
  phase: 'running' as const,
  remedy: { id: trial.remedy, kind: 'job' as const, flags: [], env: {}, cost: 'none', verify: 'job' },
  needsStart: false,
  needsJob: true,
  job,
  origin,
  originState: 'held' as const,
};
const up = { ...trial, id: 'gpu', name: 'GPU', kind: 'external', state: 'ready', variant: null };
const deps = () => ({
  db,
  clock,
  log: silentLog,
  settings: () => defaultSettings,
  engines: {
    startTrial: () => Promise.resolve({ ...up, state: 'stopped', launchId: null }),
    get: () => up,
    list: () => [],
    keepTrial: () => write('profile in use'),
  },
  queue: {
    get: () => ({ job: { state: 'held' } }),
    pauses: () => [],
    requeue: () => Promise.resolve(write('the failing job runs again')),
    trials: {
      begin: () => happened.push('queue waits'),
      replace: () => write('copy in place'),
      restore: () => write('job back'),
      end: () => write('queue goes on'),
      endAll: () => write('queue goes on'),
    },
  },
  incidents: {
    get: (id: string) => sampleIncident({ id, job: null, remedies: [sampleRemedy()] }),
    refresh: (id: string) => Promise.resolve(sampleIncident({ id, job: null, remedies: [sampleRemedy()] })),
    list: () => ({ incidents: [] }),
    setTrial: (_: string, outcome: unknown) => write(`incident ${typeof outcome === 'string' ? outcome : 'resolved'}`),
  },
  hub: { emit: () => {} },
});
const stored = () => createTrialRows(db).find(trial.id);

test('a trial that ends while the disk is full ends once there is room, and everything waits for it until then', async () => {
  const { book, begun } = openBook(db, clock.now);
  const course = openCourse(book, begun, deps());
  let isDone = false;
  void course.done.then(() => {
    isDone = true;
  });

  fill();
  expect(course.send({ type: 'stopped', problem: null })).toBe(true);
  await clock.advance(60_000);
  expect([stored()?.state, happened, isDone]).toEqual(['running', [], false]);

  // The move fits, and what follows from it does not.
  free();
  fullAt = 'queue goes on';
  await clock.advance(5_000);
  expect([stored()?.state, happened, isDone]).toEqual(['interrupted', [], false]);
  free();
  await clock.advance(5_000);
  await rest();
  expect([happened, isDone]).toEqual([['queue goes on', 'incident open'], true]);
});

describe('what helped is kept, whichever write of it finds the disk full', () => {
  const whole = ['profile in use', 'copy in place', 'queue goes on', 'incident resolved'];
  const confirmed = () => {
    const { book, begun } = openBook(db, clock.now, { ...changed, needsStart: true });
    const course = openCourse(book, begun, deps());
    course.send({ type: 'jobDone', proof: { isShown: true, detail: null } });
    return { book, course };
  };

  test.each(whole)('from "%s" on: nothing comes before it, and all of it comes once there is room', async (what) => {
    fullAt = what;
    const { book, course } = confirmed();
    await clock.advance(60_000);
    expect([stored()?.state, happened]).toEqual(['confirmed', whole.slice(0, whole.indexOf(what))]);
    free();
    await clock.advance(10_000);
    await course.done;
    expect([happened, book.toKeep()]).toEqual([whole, []]);
  });

  test.each(['profile in use', 'copy in place'])(
    'Hearth ended at "%s": the next one puts the copy in place, once',
    async (what) => {
      fullAt = what;
      const { course } = confirmed();
      await clock.advance(60_000);
      course.leave();
      await course.done;
      free();
      happened = [];
      await openTrials(deps()).recover();
      await openTrials(deps()).recover();
      expect(happened).toEqual(['copy in place', 'queue goes on', 'queue goes on']);
    },
  );

  test('a disk that is full for the next Hearth too leaves it to the one after, unless it is undone before', async () => {
    fullAt = 'copy in place';
    const { book, course } = confirmed();
    await clock.advance(60_000);
    course.leave();
    free();
    fullAt = 'copy in place';
    const trials = openTrials({ ...deps(), queue: { ...deps().queue, trials: { ...deps().queue.trials, endAll() {} } } });
    await trials.recover();
    expect(book.toKeep()).toHaveLength(1);
    free();
    await trials.undo(trial.id, 'next');
    expect(book.toKeep()).toEqual([]);
  });
});

describe('a changed job is given back, whichever write of it finds the disk full', () => {
  const kept = () => {
    const { book, begun } = openBook(db, clock.now, changed);
    book.move({ trial, plan: begun }, { phase: 'confirmed', effects: [], steps: [] }, () => ({}));
  };

  test.each(['job back', 'undone'])('at "%s" it is refused in words, and done the next time', async (what) => {
    kept();
    fullAt = what;
    const restore = (): void => {
      write('job back');
      // The row of the trial is written next.
      if (fullAt === 'undone') fill();
    };
    const trials = openTrials({ ...deps(), queue: { trials: { restore } } });
    await expect(trials.undo(trial.id, 'next')).rejects.toMatchObject({ code: 'storage', key: 'databaseFull' });
    expect(stored()).toMatchObject({ state: 'confirmed', canUndo: true });
    free();
    expect(await trials.undo(trial.id, 'next')).toMatchObject({ state: 'undone', canUndo: false });
    expect(happened.slice(-2)).toEqual(['job back', 'incident open']);
  });

  test('where only the incident does not fit, it is open again once there is room', async () => {
    kept();
    fullAt = 'incident open';
    const trials = openTrials(deps());
    expect(await trials.undo(trial.id, 'next')).toMatchObject({ state: 'undone' });
    expect(happened).toEqual(['job back']);
    free();
    await clock.advance(5_000);
    expect(happened).toEqual(['job back', 'incident open']);
  });
});

test('a trial that the disk does not take is refused in words, and keeps the queue waiting no longer than that', async () => {
  const trials = openTrials(deps());
  fill();
  const wish = { incident: randomUUID(), remedy: sampleRemedy().id };
  await expect(trials.apply(wish)).rejects.toMatchObject({ code: 'storage', key: 'databaseFull' });
  expect(happened).toEqual(['queue waits']);
  free();
  await clock.advance(5_000);
  expect(happened).toEqual(['queue waits', 'queue goes on']);
});
