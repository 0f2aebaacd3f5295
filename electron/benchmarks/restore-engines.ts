import type { BenchmarkLeft } from '../db/benchmarks.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';

/** Every engine of a run as it was before: up with its own profile, or down. Never rejects: one that fails is logged. */
export const restoreEngines = async (
  { engines: left }: Pick<BenchmarkLeft, 'engines'>,
  { engines, log }: Pick<BenchmarkDeps, 'engines' | 'log'>,
): Promise<void> => {
  for (const { id, isWanted, wasUp } of left) {
    const now = engines.get(id);
    if (!now) continue;
    try {
      if (!wasUp) await engines.stop(id);
      else if (now.kind !== 'external') await engines.restart(id);
      engines.setWanted(id, isWanted);
    } catch (error) {
      log.error('an engine could not be put back after a benchmark', { engine: id, error });
    }
  }
};
