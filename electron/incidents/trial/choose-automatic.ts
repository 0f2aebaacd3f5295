import type { Engine } from '../../../shared/engine.ts';
import type { Incident, OfferedRemedy } from '../../../shared/incident.ts';
import type { JobState } from '../../../shared/job.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Trial } from '../../../shared/trial.ts';

/** So many remedies of one kind of failure are tried in a day without a person. */
const mostAutomatic = 3;
const dayMs = 86_400_000;

/** Not without a person: they open the engine to others, cost the result, or make it useless in another way. */
const forPeople: ReadonlySet<string> = new Set(['safe-start', 'enable-cors', 'listen-locally', 'cpu', 'memory-database']);
/** A job in these runs no more by itself. */
const stuck: ReadonlySet<JobState> = new Set<JobState>(['held', 'dead_letter', 'failed_terminal']);

export interface AutomaticFacts {
  settings: Pick<Settings, 'autoTrials' | 'nightFromHour' | 'nightToHour'>;
  /** Of the local time, 0 to 23. */
  hour: number;
  engine: Pick<Engine, 'kind' | 'state' | 'isWanted'> | undefined;
  /** State of the incident's job; null: none stands behind it. */
  job: JobState | null;
  /** Trials of everything that failed in the same way on this engine, whenever that was. */
  kinTrials: readonly Trial[];
  now: number;
}

/** Whether it is night by the settings; a night may pass midnight. The same hour twice is never. Pure. */
export const isNight = ({ nightFromHour: from, nightToHour: to }: AutomaticFacts['settings'], hour: number): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to;

/**
 * What to try without asking; null: nothing. Only flags that this installation knows, only where the person allowed it, only what a
 * finding stands behind, and only where work is stuck: a job that runs again by itself needs no remedy yet. Pure.
 */
export const chooseAutomatic = (
  incident: Incident,
  { settings, hour, engine, job, kinTrials, now }: AutomaticFacts,
): OfferedRemedy | null => {
  if (settings.autoTrials !== 'night' || !isNight(settings, hour)) return null;
  if (incident.state !== 'open' || !engine?.isWanted || engine.kind === 'external') return null;
  if (incident.diagnosis === null || incident.diagnosis.confidence === 'low') return null;
  const isRecent = ({ startedAt }: Trial): boolean => now - Date.parse(startedAt) < dayMs;
  if (kinTrials.filter((trial) => trial.isAutomatic && isRecent(trial)).length >= mostAutomatic) return null;
  // What did not help against this before will not tonight.
  const failed = new Set(kinTrials.filter(({ state }) => state === 'rejected').map(({ remedy }) => remedy));
  const isStuck = job === null ? incident.kind === 'start' && engine.state === 'failed' : stuck.has(job);
  if (!isStuck) return null;
  return (
    incident.remedies.find(
      ({ id, kind, isAvailable, isAutomatic, status }) =>
        kind === 'flag' && isAvailable && isAutomatic && status === 'untried' && !forPeople.has(id) && !failed.has(id),
    ) ?? null
  );
};
