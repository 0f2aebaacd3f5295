import { useEffect, useState } from 'react';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../../shared/benchmark-outlook.ts';
import { api } from '../../api.ts';
import { useBenchmarks } from '../../store/benchmarks.ts';
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
  /** Samples that came or were judged anew since the page opened, by number. */
  const [newer, setNewer] = useState<Readonly<Record<number, BenchmarkSample>>>({});
  useEffect(() => {
    setNewer({});
    return api.on('benchmark.sampled', (sample) => {
      if (sample.run === id) setNewer((before) => ({ ...before, [sample.number]: sample }));
    });
  }, [id]);
  const all: Record<number, BenchmarkSample> = {};
  for (const sample of data?.samples ?? []) all[sample.number] = sample;
  const samples = Object.values({ ...all, ...newer });
  return { run: known ?? data?.run, samples, progress: told ?? data?.progress ?? null, error };
}
