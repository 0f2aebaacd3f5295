import type { BenchmarkSample, PromptDifference } from '../../shared/benchmark.ts';
import type { Problem } from '../../shared/engine.ts';
import { problemOf } from '../../shared/problem.ts';
import { graphDigest } from '../queue/graph-digest.ts';
import { renderPrompt } from '../templates/render.ts';
import { comparePrompts } from './compare-prompts.ts';
import type { PreparedRun } from './prepare-run.ts';

/** What the first prompt of a configuration shows. */
interface FirstPrompt {
  /** Without seed and names of files. */
  digest: string;
  differences: PromptDifference[];
  /** Why the configurations cannot be compared; null: they do the same work. */
  problem: Problem | null;
}

/** Stands for the attempt's own id in the names of files. */
const sameName = 'benchmark';

/** Holds the first prompt of each configuration against the first one's. Answers with null for later ones. */
export const createSameWork = ({
  cells,
  template,
  seedKey,
  seeds,
}: Pick<PreparedRun, 'cells' | 'template' | 'seedKey' | 'seeds'>) => {
  const graphs = new Map<number, string>();
  return (cell: number, record: NonNullable<BenchmarkSample['record']>): FirstPrompt | null => {
    if (graphs.has(cell)) return null;
    const fixed = seedKey === null ? {} : { [seedKey]: seeds[0] ?? '0' };
    const graph = renderPrompt(template, { ...record.values, ...fixed }, { attemptId: sameName });
    const [known] = graphs;
    graphs.set(cell, graph);
    const configuration = cells[cell]?.name ?? '';
    const differences = known ? comparePrompts(known[1], graph).map((one) => ({ configuration, ...one })) : [];
    const digest = graphDigest(graph, sameName);
    const [difference] = differences;
    if (!difference || !known) return { digest, differences, problem: null };
    const { node, input, first, other } = difference;
    const params = { configuration, first: cells[known[0]]?.name ?? '', node, input, other: other ?? '—', value: first ?? '—' };
    return { digest, differences, problem: problemOf('benchPromptsDiffer', params) };
  };
};
