import { z } from 'zod';
import { BenchmarkPlan, BenchmarkRun, BenchmarkSample, SavedPlan } from './benchmark.ts';
import { BenchmarkEstimate, BenchmarkPreset, BenchmarkProgress, HistoryPoint } from './benchmark-outlook.ts';
import { Nothing } from './call-shapes.ts';
import { FlagSetting } from './engine.ts';

/** What a client can ask, order, and be told about benchmarks. */
export const benchmarkContract = {
  queries: {
    /** Newest first. */
    'benchmarks.list': {
      input: z.object({ limit: z.int().min(1).max(500).default(100) }),
      output: z.object({ runs: z.array(BenchmarkRun) }),
    },
    'benchmarks.get': {
      input: z.object({ id: z.string() }),
      /** `progress`: where it is, while it runs. */
      output: z.object({
        run: BenchmarkRun,
        samples: z.array(BenchmarkSample),
        progress: BenchmarkProgress.nullable().optional(),
      }),
    },
    /** Kept plans, the last saved first. */
    'benchmarks.plans': { input: Nothing, output: z.object({ plans: z.array(SavedPlan) }) },
    /** Looks a plan over without starting anything; refuses as a start would. */
    'benchmarks.estimate': { input: BenchmarkPlan, output: BenchmarkEstimate },
    /** What this installation offers to compare; `engine`: the first that Hearth starts itself when absent. */
    'benchmarks.presets': {
      input: z.object({
        engine: z.string().optional(),
        /** For `flag`: the one to be turned on and off. */
        flag: FlagSetting.optional(),
        /** For `profiles` and `update`: ids, the first is what is compared with. */
        profiles: z.tuple([z.string(), z.string()]).optional(),
        engines: z.tuple([z.string(), z.string()]).optional(),
      }),
      output: z.object({ presets: z.array(BenchmarkPreset) }),
    },
    /** Every run that measured what this plan measures (template, values, configurations, seeds, cold), oldest first. */
    'benchmarks.history': { input: BenchmarkPlan, output: z.object({ points: z.array(HistoryPoint) }) },
  },
  commands: {
    /** Answers once it has begun; the queue waits until it is over. */
    'benchmarks.start': { input: BenchmarkPlan, output: BenchmarkRun },
    /** Answers when the engines are as they were. */
    'benchmarks.stop': { input: z.object({ id: z.string() }), output: BenchmarkRun },
    /** An empty name takes it away again. */
    'benchmarks.rename': { input: z.object({ id: z.string(), name: z.string().trim().max(200) }), output: BenchmarkRun },
    /** Forgets a run that is over, with its samples. */
    'benchmarks.remove': { input: z.object({ id: z.string() }), output: Nothing },
    /** With an id it replaces that one. */
    'benchmarks.savePlan': {
      input: SavedPlan.pick({ name: true, plan: true }).extend({ id: z.uuid().optional() }),
      output: SavedPlan,
    },
    'benchmarks.removePlan': { input: z.object({ id: z.uuid() }), output: Nothing },
  },
  events: {
    'benchmark.changed': BenchmarkRun,
    /** Taken, or judged anew beside others. */
    'benchmark.sampled': BenchmarkSample,
    'benchmark.progress': BenchmarkProgress,
    'benchmark.removed': z.object({ id: z.string() }),
    'benchmark.planSaved': SavedPlan,
    'benchmark.planRemoved': z.object({ id: z.string() }),
  },
} as const;
