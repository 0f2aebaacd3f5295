import type { BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import type { Client, Input } from '../../shared/rpc.ts';

/** Runs a plan to its end, whatever that is. */
export const measurePlan = async (
  client: Client,
  plan: Input<'benchmarks.start'>,
): Promise<{ run: BenchmarkRun; samples: BenchmarkSample[] }> => {
  let stop = (): void => {};
  const over = new Map<string, BenchmarkRun>();
  let wake = (): void => {};
  try {
    stop = client.on('benchmark.changed', (run) => {
      if (run.state !== 'running') over.set(run.id, run);
      wake();
    });
    const { id } = await client.call('benchmarks.start', plan);
    await new Promise<void>((resolve) => {
      wake = () => over.has(id) && resolve();
      wake();
    });
    return await client.call('benchmarks.get', { id });
  } finally {
    stop();
  }
};
