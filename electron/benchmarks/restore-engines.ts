import type { BenchmarkLeft } from '../db/benchmarks.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';

/**
 * Every engine of a run as it was before: up with its own profile, or down. `surely` does what it is given however long the disk is full,
 * and never rejects.
 */
export const restoreEngines = async (
  { engines: left }: Pick<BenchmarkLeft, 'engines'>,
  { engines }: Pick<BenchmarkDeps, 'engines'>,
  surely: (what: string, act: () => unknown) => Promise<void>,
): Promise<void> => {
  for (const { id, isWanted, wasUp } of left) {
    const now = engines.get(id);
    if (!now) continue;
    if (!wasUp) await surely('an engine could not be stopped after a benchmark', () => engines.stop(id));
    else if (now.kind !== 'external')
      await surely('an engine could not be put back after a benchmark', () => engines.restart(id));
    await surely('whether an engine is wanted could not be put back', () => engines.setWanted(id, isWanted));
  }
};
