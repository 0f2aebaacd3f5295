import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { Evidence, LogPart } from '../../shared/evidence.ts';
import { Diagnosis, IncidentKind, IncidentState, OfferedRemedy } from '../../shared/incident.ts';
import type { Db } from './database.ts';

/** One incident as it is stored. */
export interface IncidentRow {
  seq: number;
  id: string;
  kind: IncidentKind;
  at: number;
  lastAt: number;
  count: number;
  engine: string;
  engineName: string;
  launch: string | null;
  job: string | null;
  attempt: string | null;
  template: string | null;
  state: IncidentState;
  resolvedBy: string | null;
  settledAt: number | null;
  isShown: boolean;
  isRead: boolean;
  signature: string | null;
  diagnosis: Diagnosis | null;
  remedies: OfferedRemedy[];
}

/** When and under what it happened. */
interface IncidentTime {
  at: number;
  launch: string | null;
  job: string | null;
  attempt: string | null;
}

type NewIncident = Pick<IncidentRow, 'id' | 'kind' | 'engine' | 'engineName' | 'template'> & IncidentTime;

export interface IncidentRows {
  /** With its first time. */
  insert(incident: NewIncident, evidence: Evidence): void;
  find(id: string): IncidentRow | undefined;
  /** The newest one that the attempt is part of. */
  ofAttempt(attempt: string): IncidentRow | undefined;
  /** The newest one that an end or failure within the launch is part of. */
  ofLaunch(launch: string): IncidentRow | undefined;
  /** Whether anything within the launch was put down to the cause. */
  hasCause(launch: string, cause: string): boolean;
  /** Those whose log is still to be read, oldest first. */
  unread(): IncidentRow[];
  /** Newest first. */
  open(limit: number): IncidentRow[];
  /** The newest with the signature before `seq`, of any state; `limit` of them. */
  withSignature(signature: string, before: number, limit: number): IncidentRow[];
  setKind(id: string, kind: IncidentKind): void;
  setRead(id: string, isRead: boolean): void;
  show(id: string): void;
  diagnose(id: string, diagnosis: Diagnosis, remedies: readonly OfferedRemedy[]): void;
  setRemedies(id: string, remedies: readonly OfferedRemedy[]): void;
  settle(id: string, state: IncidentState, resolvedBy: string | null, at: number | null): void;
  /** It happened once more: what `repeat` was counts there from now on, and is no incident of its own. */
  fold(into: string, repeat: string): void;
  remove(id: string): void;
  evidence(id: string): Evidence | null;
  setEvidence(id: string, evidence: Evidence): void;
  log(id: string): LogPart[];
  /** Lets go of the logs of all but the newest `count`. */
  keepLogs(count: number): void;
  setLog(id: string, parts: readonly LogPart[]): void;
}

/** What lists read of an incident. */
export const incidentColumns =
  'seq, id, kind, at, last_at, count, engine, engine_name, launch, job, attempt, template, state, resolved_by, settled_at, is_shown, is_read, signature, diagnosis_json, remedies_json';

const Row = z.object({
  seq: z.number(),
  id: z.string(),
  kind: IncidentKind,
  at: z.number(),
  last_at: z.number(),
  count: z.number(),
  engine: z.string(),
  engine_name: z.string(),
  launch: z.string().nullable(),
  job: z.string().nullable(),
  attempt: z.string().nullable(),
  template: z.string().nullable(),
  state: IncidentState,
  resolved_by: z.string().nullable(),
  settled_at: z.number().nullable(),
  is_shown: z.number(),
  is_read: z.number(),
  signature: z.string().nullable(),
  diagnosis_json: z.string().nullable(),
  remedies_json: z.string(),
});

/** A row of `incidentColumns` as the rest of the program knows it. Pure. */
export const toIncidentRow = (raw: unknown): IncidentRow => {
  const row = Row.parse(raw);
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    at: row.at,
    lastAt: row.last_at,
    count: row.count,
    engine: row.engine,
    engineName: row.engine_name,
    launch: row.launch,
    job: row.job,
    attempt: row.attempt,
    template: row.template,
    state: row.state,
    resolvedBy: row.resolved_by,
    settledAt: row.settled_at,
    isShown: row.is_shown === 1,
    isRead: row.is_read === 1,
    signature: row.signature,
    diagnosis: row.diagnosis_json === null ? null : Diagnosis.parse(JSON.parse(row.diagnosis_json)),
    remedies: z.array(OfferedRemedy).parse(JSON.parse(row.remedies_json)),
  };
};

const Text = z.string().nullish();
const Parts = z.array(LogPart);

