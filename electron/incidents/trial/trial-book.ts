import { AppError } from '../../../shared/app-error.ts';
import type { EventHub } from '../../../shared/rpc.ts';
import type { Trial, TrialState } from '../../../shared/trial.ts';
import type { Db } from '../../db/database.ts';
import type { TrialRows } from '../../db/incident-trials.ts';
import type { TrialPlan, TrialPlanRows } from '../../db/trial-plans.ts';
import type { TrialMove, TrialPhase } from './trial-machine.ts';

/** A trial as it is told, with what only the host knows of it. */
export interface TrialRecord {
  trial: Trial;
  plan: TrialPlan;
}

/** Trials on disk. What is told of was written before. */
export interface TrialBook {
  /** Throws AppError while another trial runs on the same engine. `name`: of the engine. */
  open(record: TrialRecord, name: string): void;
  find(id: string): TrialRecord | undefined;
  /** Those that run, or that an earlier host left in the middle. */
  running(): TrialRecord[];
  /** Writes a move down, with what `act` writes in the same transaction, and answers with the record as it is then. */
  move(record: TrialRecord, move: TrialMove, act: () => Partial<TrialPlan>): TrialRecord;
  /** Those that are over, and of which something is still to be taken back, to be kept, or to be settled with them. */
  toTakeBack(): TrialRecord[];
  toKeep(): TrialRecord[];
  toSettle(): TrialRecord[];
  change(record: TrialRecord, trial: Partial<Trial>, plan?: Partial<TrialPlan>): TrialRecord;
  /** Runs `act` in one transaction. */
  atOnce<T>(act: () => T): T;
}

interface BookDeps {
  db: Db;
  trials: TrialRows;
  plans: TrialPlanRows;
  now: () => number;
  emit: EventHub['emit'];
}

const stateOf: Readonly<Record<TrialPhase, TrialState>> = {
  applied: 'running',
  starting: 'running',
  running: 'running',
  confirmed: 'confirmed',
  rejected: 'rejected',
  interrupted: 'interrupted',
};

/** Whether a changed copy of the job was run in its place. Pure. */
export const isChangedJob = ({ remedy, origin, job }: TrialPlan): boolean =>
  remedy.kind === 'job' && origin !== null && job !== null && job !== origin;

export const createTrialBook = ({ db, trials, plans, now, emit }: BookDeps): TrialBook => {
  const atOnce = <T>(act: () => T): T => db.transaction(act).immediate();
  const withPlan = (trial: Trial): TrialRecord | undefined => {
    const plan = plans.find(trial.id);
    return plan && { trial, plan };
  };
  const save = ({ trial, plan }: TrialRecord): void => {
    trials.update(trial);
    plans.save(trial.id, plan);
  };
  const iso = (): string => new Date(now()).toISOString();
  const due = (what: Parameters<TrialPlanRows['due']>[0]): TrialRecord[] =>
    plans.due(what).flatMap((id) => {
      const trial = trials.find(id);
      return (trial && trial.state !== 'running' && withPlan(trial)) || [];
    });
  return {
    open({ trial, plan }, name) {
      atOnce(() => {
        if (trials.running().some(({ engine }) => engine === trial.engine))
          throw new AppError('conflict', 'trialUnderWay', { engine: name });
        trials.insert(trial);
        plans.save(trial.id, plan);
      });
      emit('trial.changed', trial);
    },
    find(id) {
      const trial = trials.find(id);
      return trial && withPlan(trial);
    },
    running: () => trials.running().flatMap((trial) => withPlan(trial) ?? []),
    toTakeBack: () => due('isRollBackDue'),
    // What was undone meanwhile is not to be kept.
    toKeep: () => due('isKeepDue').filter(({ trial }) => trial.state === 'confirmed'),
    toSettle: () => due('isKinDue').filter(({ trial }) => trial.state === 'confirmed'),
    move(record, { phase, steps, effects }, act) {
      const moved = atOnce((): TrialRecord => {
        const isKept = effects.includes('keep');
        const due = { isRollBackDue: effects.includes('rollBack'), isKeepDue: isKept, isKinDue: isKept };
        const plan = { ...record.plan, phase, ...due, ...act() };
        const state = stateOf[phase];
        const at = iso();
        const trial: Trial = {
          ...record.trial,
          state,
          endedAt: state === 'running' ? null : at,
          job: plan.job,
          profile: plan.after?.name ?? record.trial.profile,
          changes: plan.changes,
          canUndo: plan.after !== null || (phase === 'confirmed' && isChangedJob(plan)),
          steps: [...record.trial.steps, ...steps.map((step) => ({ at, ...step }))],
        };
        save({ trial, plan });
        return { trial, plan };
      });
      emit('trial.changed', moved.trial);
      return moved;
    },
    change(record, trial, plan = {}) {
      const changed = { trial: { ...record.trial, ...trial }, plan: { ...record.plan, ...plan } };
      atOnce(() => save(changed));
      emit('trial.changed', changed.trial);
      return changed;
    },
    atOnce,
  };
};
