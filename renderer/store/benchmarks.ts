import { useStore } from 'zustand';
import type { BenchmarkRun, SavedPlan } from '../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../shared/benchmark-outlook.ts';
import { api } from '../api.ts';
import { eachSnapshot } from './each-snapshot.ts';
import { createLive } from './live.ts';

interface BenchmarksState {
  /** Newest first. */
  runs: readonly BenchmarkRun[];
  /** The last saved first. */
  plans: readonly SavedPlan[];
  /** Of the run under way. */
  progress: BenchmarkProgress | null;
  isLoaded: boolean;
  /** Why they could not be read. */
  error: unknown;
}

const none: BenchmarksState = { runs: [], plans: [], progress: null, isLoaded: false, error: null };
/** So many runs are listed. */
const listed = 200;

const withRun = (runs: readonly BenchmarkRun[], run: BenchmarkRun): BenchmarkRun[] =>
  runs.some(({ id }) => id === run.id) ? runs.map((known) => (known.id === run.id ? run : known)) : [run, ...runs];

/** Runs and kept plans, read while somebody looks and kept fresh by events. */
const benchmarks = createLive<BenchmarksState>(none, (store) => {
  const load = async (isCurrent: () => boolean): Promise<void> => {
    try {
      const [{ runs }, { plans }] = await Promise.all([
        api.call('benchmarks.list', { limit: listed }),
        api.call('benchmarks.plans', {}),
      ]);
      if (isCurrent()) store.setState({ runs, plans, isLoaded: true, error: null });
    } catch (error) {
      if (isCurrent()) store.setState({ error });
    }
  };
  const stops = [
    eachSnapshot((isCurrent) => void load(isCurrent)),
    api.on('benchmark.changed', (run) => store.setState(({ runs }) => ({ runs: withRun(runs, run) }))),
    api.on('benchmark.progress', (progress) => store.setState({ progress })),
    api.on('benchmark.removed', ({ id }) => store.setState(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) }))),
    api.on('benchmark.planSaved', (plan) =>
      store.setState(({ plans }) => ({ plans: [plan, ...plans.filter(({ id }) => id !== plan.id)] })),
    ),
    api.on('benchmark.planRemoved', ({ id }) =>
      store.setState(({ plans }) => ({ plans: plans.filter((plan) => plan.id !== id) })),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});

/** Reads a part of what is known of benchmarks. */
export const useBenchmarks = <T>(selector: (state: BenchmarksState) => T): T => useStore(benchmarks, selector);
