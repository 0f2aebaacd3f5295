import type { Problem } from '../../../shared/engine.ts';
import { problemOf } from '../../../shared/problem.ts';
import type { TrialStep } from '../../../shared/trial.ts';

/*
 *             needs a start                boot shows it            job stored, picture is one
 *   applied ────────────────► starting ───────────────────► running ───────────────────────────► confirmed
 *      │                       │  │ │     (no job needed: ────────────────────────────────────► confirmed)
 *      │  needs none           │  │ └── boot does not show it ──► rejected
 *      └───────────────────────┼──┼──────────────────────────► running
 *                              │  └──── did not start ────────► rejected
 *                              │                                   ▲
 *   any of these ── stopped ──► interrupted                        │ job failed, engine died, picture black or empty
 *                                                         running ─┘
 *
 * Nothing is written into a profile before `confirmed`. Whatever ends a trial otherwise leaves the profile as it was, so that Hearth
 * may die in any of these phases: the next one takes the trial as `stopped` and has nothing to take back.
 */

/** Where a trial is; kept on disk. The last three are final. */
export type TrialPhase = 'applied' | 'starting' | 'running' | 'confirmed' | 'rejected' | 'interrupted';

/** What a look at the facts says about a change. `unshown`: they contradict it. */
export interface Proof {
  isShown: boolean;
  detail: Problem | null;
}

export type TrialEvent =
  | { type: 'begin' }
  /** The engine answers, as started for the trial. */
  | { type: 'ready'; proof: Proof }
  | { type: 'notStarted'; problem: Problem | null }
  | { type: 'jobRuns' }
  /** Every output is stored. `proof` tells whether the log and the pictures are as they should be. */
  | { type: 'jobDone'; proof: Proof }
  | { type: 'jobFailed'; problem: Problem | null }
  /** The process went away by itself. */
  | { type: 'died'; problem: Problem | null }
  /** A person, or the end of Hearth, came in between. */
  | { type: 'stopped'; problem: Problem | null };

export interface TrialNeeds {
  /** The change only counts from a start on. */
  needsStart: boolean;
  /** A job has to pass; else a start that passes is proof enough. */
  needsJob: boolean;
  /** Whether what helped is kept in the profile. */
  isKept: boolean;
}

/** `start`: with the trial's profile. `queueJob`: alone. `keep`, `rollBack`: how it ends. */
type TrialEffect = 'start' | 'queueJob' | 'keep' | 'rollBack';

export interface TrialMove {
  phase: TrialPhase;
  effects: TrialEffect[];
  steps: { what: TrialStep['what']; detail: Problem | null }[];
}

/** Next phase, what to do and what to tell; null: the event changes nothing here. Pure. */
export const nextTrial = (phase: TrialPhase, event: TrialEvent, needs: TrialNeeds): TrialMove | null => {
  if (isOver(phase)) return null;
  switch (event.type) {
    case 'begin':
      if (phase !== 'applied') return null;
      return needs.needsStart
        ? move('starting', ['start'], 'applied', 'starting')
        : afterStart(move('applied', [], 'applied'), needs);
    case 'ready':
      if (phase !== 'starting') return null;
      if (!event.proof.isShown) return reject(['started', null], ['unproved', event.proof.detail]);
      return afterStart(moveWith('starting', [], ['started', null], ['proved', event.proof.detail]), needs);
    case 'notStarted':
      return phase === 'starting' ? reject(['died', event.problem]) : null;
    case 'jobRuns':
      return phase === 'running' ? move('running', [], 'jobRunning') : null;
    case 'jobDone':
      if (phase !== 'running') return null;
      if (!event.proof.isShown) return reject(['jobSucceeded', null], ['warned', event.proof.detail]);
      return confirm(moveWith('running', [], ['jobSucceeded', null], ...warned(event.proof.detail)), needs);
    case 'jobFailed':
      return phase === 'running' ? reject(['jobFailed', event.problem]) : null;
    case 'died':
      return phase === 'applied' ? null : reject(['died', event.problem]);
    case 'stopped':
      return moveWith('interrupted', ['rollBack'], ['interrupted', event.problem], ['rolledBack', null]);
  }
};

/** Whether nothing follows. Pure. */
export const isOver = (phase: TrialPhase): boolean => ['confirmed', 'rejected', 'interrupted'].includes(phase);

type Step = readonly [what: TrialStep['what'], detail: Problem | null];

const moveWith = (phase: TrialPhase, effects: TrialEffect[], ...steps: readonly Step[]): TrialMove => ({
  phase,
  effects,
  steps: steps.map(([what, detail]) => ({ what, detail })),
});
const move = (phase: TrialPhase, effects: TrialEffect[], ...steps: readonly TrialStep['what'][]): TrialMove =>
  moveWith(phase, effects, ...steps.map((what): Step => [what, null]));

const warned = (detail: Problem | null): Step[] => (detail === null ? [] : [['warned', detail]]);

const afterStart = (before: TrialMove, needs: TrialNeeds): TrialMove =>
  needs.needsJob ? then(before, move('running', ['queueJob'], 'jobQueued')) : confirm(before, needs);

const confirm = (before: TrialMove, { isKept, needsJob }: TrialNeeds): TrialMove => {
  if (!isKept) return then(before, move('confirmed', ['rollBack'], 'rolledBack'));
  return then(before, moveWith('confirmed', ['keep'], ['kept', needsJob ? null : problemOf('trialByStart')]));
};

const reject = (...steps: readonly Step[]): TrialMove => moveWith('rejected', ['rollBack'], ...steps, ['rolledBack', null]);

const then = (first: TrialMove, second: TrialMove): TrialMove => ({
  phase: second.phase,
  effects: [...first.effects, ...second.effects],
  steps: [...first.steps, ...second.steps],
});
