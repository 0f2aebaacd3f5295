import type { PromptDifference } from '../../shared/benchmark.ts';
import { type Exact, parseExact, stringifyExact } from '../lib/exact-json.ts';
import { isRecord, nodesOf } from '../templates/graph.ts';

/** Where two rendered graphs differ, node by node and input by input. Pure. */
export const comparePrompts = (first: string, other: string): Omit<PromptDifference, 'configuration'>[] => {
  const [a, b] = [inputsOf(first), inputsOf(other)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((place) => {
    const [one, two] = [a.get(place), b.get(place)];
    if (one?.text === two?.text) return [];
    const { node, input } = one ?? two ?? { node: '', input: '' };
    return [{ node, input, first: one?.text ?? null, other: two?.text ?? null }];
  });
};

const inputsOf = (graph: string): Map<string, { node: string; input: string; text: string }> => {
  const parsed: Exact = parseExact(graph);
  if (!isRecord(parsed)) return new Map();
  return new Map(
    nodesOf(parsed).flatMap(([node, { class_type, inputs }]) =>
      Object.entries({ ...inputs, class_type }).map(([input, value]) => [
        JSON.stringify([node, input]),
        { node, input, text: stringifyExact(value) },
      ]),
    ),
  );
};
