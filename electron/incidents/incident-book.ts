import { AppError } from '../../shared/app-error.ts';
import type { Incident } from '../../shared/incident.ts';
import type { EventHub } from '../../shared/rpc.ts';
import type { TrialRows } from '../db/incident-trials.ts';
import type { IncidentRow, IncidentRows } from '../db/incidents.ts';
import type { RemedyStepRows } from '../db/remedy-steps.ts';
import { remedyStatus } from './offer.ts';

/** Incidents as everybody outside sees them. */
export interface IncidentBook {
  view(row: IncidentRow): Incident;
  /** Throws AppError for an id that is not there. */
  row(id: string): IncidentRow;
  /** Tells everybody how it is now, if it is told of at all. */
  tell(id: string): void;
}

interface BookDeps {
  rows: IncidentRows;
  trials: TrialRows;
  steps: RemedyStepRows;
  emit: EventHub['emit'];
}

export const createIncidentBook = ({ rows, trials, steps, emit }: BookDeps): IncidentBook => {
  const view = (row: IncidentRow): Incident => {
    const tried = trials.ofIncident(row.id);
    return {
      id: row.id,
      at: iso(row.at),
      lastAt: iso(row.lastAt),
      count: row.count,
      kind: row.kind,
      engine: row.engine,
      engineName: row.engineName,
      launchId: row.launch,
      job: row.job,
      attempt: row.attempt,
      template: row.template,
      state: row.state,
      resolvedBy: row.resolvedBy,
      settledAt: row.settledAt === null ? null : iso(row.settledAt),
      diagnosis: row.diagnosis,
      signature: row.signature,
      remedies: row.remedies.map((remedy) => ({ ...remedy, status: remedyStatus(remedy.id, tried) })),
      trials: tried,
      doneSteps: steps.done(row.id),
    };
  };
  return {
    view,
    row(id) {
      const found = rows.find(id);
      if (!found) throw new AppError('not-found', 'incidentUnknown', { id });
      return found;
    },
    tell(id) {
      const row = rows.find(id);
      if (row?.isShown) emit('incident.changed', view(row));
    },
  };
};

const iso = (at: number): string => new Date(at).toISOString();
