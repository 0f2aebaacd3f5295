import type { BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import type { EventHub } from '../../shared/rpc.ts';
import type { BenchmarkLeft, BenchmarkRows } from '../db/benchmarks.ts';
import type { Db } from '../db/database.ts';
import { judgeCaches } from './cached-nodes.ts';
import { summarise } from './summarise.ts';

/** A run under way on disk: what is told of was written before. */
export interface BenchmarkBook {
  readonly run: BenchmarkRun;
  readonly samples: readonly BenchmarkSample[];
  readonly left: BenchmarkLeft;
  /** Ids of the jobs queued for its samples that have not ended. */
  openJobs(): string[];
  /** Adds a sample and works out anew what all of them say. */
  add(sample: BenchmarkSample): void;
  change(change: Partial<BenchmarkRun>): void;
}

interface BookDeps {
  db: Db;
  rows: BenchmarkRows;
  emit: EventHub['emit'];
  /** Nodes whose result follows from the seed. */
  seeded: ReadonlySet<string>;
}

/** Takes up a run that is in the database. */
export const openBenchmarkBook = (
  begun: { run: BenchmarkRun; left: BenchmarkLeft; samples: BenchmarkSample[] },
  { db, rows, emit, seeded }: BookDeps,
): BenchmarkBook => {
  const { left } = begun;
  let { run, samples } = begun;
  const save = (next: BenchmarkRun, changed: readonly BenchmarkSample[]): void => {
    db.transaction(() => {
      for (const sample of changed) rows.saveSample(sample);
      rows.update(next);
    }).immediate();
    run = next;
    for (const sample of changed) emit('benchmark.sampled', sample);
    emit('benchmark.changed', run);
  };
  return {
    get run() {
      return run;
    },
    get samples() {
      return samples;
    },
    left,
    openJobs: () => rows.openJobs(run.id),
    add(sample) {
      const all = [...samples, sample];
      const judged = judgeCaches(all, seeded, run.plan.cold);
      const next = all.map((one) => ({ ...one, discarded: judged.get(one.number) ?? null }));
      const changed = next.filter((one, place) => one.discarded !== samples[place]?.discarded || place === all.length - 1);
      save({ ...run, ...summarise(run, next) }, changed);
      samples = next;
    },
    change(change) {
      const next = { ...run, ...change };
      save({ ...next, ...summarise(next, samples) }, []);
    },
  };
};
