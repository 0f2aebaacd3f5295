import type { Incident, OfferedRemedy } from '../../shared/incident.ts';
import type { Trial } from '../../shared/trial.ts';
import type { HearthState } from './hearth.ts';

/** Settled ones stay in sight of those who wait for their end; more would only grow. */
const keptIncidents = 100;

/** Those that wait for a person or for the end of a trial. Pure. */
const isUnsettled = ({ state }: Incident): boolean => state === 'open' || state === 'trial';

/** The state after an incident came or changed. Pure. */
export function withIncident(state: HearthState, incident: Incident): Partial<HearthState> {
  const { [incident.id]: _before, ...others } = state.incidents;
  const all = [incident, ...Object.values(others)];
  const kept = all.filter((each, index) => isUnsettled(each) || index < keptIncidents);
  return { incidents: byId(kept), incidentChanges: state.incidentChanges + 1 };
}

/** The state after a step of a trial: its incident holds the newest one. Pure. */
export function withTrial(state: HearthState, trial: Trial): Partial<HearthState> {
  const incident = state.incidents[trial.incident];
  const incidentChanges = state.incidentChanges + 1;
  if (!incident) return { incidentChanges };
  const isKnown = incident.trials.some(({ id }) => id === trial.id);
  const trials = isKnown ? incident.trials.map((known) => (known.id === trial.id ? trial : known)) : [...incident.trials, trial];
  return { incidents: { ...state.incidents, [incident.id]: { ...incident, trials } }, incidentChanges };
}

export const byId = <T extends { id: string }>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((item) => [item.id, item]));

/** Unsettled ones, the last that happened first. */
export const unsettledIncidents = ({ incidents }: Pick<HearthState, 'incidents'>): Incident[] =>
  Object.values(incidents)
    .filter(isUnsettled)
    .sort((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt));

/** The remedy to try next: the first that Hearth can apply and prove, and has not tried. Pure. */
export const nextRemedy = (remedies: readonly OfferedRemedy[]): OfferedRemedy | null =>
  remedies.find((remedy) => remedy.kind !== 'person' && !isByHand(remedy) && isToTry(remedy)) ?? null;
const isToTry = ({ isAvailable, status }: OfferedRemedy): boolean => isAvailable && status === 'untried';

/** Whether a change of a job is a person's, for only they know what is right. Pure. */
export const isByHand = ({ kind, changes = [] }: OfferedRemedy): boolean => kind === 'job' && changes.length === 0;

/**
 * Whether every screen should tell of it: an engine died, hung or did not start; of failed jobs only those for which the engine
 * can be changed, for the others stand in the queue with their reason. Pure.
 */
export const isForEveryScreen = (incident: Incident): boolean =>
  isUnsettled(incident) &&
  (incident.kind !== 'job' ||
    incident.state === 'trial' ||
    incident.remedies.some((remedy) => (remedy.kind === 'flag' || remedy.kind === 'env') && isToTry(remedy)));
