import type { JobChange } from '../../shared/job-change.ts';
import { type Exact, isRawNumber } from '../lib/exact-json.ts';
import { parsePointer } from './pointer.ts';
import type { LoadedTemplate } from './templates.ts';

type Graph = { [node: string]: Exact };

/** A job's own graph: the template's with its changes. Throws RangeError where a change does not fit the graph. Pure. */
export const changeGraph = (graph: Graph, changes: readonly JobChange[]): Graph => {
  let result = graph;
  for (const change of changes) result = withChange(result, change);
  return result;
};

/** A template with one job's changes in its graph, and so in the classes that it needs. Pure. */
export const withChanges = (template: LoadedTemplate, changes: readonly JobChange[]): LoadedTemplate => {
  if (changes.length === 0) return template;
  const graph = changeGraph(template.graph, changes);
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

const withChange = (graph: Graph, change: JobChange): Graph => {
  switch (change.op) {
    // Stands among the job's values.
    case 'value':
      return graph;
    case 'input':
      return withInput(graph, change.node, change.input, change.after);
    case 'class': {
      const { node, inputs } = nodeOf(graph, change.node);
      return { ...graph, [change.node]: { ...node, class_type: change.after, inputs: { ...inputs, ...change.inputs } } };
    }
    case 'bypass': {
      nodeOf(graph, change.node);
      let result = graph;
      for (const { node, input, to } of change.links) result = withInput(result, node, input, to);
      const { [change.node]: _gone, ...rest } = result;
      return rest;
    }
    case 'add':
      if (Object.hasOwn(graph, change.node)) throw new RangeError(`node ${change.node} is there already`);
      return { ...graph, [change.node]: { class_type: change.class, inputs: change.inputs } };
  }
};

const withInput = (graph: Graph, id: string, input: string, value: Exact): Graph => {
  const { node, inputs } = nodeOf(graph, id);
  const { [input]: _before, ...rest } = inputs;
  return { ...graph, [id]: { ...node, inputs: value === null ? rest : { ...rest, [input]: value } } };
};

const nodeOf = (graph: Graph, id: string): { node: Graph; inputs: Graph } => {
  const node = groupOf(Object.hasOwn(graph, id) ? graph[id] : undefined);
  if (!node) throw new RangeError(`no node ${id}`);
  return { node, inputs: groupOf(node.inputs) ?? {} };
};

const groupOf = (value: Exact | undefined): Graph | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value) ? value : null;
