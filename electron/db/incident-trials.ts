import { z } from 'zod';
import { Trial } from '../../shared/trial.ts';
import type { Db } from './database.ts';

/** Trials of remedies, whole. */
export interface TrialRows {
  /** Throws SqliteError (SQLITE_CONSTRAINT_UNIQUE) while another one runs on the same engine. */
  insert(trial: Trial): void;
  update(trial: Trial): void;
  find(id: string): Trial | undefined;
  /** Oldest first. */
  ofIncident(incident: string): Trial[];
  /** The one whose change an engine had last kept at that time, and still has. */
  keptBefore(engine: string, at: number): Trial | undefined;
  /** Those that run, or that an earlier host left. */
  running(): Trial[];
}

const Json = z.string();

/** Statements over the trials table, prepared once. */
export const createTrialRows = (db: Db): TrialRows => {
  const insert = db.prepare(
    `INSERT INTO incident_trials (id, incident, engine, remedy, state, started_at, ended_at, trial_json)
     VALUES (@id, @incident, @engine, @remedy, @state, @startedAt, @endedAt, @json)`,
  );
  const update = db.prepare('UPDATE incident_trials SET state = @state, ended_at = @endedAt, trial_json = @json WHERE id = @id');
  const byId = db.prepare('SELECT trial_json FROM incident_trials WHERE id = ?').pluck();
  const ofIncident = db.prepare('SELECT trial_json FROM incident_trials WHERE incident = +? ORDER BY seq').pluck();
  const running = db.prepare("SELECT trial_json FROM incident_trials WHERE state = 'running' ORDER BY seq").pluck();
  const kept = db
    .prepare(
      "SELECT trial_json FROM incident_trials WHERE engine = +? AND state = 'confirmed' AND ended_at <= +? ORDER BY ended_at DESC LIMIT 10",
    )
    .pluck();
  const toTrial = (raw: unknown): Trial => Trial.parse(JSON.parse(Json.parse(raw)));
  const ended = ({ endedAt }: Trial): number | null => (endedAt === null ? null : Date.parse(endedAt));
  return {
    insert(trial) {
      const { id, incident, engine, remedy, state, startedAt } = trial;
      const times = { startedAt: Date.parse(startedAt), endedAt: ended(trial) };
      insert.run({ id, incident, engine, remedy, state, ...times, json: JSON.stringify(trial) });
    },
    update(trial) {
      update.run({ id: trial.id, state: trial.state, endedAt: ended(trial), json: JSON.stringify(trial) });
    },
    find(id) {
      const raw = byId.get(id);
      return raw === undefined ? undefined : toTrial(raw);
    },
    ofIncident: (incident) => ofIncident.all(incident).map(toTrial),
    keptBefore: (engine, at) =>
      kept
        .all(engine, at)
        .map(toTrial)
        .find(({ canUndo, changes = [] }) => canUndo && changes.length === 0),
    running: () => running.all().map(toTrial),
  };
};
