import type { TrialPlan } from '../../db/trial-plans.ts';
import type { TrialDeps } from './trial-deps.ts';

/** What is to be taken back of a trial; each may be done again, however far it came before. */
type Part = () => unknown;

/** The job goes back to where it waited, and its changed copy runs no more. */
const jobParts = ({ queue }: Pick<TrialDeps, 'queue'>, { origin, originState, job }: TrialPlan): Part[] => [
  () => (job !== null && job !== origin ? queue.cancel([job]) : undefined),
  () => {
    if (origin !== null && originState !== null) queue.trials.putBack(origin, originState);
  },
];

const doAll = async (parts: readonly Part[]): Promise<unknown> => {
  let fault: unknown = null;
  // One that fails keeps no other from being done.
  for (const part of parts)
    try {
      await part();
    } catch (error) {
      fault ??= error;
    }
  return fault;
};

/**
 * Takes a trial back: its jobs, and the engine, which runs again as its profile says. Resolves with the first error; null: all of it is
 * as it was. No profile was written yet, so that an engine that cannot be restarted now is as it was from its next start on.
 */
export const rollBackTrial = (
  { engines, queue }: Pick<TrialDeps, 'engines' | 'queue'>,
  { engine, launchId }: { engine: string; launchId: string | null },
  plan: TrialPlan,
): Promise<unknown> =>
  doAll([
    ...jobParts({ queue }, plan),
    () => {
      if (launchId !== null) engines.forgiveDeath(engine, launchId);
    },
    async () => {
      const now = engines.get(engine);
      if (now?.variant === 'trial' && now.state !== 'stopping') await engines.restart(engine);
      else if (now?.state === 'failed' && plan.wasUp && now.isWanted) await engines.start(engine);
    },
  ]);

/** The same for a trial of an earlier host, whose engine starts by its profile anyway. */
export const rollBackLeft = (deps: Pick<TrialDeps, 'queue'>, plan: TrialPlan): Promise<unknown> => doAll(jobParts(deps, plan));
