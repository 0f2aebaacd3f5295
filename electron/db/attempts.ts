import type { AttemptState } from '../../shared/job.ts';
import type { Db } from './database.ts';

/** A row of `attempts` as SQLite holds it. */
export interface AttemptRow {
  seq: number;
  id: string;
  job: string;
  engine: string;
  launch: string;
  client: string;
  state: AttemptState;
  started_at: number;
  submitted_at: number | null;
  running_at: number | null;
  ended_at: number | null;
  folders_json: string | null;
  outputs_json: string | null;
  error_json: string | null;
}

export type AttemptPatch = Partial<
  Pick<AttemptRow, 'state' | 'submitted_at' | 'running_at' | 'ended_at' | 'outputs_json' | 'error_json'>
>;

type NewAttempt = Pick<AttemptRow, 'id' | 'job' | 'engine' | 'launch' | 'client' | 'started_at' | 'folders_json'>;

/** Statements over the attempts table. */
export interface AttemptRows {
  /** Adds it as `open`. Throws while the engine has another open one: a unique index sees to it. */
  insert(attempt: NewAttempt): void;
  find(id: string): AttemptRow | undefined;
  /** Writes what changes over its life. */
  write(attempt: AttemptRow): void;
  /** All that are open or collecting. */
  unsettled(): AttemptRow[];
  /** Those that have ended, the newest first. */
  lastSettled(limit: number): AttemptRow[];
  ofJob(job: string): AttemptRow[];
  /** Of many jobs, each named once; those of one job in the order that they were made. */
  ofJobs(jobs: readonly string[]): AttemptRow[];
  /** Newest first. */
  ofLaunch(launch: string, limit: number): AttemptRow[];
  /** Grades of the jobs that were claimed last, newest first. */
  lastGrades(limit: number): number[];
}

/** Prepares the statements once. */
export const createAttemptRows = (db: Db): AttemptRows => {
  const insert = db.prepare(
    `INSERT INTO attempts (id, job, engine, launch, client, state, started_at, folders_json) VALUES (?, ?, ?, ?, ?, 'open', ?, ?)`,
  );
  const find = db.prepare<[string], AttemptRow>('SELECT * FROM attempts WHERE id = ?');
  const change = db.prepare(
    `UPDATE attempts SET state = ?, submitted_at = ?, running_at = ?, ended_at = ?, outputs_json = ?, error_json = ? WHERE seq = ?`,
  );
  const unsettled = db.prepare<[], AttemptRow>("SELECT * FROM attempts WHERE state IN ('open', 'collecting') ORDER BY seq");
  const lastSettled = db.prepare<[number], AttemptRow>(
    "SELECT * FROM attempts WHERE state NOT IN ('open', 'collecting') ORDER BY seq DESC LIMIT +?",
  );
  const ofJob = db.prepare<[string], AttemptRow>('SELECT * FROM attempts WHERE job = +? ORDER BY seq');
  // One statement for a page costs a third of one for each job; the index has those of a job in order.
  const ofJobs = db.prepare<[string], AttemptRow>(
    'SELECT a.* FROM json_each(?) e CROSS JOIN attempts a INDEXED BY attempts_job ON a.job = e.value',
  );
  const ofLaunch = db.prepare<[string, number], AttemptRow>(
    'SELECT * FROM attempts WHERE launch = +? ORDER BY seq DESC LIMIT +?',
  );
  const lastGrades = db
    .prepare<[number], number>('SELECT j.grade FROM attempts a JOIN jobs j ON j.id = a.job ORDER BY a.seq DESC LIMIT +?')
    .pluck();

  return {
    insert: (attempt) =>
      void insert.run(
        attempt.id,
        attempt.job,
        attempt.engine,
        attempt.launch,
        attempt.client,
        attempt.started_at,
        attempt.folders_json,
      ),
    find: (id) => find.get(id),
    write: ({ state, submitted_at, running_at, ended_at, outputs_json, error_json, seq }) =>
      void change.run(state, submitted_at, running_at, ended_at, outputs_json, error_json, seq),
    unsettled: () => unsettled.all(),
    lastSettled: (limit) => lastSettled.all(limit),
    ofJob: (job) => ofJob.all(job),
    ofJobs: (jobs) => ofJobs.all(JSON.stringify(jobs)),
    ofLaunch: (launch, limit) => ofLaunch.all(launch, limit),
    lastGrades: (limit) => lastGrades.all(limit),
  };
};
