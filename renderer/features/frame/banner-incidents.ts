import type { Incident } from '../../../shared/incident.ts';
import { isForEveryScreen, unsettledIncidents } from '../../store/incidents.ts';

/** What one message tells of: the newest incident, and what goes with it. */
interface BannerIncident {
  incident: Incident;
  /** Kinds of incidents that wait besides. */
  others: number;
  /** This one and the earlier ones of its kind. */
  ids: string[];
}

/**
 * The one incident that every screen tells of: a trial that runs, else the newest that the person did not close. Repeats of one
 * kind count as one. Pure.
 */
export function bannerIncident(incidents: Readonly<Record<string, Incident>>, hidden: readonly string[]): BannerIncident | null {
  const shown = unsettledIncidents({ incidents }).filter(
    (incident) => isForEveryScreen(incident) && (incident.state === 'trial' || !hidden.includes(incident.id)),
  );
  const incident = shown.find(({ state }) => state === 'trial') ?? shown[0];
  if (!incident) return null;
  const kindOf = ({ id, signature }: Incident): string => signature ?? id;
  const kin = shown.filter((each) => kindOf(each) === kindOf(incident));
  return { incident, others: new Set(shown.map(kindOf)).size - 1, ids: kin.map(({ id }) => id) };
}
