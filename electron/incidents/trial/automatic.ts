import type { Incident } from '../../../shared/incident.ts';
import { isEvent } from '../../lib/is-event.ts';
import { chooseAutomatic } from './choose-automatic.ts';
import type { TrialDeps } from './trial-deps.ts';
import type { Trials } from './trials.ts';

/** The wall clock may jump: the beginning of the night is looked for at least this often. */
const longestWaitMs = 900_000;
const mostOpen = 100;
const mostKin = 50;

/** Tries remedies while nobody is there to be asked, as far as the settings allow. Returns the way to stop. */
export const startAutomaticTrials = (
  { clock, log, settings, engines, queue, incidents, hub }: TrialDeps,
  trials: Pick<Trials, 'apply'>,
): (() => void) => {
  let stopTimer = (): void => {};
  /** Engines for which a trial is about to begin. */
  const beginning = new Set<string>();
  const consider = (incident: Incident): void => {
    if (settings().autoTrials !== 'night') return;
    const { signature } = incident;
    const kin =
      signature === null
        ? [incident]
        : incidents.list({ filter: { signature, engine: incident.engine }, limit: mostKin }).incidents;
    const job = incident.job === null ? undefined : queue.get(incident.job)?.job;
    const remedy = chooseAutomatic(incident, {
      settings: settings(),
      hour: new Date(clock.now()).getHours(),
      engine: engines.get(incident.engine),
      job: job?.state ?? null,
      kinTrials: kin.flatMap((one) => one.trials),
      now: clock.now(),
    });
    const { id, engine } = incident;
    if (!remedy || beginning.has(engine)) return;
    beginning.add(engine);
    trials
      .apply({ incident: id, remedy: remedy.id, isAutomatic: true })
      .catch((error: unknown) => log.info('a remedy was not tried', { incident: id, remedy: remedy.id, error }))
      .finally(() => beginning.delete(engine));
  };
  const considerAll = (): void => {
    stopTimer();
    stopTimer = clock.after(longestWaitMs, considerAll);
    if (settings().autoTrials !== 'night') return;
    for (const incident of incidents.list({ filter: { states: ['open'] }, limit: mostOpen }).incidents) consider(incident);
  };
  const detach = hub.attach((message) => {
    if (isEvent(message, 'incident.changed')) consider(message.payload);
    else if (isEvent(message, 'settings.changed')) considerAll();
    else if (isEvent(message, 'job.changed') && message.payload.state === 'held' && settings().autoTrials === 'night') {
      const filter = { job: message.payload.id, states: ['open' as const] };
      for (const incident of incidents.list({ filter, limit: mostOpen }).incidents) consider(incident);
    }
  });
  considerAll();
  return () => {
    detach();
    stopTimer();
  };
};
