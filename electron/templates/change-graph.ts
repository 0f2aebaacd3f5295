import { AppError } from '../../shared/app-error.ts';
import type { JobChange } from '../../shared/job-change.ts';
import { type Exact, isRawNumber } from '../lib/exact-json.ts';
import { parsePointer } from './pointer.ts';
import type { LoadedTemplate } from './templates.ts';

type Graph = { [node: string]: Exact };

/** A job's own graph: the template's with its changes. Throws RangeError where a change does not fit the graph. Pure. */
export const changeGraph = (graph: Graph, changes: readonly JobChange[]): Graph => {
  // By Map: what a change names is anybody's text, and there may be thousands of both.
  const nodes = new Map(Object.entries(graph));
  for (const change of changes) apply(nodes, change);
  return Object.fromEntries(nodes);
};

/**
 * A template with one job's changes in its graph, and so in the classes that it needs. Throws AppError where they do not fit it, or take
 * away what makes one of its outputs. Pure.
 */
export const withChanges = (template: LoadedTemplate, changes: readonly JobChange[]): LoadedTemplate => {
  if (changes.length === 0) return template;
  const graph = fittingGraph(template, changes);
  const own = new Set(changes.flatMap(inputsOf));
  const isOpen = (target: string): boolean => {
    const [node = '', , input = ''] = parsePointer(target);
    return Object.hasOwn(graph, node) && !own.has(`${node}/${input}`);
  };
  const classes = Object.values(graph).flatMap((node) => groupOf(node)?.class_type ?? []);
  return {
    ...template,
    graph,
    needs: { ...template.needs, nodes: [...new Set(classes.filter((name) => typeof name === 'string'))] },
    // A node that is gone takes nothing any more, and what was changed is changed after the values are in place.
    parameters: template.parameters.map((parameter) => ({ ...parameter, targets: parameter.targets.filter(isOpen) })),
  };
};

const fittingGraph = ({ id, version, graph, outputs }: LoadedTemplate, changes: readonly JobChange[]): Graph => {
  const at = { template: id, version };
  let changed: Graph;
  try {
    changed = changeGraph(graph, changes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('invalid-input', 'jobChangesUnfit', at, { cause: error });
  }
  const lost = outputs.find(({ node }) => !Object.hasOwn(changed, node));
  if (lost) throw new AppError('invalid-input', 'jobChangesNoOutput', { ...at, node: lost.node });
  const gone = new Set(
    changes.flatMap((change) => (change.op === 'bypass' && !Object.hasOwn(changed, change.node) ? change.node : [])),
  );
  if (gone.size > 0 && Object.values(changed).some((node) => takesFrom(node, gone)))
    throw new AppError('invalid-input', 'jobChangesUnfit', at);
  return changed;
};

/** Whether an input of the node is a link to one of those. */
const takesFrom = (node: Exact, gone: ReadonlySet<string>): boolean =>
  Object.values(groupOf(groupOf(node)?.inputs) ?? {}).some(
    (input) => Array.isArray(input) && typeof input[0] === 'string' && gone.has(input[0]),
  );

/** What a change puts into the graph, as `node/input`. */
const inputsOf = (change: JobChange): string[] => {
  switch (change.op) {
    case 'value':
    case 'add':
      return [];
    case 'input':
      return [`${change.node}/${change.input}`];
    case 'class':
      return Object.keys(change.inputs).map((input) => `${change.node}/${input}`);
    case 'bypass':
      return change.links.map(({ node, input }) => `${node}/${input}`);
  }
};

const apply = (nodes: Map<string, Exact>, change: JobChange): void => {
  switch (change.op) {
    // Stands among the job's values.
    case 'value':
      return;
    case 'input':
      setInput(nodes, change.node, change.input, change.after);
      return;
    case 'class': {
      const { node, inputs } = nodeOf(nodes, change.node);
      nodes.set(change.node, { ...node, class_type: change.after, inputs: { ...inputs, ...change.inputs } });
      return;
    }
    case 'bypass':
      nodeOf(nodes, change.node);
      for (const { node, input, to } of change.links) setInput(nodes, node, input, to);
      nodes.delete(change.node);
      return;
    case 'add':
      if (nodes.has(change.node)) throw new RangeError(`node ${change.node} is there already`);
      nodes.set(change.node, { class_type: change.class, inputs: change.inputs });
  }
};

const setInput = (nodes: Map<string, Exact>, id: string, input: string, value: Exact): void => {
  const { node, inputs } = nodeOf(nodes, id);
  const { [input]: _before, ...rest } = inputs;
  nodes.set(id, { ...node, inputs: value === null ? rest : { ...rest, [input]: value } });
};

const nodeOf = (nodes: ReadonlyMap<string, Exact>, id: string): { node: Graph; inputs: Graph } => {
  const node = groupOf(nodes.get(id));
  if (!node) throw new RangeError(`no node ${id}`);
  return { node, inputs: groupOf(node.inputs) ?? {} };
};

const groupOf = (value: Exact | undefined): Graph | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value) ? value : null;
