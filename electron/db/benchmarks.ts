import { z } from 'zod';
import { BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import { settledStates } from '../../shared/job.ts';
import type { Db } from './database.ts';

/** Jobs of samples are known by their key, which is written with them: whoever finds one after a kill knows whose it is. */
export const sampleKey = (run: string, number: number): string => `benchmark/${run}/${number}`;

/** What is to be put right when a run is over, or its host was killed. */
export const BenchmarkLeft = z.object({
  engines: z.array(
    z.object({
      id: z.string(),
      isWanted: z.boolean(),
      /** Whether it ran, or was meant to. */
      wasUp: z.boolean(),
    }),
  ),
  /** The queue was paused for failures in a row before. */
  wasRecovering: z.boolean(),
});
export type BenchmarkLeft = z.infer<typeof BenchmarkLeft>;

export interface BenchmarkRows {
  /** Throws SqliteError (SQLITE_CONSTRAINT_UNIQUE) while another run is under way. */
  insert(run: BenchmarkRun, left: BenchmarkLeft): void;
  update(run: BenchmarkRun): void;
  /** Replaces the one of the same number. */
  saveSample(sample: BenchmarkSample): void;
  find(id: string): BenchmarkRun | undefined;
  samples(id: string): BenchmarkSample[];
  /** Ids of the jobs queued for its samples that have not ended. */
  openJobs(id: string): string[];
  /** Newest first. */
  list(limit: number): BenchmarkRun[];
  /** With its samples. */
  remove(id: string): void;
  running(): { run: BenchmarkRun; left: BenchmarkLeft } | undefined;
}

const Row = z.object({ run_json: z.string(), left_json: z.string() });
const Json = z.string();

/** Statements over the benchmark tables, prepared once. */
export const createBenchmarkRows = (db: Db): BenchmarkRows => {
  const insert = db.prepare(
    'INSERT INTO benchmark_runs (id, state, started_at, run_json, left_json) VALUES (@id, @state, @startedAt, @run, @left)',
  );
  const update = db.prepare('UPDATE benchmark_runs SET state = @state, run_json = @run WHERE id = @id');
  const sample = db.prepare('INSERT OR REPLACE INTO benchmark_samples (run, number, sample_json) VALUES (?, ?, ?)');
  const byId = db.prepare('SELECT run_json FROM benchmark_runs WHERE id = ?').pluck();
  const samples = db.prepare('SELECT sample_json FROM benchmark_samples WHERE run = +? ORDER BY number').pluck();
  // '0' follows '/': every key that begins with `benchmark/RUN/`.
  const openJobs = db
    .prepare(
      `SELECT id FROM jobs WHERE key >= 'benchmark/' || @run || '/' AND key < 'benchmark/' || @run || '0'
       AND state NOT IN (${[...settledStates].map((state) => `'${state}'`).join()})`,
    )
    .pluck();
  const list = db.prepare('SELECT run_json FROM benchmark_runs ORDER BY seq DESC LIMIT +?').pluck();
  const remove = db.prepare("DELETE FROM benchmark_runs WHERE id = ? AND state <> 'running'");
  const running = db.prepare("SELECT run_json, left_json FROM benchmark_runs WHERE state = 'running'");
  const toRun = (raw: unknown): BenchmarkRun => BenchmarkRun.parse(JSON.parse(Json.parse(raw)));
  return {
    insert: (run, kept) =>
      void insert.run({
        id: run.id,
        state: run.state,
        startedAt: Date.parse(run.startedAt),
        run: JSON.stringify(run),
        left: JSON.stringify(kept),
      }),
    update: (run) => void update.run({ id: run.id, state: run.state, run: JSON.stringify(run) }),
    saveSample: (taken) => void sample.run(taken.run, taken.number, JSON.stringify(taken)),
    find(id) {
      const raw = byId.get(id);
      return raw === undefined ? undefined : toRun(raw);
    },
    samples: (id) => samples.all(id).map((raw) => BenchmarkSample.parse(JSON.parse(Json.parse(raw)))),
    openJobs: (id) => openJobs.all({ run: id }).map((raw) => Json.parse(raw)),
    list: (limit) => list.all(limit).map(toRun),
    remove: (id) => void remove.run(id),
    running() {
      const raw = running.get();
      if (raw === undefined) return undefined;
      const { run_json, left_json } = Row.parse(raw);
      return { run: toRun(run_json), left: BenchmarkLeft.parse(JSON.parse(left_json)) };
    },
  };
};
