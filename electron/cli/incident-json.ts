import type { Incident } from '../../shared/incident.ts';
import type { Exact } from '../lib/exact-json.ts';
import { causeTitle, remedyJson } from './diagnosis-text.ts';

/** An incident as scripts get it, with the English words. Pure. */
export const incidentJson = (incident: Incident): Record<string, Exact> => {
  const { diagnosis } = incident;
  return {
    id: incident.id,
    at: incident.at,
    lastAt: incident.lastAt,
    count: incident.count,
    kind: incident.kind,
    cause: diagnosis?.cause ?? null,
    title: diagnosis && causeTitle(diagnosis.cause),
    signature: incident.signature,
    confidence: diagnosis?.confidence ?? null,
    engine: incident.engine,
    launch: incident.launchId,
    job: incident.job,
    attempt: incident.attempt,
    state: incident.state,
    resolvedBy: incident.resolvedBy,
    exception: diagnosis?.exception ?? null,
    frame: diagnosis?.frame ?? null,
    node: diagnosis?.node ?? null,
    stage: diagnosis?.stage ?? null,
    lines: [...(diagnosis?.lines ?? [])],
    remedies: incident.remedies.map((remedy) => ({
      ...remedyJson(remedy),
      available: remedy.isAvailable,
      obstacle: remedy.obstacle?.message ?? null,
      status: remedy.status,
    })),
    trials: incident.trials.map(({ id, remedy, state, startedAt, endedAt }) => ({
      id,
      remedy,
      verdict: state === 'running' ? null : state,
      startedAt,
      endedAt,
    })),
  };
};
