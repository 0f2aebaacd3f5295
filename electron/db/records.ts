import { z } from 'zod';
import { AttemptState, Values } from '../../shared/job.ts';
import { JobChange } from '../../shared/job-change.ts';
import { LaunchFacts, type Record } from '../../shared/record.ts';
import type { Db } from './database.ts';

/** What attempts were made from and what they took. */
interface RecordRows {
  /** Nothing happens for an attempt that has one. */
  insert(record: { attempt: string; graph: string; values: Values | null }): void;
  setPeak(attempt: string, peak: Record['peak']): void;
  /** Of every attempt of a job, the oldest first. */
  ofJob(job: string): Record[];
  hasFacts(launch: string): boolean;
  setFacts(launch: string, facts: LaunchFacts): void;
  /** How a launch was started: its program and all words; undefined for one that Hearth did not start. */
  commandOf(launch: string): string[] | undefined;
}

const Row = z.object({
  attempt: z.string(),
  job: z.string(),
  engine: z.string(),
  launch: z.string(),
  state: AttemptState,
  template: z.string(),
  version: z.number(),
  digest: z.string(),
  graph: z.string().nullable(),
  values_json: z.string(),
  remedy: z.string().nullable(),
  changes_json: z.string().nullable(),
  seed: z.string().nullable(),
  started_at: z.number(),
  submitted_at: z.number().nullable(),
  running_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  peak_ram_bytes: z.number().nullable(),
  peak_vram_bytes: z.number().nullable(),
  facts_json: z.string().nullable(),
});
const Changes = z.array(JobChange);
const Command = z.array(z.string());

const time = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at));

const toRecord = (raw: unknown): Record => {
  const row = Row.parse(raw);
  return {
    attempt: row.attempt,
    job: row.job,
    engine: row.engine,
    launch: row.launch,
    state: row.state,
    template: { id: row.template, version: row.version, digest: row.digest },
    graph: row.graph,
    values: Values.parse(JSON.parse(row.values_json)),
    changes:
      row.changes_json === null || row.remedy === null
        ? null
        : { remedy: row.remedy, changes: Changes.parse(JSON.parse(row.changes_json)) },
    seed: row.seed,
    startedAt: time(row.started_at),
    submittedAt: timeOrNull(row.submitted_at),
    runningAt: timeOrNull(row.running_at),
    endedAt: timeOrNull(row.ended_at),
    peak: { ramBytes: row.peak_ram_bytes, vramBytes: row.peak_vram_bytes },
    facts: row.facts_json === null ? null : (LaunchFacts.safeParse(JSON.parse(row.facts_json)).data ?? null),
  };
};

/** Prepares the statements once. */
export const createRecordRows = (db: Db): RecordRows => {
  const insert = db.prepare('INSERT OR IGNORE INTO records (attempt, graph, values_json) VALUES (?, ?, ?)');
  const peak = db.prepare('UPDATE records SET peak_ram_bytes = ?, peak_vram_bytes = ? WHERE attempt = ?');
  const ofJob = db.prepare(
    `SELECT a.id AS attempt, a.job, a.engine, a.launch, a.state, j.template, j.version, j.digest, r.graph,
       coalesce(r.values_json, j.values_json) AS values_json, c.remedy, c.changes_json, j.seed, a.started_at, a.submitted_at, a.running_at, a.ended_at,
       r.peak_ram_bytes, r.peak_vram_bytes, f.facts_json
     FROM attempts a JOIN jobs j ON j.id = a.job LEFT JOIN records r ON r.attempt = a.id LEFT JOIN launch_facts f ON f.launch = a.launch
       LEFT JOIN job_changes c ON c.job = a.job
     WHERE a.job = +? ORDER BY a.seq`,
  );
  const facts = db.prepare('SELECT 1 FROM launch_facts WHERE launch = ?').pluck();
  const setFacts = db.prepare('INSERT OR REPLACE INTO launch_facts (launch, facts_json) VALUES (?, ?)');
  const command = db.prepare('SELECT command_json FROM engine_launches WHERE id = ?').pluck();
  return {
    insert: ({ attempt, graph, values }) => void insert.run(attempt, graph, values === null ? null : JSON.stringify(values)),
    setPeak: (attempt, { ramBytes, vramBytes }) => void peak.run(ramBytes, vramBytes, attempt),
    ofJob: (job) => ofJob.all(job).map(toRecord),
    hasFacts: (launch) => facts.get(launch) !== undefined,
    setFacts: (launch, found) => void setFacts.run(launch, JSON.stringify(found)),
    commandOf(launch) {
      const text = command.get(launch);
      return text === undefined ? undefined : Command.parse(JSON.parse(String(text)));
    },
  };
};
