import type { BenchmarkSample } from '../../shared/benchmark.ts';
import { isLink, nodesOf } from '../templates/graph.ts';
import { parsePointer } from '../templates/pointer.ts';
import type { LoadedTemplate } from '../templates/templates.ts';

/** Nodes whose result follows from the seed: those that take it, and all that come after them. Pure. */
export const seededNodes = ({ graph, parameters }: Pick<LoadedTemplate, 'graph' | 'parameters'>): Set<string> => {
  const targets = parameters.filter(({ type }) => type === 'seed').flatMap((parameter) => parameter.targets);
  const found = new Set(targets.flatMap((target) => parsePointer(target)[0] ?? []));
  const nodes = nodesOf(graph);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [id, { inputs }] of nodes)
      if (Object.values(inputs).some((value) => isLink(value) && found.has(value[0]))) found.add(id);
  }
  return found;
};

type Sampled = Pick<BenchmarkSample, 'number' | 'isWarmup' | 'outcome' | 'cachedNodes'>;

/**
 * Why each sample does not count, by its number: a result of the seed came from cache, or other nodes did than in most counted samples.
 * `isCold`: nothing may come from there, for it was freed before. Pure.
 */
export const judgeCaches = (
  samples: readonly Sampled[],
  seeded: ReadonlySet<string>,
  isCold: boolean,
): Map<number, NonNullable<BenchmarkSample['discarded']>> => {
  const counted = samples.filter(({ isWarmup, outcome }) => !isWarmup && outcome === 'ok');
  const times = new Map<string, number>();
  for (const sample of counted) times.set(nameOf(sample), (times.get(nameOf(sample)) ?? 0) + 1);
  const [usual] = [...times].sort(([, a], [, b]) => b - a)[0] ?? [''];
  return new Map(
    counted.flatMap((sample): [number, NonNullable<BenchmarkSample['discarded']>][] => {
      if (isCold) return sample.cachedNodes.length > 0 ? [[sample.number, 'notCold']] : [];
      if (sample.cachedNodes.some((node) => seeded.has(node))) return [[sample.number, 'cachedResult']];
      return nameOf(sample) === usual ? [] : [[sample.number, 'cachedOtherwise']];
    }),
  );
};
const nameOf = ({ cachedNodes }: Sampled): string => [...cachedNodes].sort().join(' ');
