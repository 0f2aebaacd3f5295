import { type Exact, isRawNumber, type RawNumber } from '../lib/exact-json.ts';

/** One node of a graph in API format. */
export interface GraphNode {
  class_type: string;
  inputs: { [name: string]: Exact };
  _meta?: { title?: Exact };
}

/** Text, number or boolean: what a parameter may set. */
export type Literal = string | number | boolean | RawNumber;

/** Whether a value is an object with keys: no list, no number kept to the letter. Pure. */
export const isRecord = (value: unknown): value is { [key: string]: Exact } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** Whether an input's value is one that a parameter may set. Pure. */
export const isLiteral = (value: Exact | undefined): value is Literal =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || isRawNumber(value);

/** Whether an input's value is a link to another node's output: `["4", 0]`. ComfyUI takes every list for one. */
export const isLink = (value: Exact | undefined): value is [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number';

/** Whether a value is a node in API format: a class and its inputs. Pure. */
export const isNode = (value: Exact | undefined): value is Exact & GraphNode =>
  isRecord(value) && typeof value.class_type === 'string' && isRecord(value.inputs);

/** The nodes of a graph with their ids, in the order of the file; what is no node is left out. Pure. */
export const nodesOf = (graph: { [id: string]: Exact }): [id: string, node: GraphNode][] =>
  Object.entries(graph).flatMap(([id, node]): [string, GraphNode][] => (isNode(node) ? [[id, node]] : []));

/** The node with this id, or undefined. Pure. */
export const nodeOf = (graph: { [id: string]: Exact }, id: string): GraphNode | undefined => {
  const node = Object.hasOwn(graph, id) ? graph[id] : undefined;
  return isNode(node) ? node : undefined;
};

/** A node's own title, else its class. Pure. */
export const titleOf = (node: GraphNode): string => {
  const title = node._meta?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : node.class_type;
};
