import type { ImportCandidate, Localized } from '../../shared/template.ts';
import { isControlnetApply } from './count-controlnets.ts';
import { type GraphNode, isLiteral, nodesOf, titleOf } from './graph.ts';
import { controlnetStrength, type KnownInput, knownInputs, promptInputs } from './known-inputs.ts';
import { type Proposal, proposeParameter } from './propose-parameter.ts';
import type { Workflow } from './read-workflow.ts';
import type { ClassTable } from './templates.ts';
import { tidy } from './tidy.ts';
import { inputKey, tracePrompts, upstreamOf } from './trace-prompts.ts';

/** A text this long is embedded data, not something to type. */
const longestOffered = 100_000;

const keyFrom = (input: string): string => {
  const key = input
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(key) ? key.slice(0, 48) : `value_${key}`.replace(/_$/, '').slice(0, 48);
};

const labelFrom = (input: string): Localized => {
  const words = tidy(input.replace(/[_.]+/g, ' ')) || 'value';
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return { en: label, ko: label };
};

/** Sizes belong to a form only where a picture begins: scaling and cropping nodes have widths too. */
const isSizeOfPicture = ({ class_type, inputs }: GraphNode): boolean =>
  /empty|latent/i.test(class_type) || 'batch_size' in inputs;

/** What is known about an input from its place in the graph and its name. */
const knownAt = (node: GraphNode, input: string, side: 'prompt' | 'negative' | undefined): KnownInput | undefined => {
  if (side) return promptInputs[side];
  if (input === 'strength' && isControlnetApply(node.class_type)) return controlnetStrength;
  const known = knownInputs.get(input);
  const isSize = known?.role === 'width' || known?.role === 'height' || known?.role === 'frames';
  if (known === undefined || !isSize || isSizeOfPicture(node)) return known;
  const { role: _role, ...rest } = known;
  return { ...rest, isMinor: true };
};

/** The literal inputs of a graph, each with what is known about it, in the order of the file. */
const proposalsOf = (graph: Workflow['graph'], table: ClassTable | null): Proposal[] => {
  const sides = tracePrompts(graph);
  return nodesOf(graph).flatMap(([id, node]) =>
    Object.entries(node.inputs).flatMap(([input, literal]): Proposal[] => {
      if (!isLiteral(literal) || (typeof literal === 'string' && literal.length > longestOffered)) return [];
      // Names of files are Hearth's; the page's upload button is no input at all.
      if (input === 'filename_prefix' || (input === 'upload' && literal === 'image')) return [];
      const spec = table?.get(node.class_type)?.inputs.find(({ name }) => name === input);
      return [{ id, node, input, literal, spec, known: knownAt(node, input, sides.get(inputKey(id, input))) }];
    }),
  );
};

/**
 * The literal inputs of a graph as parameters that a person may tick, keys and labels all different. Suggested are those that people
 * change, in nodes that lead to one of `outputs`. Pure.
 */
export const findCandidates = (
  graph: Workflow['graph'],
  table: ClassTable | null,
  outputs: readonly { node: string }[],
): ImportCandidate[] => {
  const made = upstreamOf(
    graph,
    outputs.map(({ node }) => node),
  );
  const keys = new Set<string>();
  /** Where counting goes on for a key that many inputs want. */
  const counts = new Map<string, number>();
  const labels = new Map<string, number>();
  const proposals = proposalsOf(graph, table).map((proposal) => {
    const label = proposal.known?.label ?? labelFrom(proposal.input);
    labels.set(label.en, (labels.get(label.en) ?? 0) + 1);
    return { proposal, label };
  });
  return proposals.flatMap(({ proposal, label }): ImportCandidate[] => {
    const { id, node, input, known } = proposal;
    const base = known?.key ?? keyFrom(input);
    let [key, number] = [base, counts.get(base) ?? 1];
    while (keys.has(key)) key = `${base}_${++number}`;
    counts.set(base, number);
    keys.add(key);
    const nodeTitle = tidy(titleOf(node));
    const isShared = (labels.get(label.en) ?? 0) > 1;
    const named = isShared ? { en: `${label.en} (${nodeTitle})`, ko: `${label.ko} (${nodeTitle})` } : label;
    const parameter = proposeParameter(proposal, key, named);
    if (parameter === null) return [];
    const isWanted = (known !== undefined && !known.isMinor) || parameter.type === 'seed' || parameter.type === 'image';
    return [
      {
        node: id,
        class: node.class_type,
        nodeTitle,
        input,
        parameter,
        isSuggested: made.has(id) && isWanted,
      },
    ];
  });
};
