import type { ExitReport, Problem } from '../../shared/engine.ts';
import { lineOf, problemOf } from '../../shared/problem.ts';
import { deathLine, deathSaid } from './exit-report.ts';
import type { LaunchVariant, MachineEvent, MachineState, Transition } from './machine.ts';

export interface ProblemFacts {
  name: string;
  /** What was shown so far. */
  shown: Problem | null;
  /** What the event itself tells. */
  told: Problem | null;
  report: ExitReport | null;
  /** Name of the profile that was tried. */
  profile: string;
  variant: LaunchVariant;
  deaths: number;
  crashWindowMs: number;
  silentMs: number;
  pid: number | null;
  /** Log of the process that runs, where it cannot be read. */
  lostLog: string | null;
}

/** The sentence to show with a new state; null: all is well. Pure. */
export const nextProblem = (event: MachineEvent, { state, reason }: Transition, facts: ProblemFacts): Problem | null => {
  const { name, shown, told, report } = facts;
  const line = report ? deathLine(report) : (told?.message ?? '');
  const said = report ? deathSaid(report) : told ? lineOf(told) : undefined;
  switch (state.name) {
    case 'stopped':
      return null;
    case 'starting':
      // A retry still shows why it became necessary; what a person asked for begins afresh.
      return event.type === 'time' ? shown : null;
    case 'ready':
      if (facts.lostLog !== null) return problemOf('engineLogLost', { name, file: facts.lostLog });
      // It runs, but not as it should: that stays until the profile is put right.
      return facts.variant === 'lastGood' && shown?.key === 'engineRolledBack' ? shown : null;
    case 'unresponsive':
      return problemOf('engineLate', { name, seconds: Math.round(facts.silentMs / 1000) });
    case 'stopping':
      return shown;
    case 'backoff':
      return reason === 'rolledBack' ? problemOf('engineRolledBack', { name, profile: facts.profile, line }, said) : told;
    case 'failed':
      if (reason === 'stuck') return problemOf('engineUnkillable', { name, pid: facts.pid ?? 0 });
      if (event.type === 'waiting' || event.type === 'forgiven') return shown;
      if (!isSpent(state)) return told;
      return problemOf(
        'engineKeepsCrashing',
        {
          name,
          count: facts.deaths,
          minutes: Math.max(1, Math.round(facts.crashWindowMs / 60_000)),
          line,
        },
        said,
      );
  }
};

const isSpent = (state: MachineState): boolean => state.name === 'failed' && state.why === 'budget';
