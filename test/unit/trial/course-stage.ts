import { randomUUID } from 'node:crypto';
import type { Db } from '../../../electron/db/database.ts';
import { createTrialRows } from '../../../electron/db/incident-trials.ts';
import { createIncidentRows } from '../../../electron/db/incidents.ts';
import { createTrialPlanRows, type TrialPlan } from '../../../electron/db/trial-plans.ts';
import { createTrialBook, type TrialBook } from '../../../electron/incidents/trial/trial-book.ts';
import { createTrialCourse, type TrialCourse } from '../../../electron/incidents/trial/trial-course.ts';
import type { TrialDeps } from '../../../electron/incidents/trial/trial-deps.ts';
import { createTrials, type Trials } from '../../../electron/incidents/trial/trials.ts';
import type { Trial } from '../../../shared/trial.ts';

const incident = randomUUID();
export const trial: Trial = {
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
  isRollBackDue: false,
  isKeepDue: false,
  isKinDue: false,
  changes: [],
  job: null,
};

/** A trial that was just begun, over a database. */
export const openBook = (db: Db, now: () => number, more: Partial<TrialPlan> = {}): { book: TrialBook; begun: TrialPlan } => {
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
  const begun = { ...plan, ...more };
  const book = createTrialBook({ db, trials: createTrialRows(db), plans: createTrialPlanRows(db), now, emit: () => {} });
  book.open({ trial, plan: begun }, 'GPU');
  return { book, begun };
};

/** Its course, given what it asks of the rest. */
export const openCourse = (book: TrialBook, begun: TrialPlan, deps: object): TrialCourse =>
  createTrialCourse(
    { trial, plan: begun },
    // Only what this trial asks of the rest is there.
    { ...(deps as unknown as TrialDeps), book, keeper: { keep: () => null, undo: () => profile }, onProfile() {}, onOver() {} },
  );

/** All of the trials over a database, given what they ask of the rest. */
export const openTrials = (deps: object): Trials => createTrials(deps as unknown as TrialDeps);
