import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkRun, BenchmarkSample, SavedPlan } from '../../shared/benchmark.ts';
import type { BenchmarkEstimate, BenchmarkPreset, HistoryPoint } from '../../shared/benchmark-outlook.ts';
import type { EventHub, Handlers } from '../../shared/rpc.ts';
import { nextId } from './fake-data.ts';

/** What the fake host knows of benchmarks. */
export interface FakeBenchmarks {
  /** Newest first. */
  runs: BenchmarkRun[];
  /** By run. */
  runSamples: Record<string, BenchmarkSample[]>;
  plans: SavedPlan[];
  runEstimate: BenchmarkEstimate;
  presets: BenchmarkPreset[];
  /** Oldest first. */
  history: HistoryPoint[];
}

export const noBenchmarks: FakeBenchmarks = {
  runs: [],
  runSamples: {},
  plans: [],
  runEstimate: {
    ms: [240_000, 300_000],
    prompts: [24, 24],
    counted: [20, 20],
    starts: [4, 4],
    blockLength: 5,
    prompt: { ms: 10_000, basis: 'attempts', count: 3 },
    start: { ms: 4_000, basis: 'launches', count: 5 },
    queue: { running: 0, waiting: 2, isPaused: false },
    engines: [{ id: 'demo', name: 'Demo engine', isRunning: true }],
    cautions: [],
  },
  presets: [],
  history: [],
};

type Names = Extract<keyof Handlers, `benchmarks.${string}`>;

/** Answers about benchmarks from plain data. */
export function benchmarkHandlers(state: FakeBenchmarks, hub: EventHub): Pick<Handlers, Names> {
  const run = (id: string): BenchmarkRun => {
    const found = state.runs.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'benchUnknown', { id });
    return found;
  };
  const put = (changed: BenchmarkRun): BenchmarkRun => {
    state.runs = state.runs.map((known) => (known.id === changed.id ? changed : known));
    hub.emit('benchmark.changed', changed);
    return changed;
  };
  return {
    'benchmarks.list': ({ limit }) => ({ runs: state.runs.slice(0, limit) }),
    'benchmarks.get': ({ id }) => ({ run: run(id), samples: state.runSamples[id] ?? [] }),
    'benchmarks.plans': () => ({ plans: state.plans }),
    'benchmarks.estimate': () => state.runEstimate,
    'benchmarks.presets': () => ({ presets: state.presets }),
    'benchmarks.history': () => ({ points: state.history }),
    'benchmarks.rename': ({ id, name }) => put({ ...run(id), name }),
    'benchmarks.start': () => {
      throw new AppError('conflict', 'benchUnderWay');
    },
    'benchmarks.stop': ({ id }) => put({ ...run(id), state: 'partial', endedAt: new Date().toISOString() }),
    'benchmarks.remove': ({ id }) => {
      state.runs = state.runs.filter((known) => known.id !== id);
      hub.emit('benchmark.removed', { id });
      return {};
    },
    'benchmarks.savePlan': ({ id = nextId(), name, plan }) => {
      const saved: SavedPlan = { id, name, plan, savedAt: new Date().toISOString() };
      state.plans = [saved, ...state.plans.filter((known) => known.id !== id)];
      hub.emit('benchmark.planSaved', saved);
      return saved;
    },
    'benchmarks.removePlan': ({ id }) => {
      state.plans = state.plans.filter((known) => known.id !== id);
      hub.emit('benchmark.planRemoved', { id });
      return {};
    },
  };
}
