import { AppError } from '../../shared/app-error.ts';
import type { IncidentPage, IncidentReport } from '../../shared/evidence.ts';
import type { DayCount, Incident, IncidentGroup, IncidentState } from '../../shared/incident.ts';
import type { EventHub, Handlers } from '../../shared/rpc.ts';
import type { Trial } from '../../shared/trial.ts';
import { samplePage } from './fake-incidents.ts';

/** What the fake host knows of incidents. */
export interface FakeIncidents {
  /** Newest first. */
  incidents: Incident[];
  groups: IncidentGroup[];
  days: DayCount[];
  /** By incident; a plain page where there is none. */
  pages: Record<string, IncidentPage>;
  report: IncidentReport;
}

export const noIncidents: FakeIncidents = {
  incidents: [],
  groups: [],
  days: [],
  pages: {},
  report: { fileName: 'incident.md', text: '# Report', redactions: [] },
};

type Names = Extract<keyof Handlers, `incidents.${string}`>;

/** Answers about incidents from plain data. */
export function incidentHandlers(state: FakeIncidents, hub: EventHub): Pick<Handlers, Names> {
  const incident = (id: string): Incident => {
    const found = state.incidents.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'incidentUnknown', { id });
    return found;
  };
  const put = (changed: Incident): Incident => {
    state.incidents = state.incidents.map((known) => (known.id === changed.id ? changed : known));
    hub.emit('incident.changed', changed);
    return changed;
  };
  const trial = (id: string): Trial => {
    const found = state.incidents.flatMap(({ trials }) => trials).find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'trialUnknown', { id });
    return found;
  };
  const settle = (ids: readonly string[], next: IncidentState): { incidents: Incident[] } => {
    const settledAt = next === 'open' ? null : new Date().toISOString();
    const changed = ids.map((id) => put({ ...incident(id), state: next, settledAt }));
    return { incidents: changed };
  };
  return {
    'incidents.list': ({ filter, limit }) => {
      const found = state.incidents.filter(
        ({ job, engine, signature }) =>
          (!filter.job || job === filter.job) &&
          (!filter.engine || engine === filter.engine) &&
          (!filter.signature || signature === filter.signature),
      );
      return { incidents: found.slice(0, limit), total: found.length, next: null };
    },
    'incidents.groups': ({ filter }) => ({
      groups: state.groups.filter(
        (group) =>
          (!filter.signature || group.signature === filter.signature) &&
          (!filter.cause || group.cause === filter.cause) &&
          (!filter.states || filter.states.includes(group.state)),
      ),
      days: state.days,
    }),
    'incidents.get': ({ id }) => {
      const known = incident(id);
      return { ...(state.pages[id] ?? samplePage(known)), incident: known };
    },
    'incidents.report': ({ isWithPrompts }) => ({
      ...state.report,
      text: isWithPrompts ? `${state.report.text} with prompts` : state.report.text,
    }),
    'incidents.applyRemedy': ({ id }) => incident(id),
    'incidents.tickStep': ({ id, remedy, isDone }) => {
      const { doneSteps = [], ...rest } = incident(id);
      const others = doneSteps.filter((done) => done !== remedy);
      return put({ ...rest, doneSteps: isDone ? [...others, remedy] : others });
    },
    'incidents.stopTrial': ({ id }) => trial(id),
    'incidents.undoTrial': ({ id }) => trial(id),
    'incidents.resolve': ({ ids }) => settle(ids, 'resolved'),
    'incidents.dismiss': ({ ids }) => settle(ids, 'dismissed'),
    'incidents.reopen': ({ ids }) => settle(ids, 'open'),
  };
}