/** Statements over the incident tables, prepared once. */
export const createIncidentRows = (db: Db): IncidentRows => {
  const insert = db.prepare(
    `INSERT INTO incidents (id, kind, at, last_at, engine, engine_name, launch, job, attempt, template)
     VALUES (@id, @kind, @at, @at, @engine, @engineName, @launch, @job, @attempt, @template)`,
  );
  const insertTime = db.prepare(
    'INSERT INTO incident_times (incident, at, launch, job, attempt) VALUES (@id, @at, @launch, @job, @attempt)',
  );
  const insertEvidence = db.prepare('INSERT INTO incident_evidence (incident, evidence_json) VALUES (?, ?)');
  const byId = db.prepare(`SELECT ${incidentColumns} FROM incidents WHERE id = ?`);
  const byAttempt = db.prepare('SELECT incident FROM incident_times WHERE attempt = +? ORDER BY seq DESC LIMIT 1').pluck();
  const byLaunch = db.prepare('SELECT incident FROM incident_times WHERE launch = +? ORDER BY seq DESC LIMIT 1').pluck();
  const hasCause = db
    .prepare(
      'SELECT 1 FROM incident_times t JOIN incidents i ON i.id = t.incident WHERE t.launch = +@launch AND i.cause = +@cause LIMIT 1',
    )
    .pluck();
  const unread = db.prepare(`SELECT ${incidentColumns} FROM incidents WHERE is_read = 0 ORDER BY seq`);
  const open = db.prepare(
    `SELECT ${incidentColumns} FROM incidents INDEXED BY incidents_state WHERE state = +@state AND is_shown = 1 ORDER BY seq DESC LIMIT +@limit`,
  );
  const withSignature = db.prepare(
    `SELECT ${incidentColumns} FROM incidents WHERE signature = +@signature AND seq < @before AND is_shown = 1 ORDER BY seq DESC LIMIT +@limit`,
  );
  const kind = db.prepare('UPDATE incidents SET kind = @value WHERE id = @id');
  const read = db.prepare('UPDATE incidents SET is_read = @value WHERE id = @id');
  const show = db.prepare('UPDATE incidents SET is_shown = 1 WHERE id = ?');
  const diagnose = db.prepare(
    `UPDATE incidents SET diagnosis_json = @diagnosis, cause = @cause, signature = @signature, remedies_json = @remedies, is_read = 1
     WHERE id = @id`,
  );
  const remedies = db.prepare('UPDATE incidents SET remedies_json = @value WHERE id = @id');
  const settle = db.prepare('UPDATE incidents SET state = @state, resolved_by = @resolvedBy, settled_at = @at WHERE id = @id');
  const foldCount = db.prepare(
    `UPDATE incidents SET count = incidents.count + r.count, last_at = max(incidents.last_at, r.last_at)
     FROM (SELECT count, last_at FROM incidents WHERE id = @repeat) r WHERE incidents.id = @into`,
  );
  const foldTimes = db.prepare('UPDATE incident_times SET incident = @into WHERE incident = @repeat');
  const remove = db.prepare('DELETE FROM incidents WHERE id = ?');
  const evidence = db.prepare('SELECT evidence_json FROM incident_evidence WHERE incident = ?').pluck();
  const setEvidence = db.prepare('UPDATE incident_evidence SET evidence_json = @value WHERE incident = @id');
  const log = db.prepare('SELECT log_gzip FROM incident_evidence WHERE incident = ?').pluck();
  const keepLogs = db.prepare(
    `UPDATE incident_evidence SET log_gzip = NULL
     WHERE log_gzip IS NOT NULL AND incident IN (SELECT id FROM incidents ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
  );
  const setLog = db.prepare('UPDATE incident_evidence SET log_gzip = @value WHERE incident = @id');
  const behind = (id: unknown): IncidentRow | undefined => (id === undefined ? undefined : one(byId.get(id)));
  const one = (raw: unknown): IncidentRow | undefined => (raw === undefined ? undefined : toIncidentRow(raw));

  return {
    insert: db.transaction((incident: NewIncident, frozen: Evidence) => {
      insert.run(incident);
      insertTime.run(incident);
      insertEvidence.run(incident.id, JSON.stringify(frozen));
    }),
    find: (id) => one(byId.get(id)),
    ofAttempt: (attempt) => behind(byAttempt.get(attempt)),
    ofLaunch: (launch) => behind(byLaunch.get(launch)),
    hasCause: (launch, cause) => hasCause.get({ launch, cause }) !== undefined,
    unread: () => unread.all().map(toIncidentRow),
    open: (limit) =>
      ['open', 'trial']
        .flatMap((state) => open.all({ state, limit }).map(toIncidentRow))
        .sort((a, b) => b.seq - a.seq)
        .slice(0, limit),
    withSignature: (signature, before, limit) => withSignature.all({ signature, before, limit }).map(toIncidentRow),
    setKind: (id, value) => void kind.run({ id, value }),
    setRead: (id, isRead) => void read.run({ id, value: isRead ? 1 : 0 }),
    show: (id) => void show.run(id),
    diagnose(id, diagnosis, offered) {
      const { cause, signature } = diagnosis;
      diagnose.run({ id, cause, signature, diagnosis: JSON.stringify(diagnosis), remedies: JSON.stringify(offered) });
    },
    setRemedies: (id, offered) => void remedies.run({ id, value: JSON.stringify(offered) }),
    settle: (id, state, resolvedBy, at) => void settle.run({ id, state, resolvedBy, at }),
    fold: db.transaction((into: string, repeat: string) => {
      foldCount.run({ into, repeat });
      foldTimes.run({ into, repeat });
      remove.run(repeat);
    }),
    remove: (id) => void remove.run(id),
    evidence(id) {
      const text = Text.parse(evidence.get(id));
      return text ? Evidence.parse(JSON.parse(text)) : null;
    },
    setEvidence: (id, value) => void setEvidence.run({ id, value: JSON.stringify(value) }),
    log(id) {
      const bytes = log.get(id);
      return Buffer.isBuffer(bytes) ? Parts.parse(JSON.parse(gunzipSync(bytes).toString('utf8'))) : [];
    },
    keepLogs: (count) => void keepLogs.run(count),
    setLog: (id, parts) => void setLog.run({ id, value: gzipSync(JSON.stringify(parts)) }),
  };
};
