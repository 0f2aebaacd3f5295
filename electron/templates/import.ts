import type { ImportCandidate, ImportInspection, Localized } from '../../shared/template.ts';
import { findOutputs, findPreviews } from './find-outputs.ts';
import { type GraphNode, isLink, isLiteral, nodeOf, nodesOf, titleOf } from './graph.ts';
import { type KnownInput, knownInputs, promptInputs } from './known-inputs.ts';
import { type Proposal, proposeParameter } from './propose-parameter.ts';
import { readWorkflow, type Workflow } from './read-workflow.ts';
import { slugFor } from './slug.ts';
import type { ClassTable } from './templates.ts';
import { inputKey, tracePrompts, upstreamOf } from './trace-prompts.ts';

type Warning = ImportInspection['warnings'][number];

/** More nodes than this make a form that nobody reads to its end. */
const hugeGraph = 300;
/** A text this long is embedded data, not something to type. */
const longestOffered = 100_000;

/** A name from a file as people may see it: no control characters, not endless. */
const tidy = (text: string): string =>
  text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 120);

/** `my_flux workflow_api (1).json` → `my flux workflow`. */
const titleFrom = (fileName: string | undefined): string => {
  const base = (fileName ?? '').split(/[\\/]/).at(-1) ?? '';
  const words = base
    .replace(/\.json$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+api$/i, '');
  return tidy(words.normalize('NFC')) || 'Workflow';
};

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

const candidatesOf = (graph: Workflow['graph'], table: ClassTable | null, made: ReadonlySet<string>): ImportCandidate[] => {
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

const danglingLinks = (graph: Workflow['graph']): Warning[] => {
  for (const [id, node] of nodesOf(graph)) {
    for (const [input, value] of Object.entries(node.inputs)) {
      if (isLink(value) && nodeOf(graph, value[0]) === undefined) {
        return [{ key: 'danglingLink', params: { node: tidy(titleOf(node)), id, input, to: tidy(value[0]) } }];
      }
    }
  }
  return [];
};

const warningsOf = (
  { graph, strayKeys, notNumbers }: Workflow,
  outputs: ImportInspection['outputs'],
  classes: readonly string[],
  table: ClassTable | null,
): Warning[] => {
  const warnings: Warning[] = [];
  const previews = findPreviews(graph, outputs).length;
  if (outputs.length === 0) warnings.push({ key: 'noOutput', params: {} });
  else if (previews > 0) warnings.push({ key: 'previewsLeftOut', params: { count: previews } });
  const unknown = table === null ? [] : classes.filter((name) => !table.has(name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 8).map(tidy).join(', ');
    warnings.push({ key: 'unknownClasses', params: { count: unknown.length, classes: shown } });
  }
  const count = Object.keys(graph).length;
  if (count > hugeGraph) warnings.push({ key: 'huge', params: { count } });
  if (notNumbers > 0) warnings.push({ key: 'notNumbers', params: { count: notNumbers } });
  if (strayKeys.length > 0) warnings.push({ key: 'strayKeys', params: { keys: strayKeys.slice(0, 8).map(tidy).join(', ') } });
  return [...warnings, ...danglingLinks(graph)];
};

/**
 * What is in a workflow that a person brings: inputs that could become parameters with a proposal for each, outputs that can be kept,
 * things to know. The text is untrusted. Throws AppError with a sentence for every file that is no API-format workflow. Pure.
 */
export const inspectWorkflow = (
  text: string,
  fileName: string | undefined,
  table: ClassTable | null,
  isTaken: (id: string) => boolean,
): ImportInspection => {
  const workflow = readWorkflow(text, fileName);
  const outputs = findOutputs(workflow.graph, table);
  const classes = [...new Set(nodesOf(workflow.graph).map(([, { class_type }]) => class_type))];
  const title = titleFrom(fileName);
  const made = upstreamOf(
    workflow.graph,
    outputs.map(({ node }) => node),
  );
  return {
    suggestedId: slugFor(title, isTaken),
    title,
    candidates: candidatesOf(workflow.graph, table, made),
    outputs,
    classes,
    warnings: warningsOf(workflow, outputs, classes, table),
  };
};
