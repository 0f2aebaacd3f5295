import { describe, expect, test } from 'vitest';
import { nextTrial, type TrialEvent, type TrialNeeds, type TrialPhase } from '../../../electron/incidents/trial/trial-machine.ts';
import { problemOf } from '../../../shared/problem.ts';

const flag: TrialNeeds = { needsStart: true, needsJob: true, isKept: true };
const shown = { isShown: true, detail: null };
const unshown = { isShown: false, detail: problemOf('trialFactStays', { line: 'x' }) };
const events: Record<string, TrialEvent> = {
  begin: { type: 'begin' },
  ready: { type: 'ready', proof: shown },
  readyOtherwise: { type: 'ready', proof: unshown },
  notStarted: { type: 'notStarted', problem: null },
  jobRuns: { type: 'jobRuns' },
  jobDone: { type: 'jobDone', proof: shown },
  jobDoneBlack: { type: 'jobDone', proof: { isShown: false, detail: problemOf('trialPictureBlack') } },
  jobDoneFlat: { type: 'jobDone', proof: { isShown: true, detail: problemOf('trialPictureFlat') } },
  jobFailed: { type: 'jobFailed', problem: null },
  died: { type: 'died', problem: null },
  stopped: { type: 'stopped', problem: null },
};
const moved = (phase: TrialPhase, event: string, needs: TrialNeeds): string => {
  const wanted = events[event];
  const move = wanted && nextTrial(phase, wanted, needs);
  if (!move) return '-';
  return [move.phase, move.effects.join('+') || 'nothing', move.steps.map(({ what }) => what).join(' ')].join(' | ');
};

describe('a change of flags, proven by a job', () => {
  test.each<[TrialPhase, string, string]>([
    ['applied', 'begin', 'starting | start | applied starting'],
    ['starting', 'ready', 'running | queueJob | started proved jobQueued'],
    ['starting', 'readyOtherwise', 'rejected | rollBack | started unproved rolledBack'],
    ['starting', 'notStarted', 'rejected | rollBack | died rolledBack'],
    ['starting', 'died', 'rejected | rollBack | died rolledBack'],
    ['running', 'jobRuns', 'running | nothing | jobRunning'],
    ['running', 'jobDone', 'confirmed | keep | jobSucceeded kept'],
    ['running', 'jobDoneFlat', 'confirmed | keep | jobSucceeded warned kept'],
    ['running', 'jobDoneBlack', 'rejected | rollBack | jobSucceeded warned rolledBack'],
    ['running', 'jobFailed', 'rejected | rollBack | jobFailed rolledBack'],
    ['running', 'died', 'rejected | rollBack | died rolledBack'],
    // What comes too late or out of turn changes nothing.
    ['applied', 'ready', '-'],
    ['applied', 'died', '-'],
    ['starting', 'jobDone', '-'],
    ['starting', 'jobFailed', '-'],
    ['running', 'ready', '-'],
    ['running', 'notStarted', '-'],
  ])('%s, %s: %s', (phase, event, expected) => {
    expect(moved(phase, event, flag)).toBe(expected);
  });
});

test.each<[string, TrialNeeds, [TrialPhase, string, string]]>([
  [
    'a job that was changed needs no start',
    { ...flag, needsStart: false },
    ['applied', 'begin', 'running | queueJob | applied jobQueued'],
  ],
  [
    'without a job a start is proof enough',
    { ...flag, needsJob: false },
    ['starting', 'ready', 'confirmed | keep | started proved kept'],
  ],
  [
    'what was only a question is not kept',
    { ...flag, isKept: false },
    ['running', 'jobDone', 'confirmed | rollBack | jobSucceeded rolledBack'],
  ],
])('%s', (_name, needs, [phase, event, expected]) => {
  expect(moved(phase, event, needs)).toBe(expected);
});

describe('at any moment', () => {
  test.each(['applied', 'starting', 'running'] as const)('it can be stopped while %s, and everything is taken back', (phase) => {
    expect(moved(phase, 'stopped', flag)).toBe('interrupted | rollBack | interrupted rolledBack');
  });
  test.each(['confirmed', 'rejected', 'interrupted'] as const)('nothing follows once it is %s', (phase) => {
    for (const event of Object.keys(events)) expect(moved(phase, event, flag)).toBe('-');
  });
});
