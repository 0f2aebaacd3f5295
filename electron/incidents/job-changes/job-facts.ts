import type { Value, Values } from '../../../shared/job.ts';
import type { GraphInput, JobChange, JobGraph } from '../../../shared/job-change.ts';
import type { Parameter } from '../../../shared/template.ts';

/** Node classes as an engine's `/object_info` lists them. */
export type KnownClasses = ReadonlyMap<string, KnownClass>;
interface KnownClass {
  inputs: readonly InputSpec[];
  /** Types of its outputs, in order. */
  outputs?: readonly string[];
}
export interface InputSpec {
  name: string;
  isRequired: boolean;
  type: string;
  choices: readonly Value[] | null;
  options: Readonly<Record<string, unknown>>;
}

/** What a change of a job is worked out from. */
export interface JobFacts {
  graph: JobGraph;
  parameters: readonly Parameter[];
  /** As the job ran. */
  values: Values;
  /** What the engine knows; null: it could not be asked, so only classes that every ComfyUI has count as known. */
  classes: KnownClasses | null;
  /** Node and input that the failure names; each null where it does not say. */
  fault: { node: string | null; class: string | null; input: string | null };
  /** Cause of the failure. */
  cause: string;
}

/** Works out what a remedy changes; nothing: only a person can say. Pure. */
export type Planner = (facts: JobFacts) => JobChange[];

/** A node of the job, with its id. */
export interface JobNode {
  id: string;
  class: string;
  inputs: Readonly<Record<string, GraphInput>>;
}

/** Every node with its id, in the graph's order. Pure. */
export const nodesOf = ({ graph }: JobFacts): JobNode[] => [...graph.nodes].map(([id, node]) => ({ id, ...node }));
/** What the engine says of an input of a class; undefined: it knows neither, or was not asked. Pure. */
export const specOf = ({ classes }: JobFacts, name: string, input: string): InputSpec | undefined =>
  classes?.get(name)?.inputs.find((spec) => spec.name === input);
/** Whether an input takes its value from another node: `[id, output]`. Pure. */
export const isLink = (value: GraphInput | undefined): value is [string, number] => Array.isArray(value);

/** The node that the failure names: by its id, else every one of its class. Pure. */
export const faultNodes = (facts: JobFacts): JobNode[] => {
  const { node, class: name } = facts.fault;
  const nodes = nodesOf(facts);
  const byId = nodes.filter(({ id }) => id === node);
  return byId.length > 0 ? byId : nodes.filter((one) => one.class === name);
};

/** Puts a plain value into an input: as the job's value where a parameter owns it, else into its graph. Nothing where it is there. Pure. */
export const setInput = (facts: JobFacts, node: JobNode, input: string, after: Value): JobChange[] => {
  const before = node.inputs[input] ?? null;
  if (before === after) return [];
  const key = facts.graph.owners.get(`${node.id}/${input}`);
  const owner = facts.parameters.find((parameter) => parameter.key === key);
  if (owner && !isLink(before ?? undefined) && isFor(owner, after))
    return [{ op: 'value', key: owner.key, before: facts.values[owner.key] ?? owner.default ?? null, after }];
  return [{ op: 'input', node: node.id, class: node.class, input, before, after }];
};

/** Whether a parameter takes a value. */
const isFor = ({ type, choices, min, max }: Parameter, value: Value): boolean => {
  if (type === 'choice') return !Array.isArray(choices) || choices.includes(value);
  if (type === 'integer' || type === 'number')
    return (
      typeof value === 'number' &&
      (type === 'number' || Number.isInteger(value)) &&
      (min === undefined || value >= Number(min)) &&
      (max === undefined || value <= Number(max))
    );
  return type === 'boolean' ? typeof value === 'boolean' : type === 'text' && typeof value === 'string';
};

/** A number that an input takes, at most `wanted`: by its step, not below its least. Pure. */
export const fitNumber = (spec: InputSpec | undefined, wanted: number, usual: { min: number; step: number }): number => {
  const min = numberOf(spec?.options.min) ?? usual.min;
  const step = Math.max(numberOf(spec?.options.step) ?? usual.step, usual.step);
  return Math.max(min, Math.floor(wanted / step) * step);
};

/** The value where it is a finite number, else null. Pure. */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
