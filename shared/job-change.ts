import { z } from 'zod';

/** What stands in a node's input: a plain value, or a link to another node's output. */
export const GraphInput = z.union([z.string(), z.number(), z.boolean(), z.tuple([z.string(), z.int().nonnegative()])]);
export type GraphInput = z.infer<typeof GraphInput>;

/**
 * One typed change of one job. `value` is a parameter's value and stands among the job's values; the others change the job's own copy of
 * the graph, never its template.
 */
export const JobChange = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('value'),
    key: z.string(),
    before: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    after: z.union([z.string(), z.number(), z.boolean()]),
  }),
  /** null: it is not there. */
  z.object({
    op: z.literal('input'),
    node: z.string(),
    class: z.string(),
    input: z.string(),
    before: GraphInput.nullable(),
    after: GraphInput.nullable(),
  }),
  /** Another class does the node's work; `inputs` are those that it has besides. */
  z.object({
    op: z.literal('class'),
    node: z.string(),
    before: z.string(),
    after: z.string(),
    inputs: z.record(z.string(), GraphInput),
  }),
  /** The node goes; what it fed is fed by what fed it. */
  z.object({
    op: z.literal('bypass'),
    node: z.string(),
    class: z.string(),
    links: z.array(z.object({ node: z.string(), input: z.string(), to: GraphInput })),
  }),
  z.object({ op: z.literal('add'), node: z.string(), class: z.string(), inputs: z.record(z.string(), GraphInput) }),
]);
export type JobChange = z.infer<typeof JobChange>;

/** More than the nodes of the largest graphs that people make. */
const mostChanges = 10_000;

/** Everything that a remedy changed in a job. */
export const JobChanges = z.object({ remedy: z.string(), changes: z.array(JobChange).max(mostChanges) });
export type JobChanges = z.infer<typeof JobChanges>;

/** A job's graph with its values in place, as remedies look at it. */
export interface JobGraph {
  nodes: ReadonlyMap<string, { class: string; inputs: Readonly<Record<string, GraphInput>> }>;
  /** Key of the parameter that owns an input, by `node/input`. */
  owners: ReadonlyMap<string, string>;
  /** Nodes whose files are the job's outputs. */
  outputs: readonly string[];
}
