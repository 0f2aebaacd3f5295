import { useEffect, useState } from 'react';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../../shared/benchmark-outlook.ts';
import { api } from '../../api.ts';
import { useBenchmarks } from '../../store/benchmarks.ts';
import { hearthStore } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';

interface RunState {
  run: BenchmarkRun | undefined;
  /** In the order in which they were taken. */
  samples: readonly BenchmarkSample[];
  progress: BenchmarkProgress | null;
  error: unknown;
}

/** One run with its samples, as they come in. */
export function useRun(id: string): RunState {
  const { data, error } = useAsk('benchmarks.get', { id });
  const known = useBenchmarks(({ runs }) => runs.find((run) => run.id === id));
  const told = useBenchmarks(({ progress }) => (progress?.run === id ? progress : null));
  /** Samples that came or were judged anew since the page opened, by number, each with the connection that it came over. */
  const [newer, setNewer] = useState<Readonly<Record<number, { sample: BenchmarkSample; snapshots: number }>>>({});
  useEffect(() => {
    setNewer({});
    return api.on('benchmark.sampled', (sample) => {
      const { snapshots } = hearthStore.getState();
      if (sample.run === id) setNewer((before) => ({ ...before, [sample.number]: { sample, snapshots } }));
    });
  }, [id]);
  // A lost connection may have hidden how a sample was judged since: the answer that was asked for after it knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is the reason, what came over the living connection stays.
  useEffect(() => {
    const { snapshots } = hearthStore.getState();
    setNewer((before) => Object.fromEntries(Object.entries(before).filter(([, came]) => came.snapshots === snapshots)));
  }, [data]);
  const all: Record<number, BenchmarkSample> = {};
  for (const sample of data?.samples ?? []) all[sample.number] = sample;
  for (const { sample } of Object.values(newer)) all[sample.number] = sample;
  const samples = Object.values(all);
  return { run: known ?? data?.run, samples, progress: told ?? data?.progress ?? null, error };
}
