import type { GraphInput, JobChange } from '../../../shared/job-change.ts';
import { faultNodes, isLink, type JobFacts, type JobNode, nodesOf, type Planner, setInput, specOf } from './job-facts.ts';

/**
 * Takes nodes out: what each of their outputs fed is fed by an input of the same type. A node that makes an output of the job, or whose
 * output has no such input, stays. Pure.
 */
const bypassAll = (facts: JobFacts, wanted: readonly JobNode[]): JobChange[] => {
  const gone = new Map<string, JobNode>();
  for (const node of wanted) if (canGo(facts, node)) gone.set(node.id, node);
  /** Where a link leads once the nodes are out. */
  const resolve = (link: [string, number], depth = 0): [string, number] | null => {
    const node = gone.get(link[0]);
    if (!node) return link;
    const through = depth > gone.size ? null : throughOf(facts, node, link[1]);
    return through && resolve(through, depth + 1);
  };
  return [...gone.values()].map((node) => ({
    op: 'bypass' as const,
    node: node.id,
    class: node.class,
    links: usersOf(facts, node.id).flatMap(({ user, input, link }) => {
      const to = gone.has(user.id) ? null : resolve(link);
      return to ? [{ node: user.id, input, to }] : [];
    }),
  }));
};

const canGo = (facts: JobFacts, node: JobNode): boolean => {
  const users = usersOf(facts, node.id);
  return (
    !facts.graph.outputs.includes(node.id) &&
    users.length > 0 &&
    users.every(({ link }) => throughOf(facts, node, link[1]) !== null)
  );
};

interface Use {
  user: JobNode;
  input: string;
  link: [string, number];
}
/** Who takes each node's outputs, found once for a graph: there may be thousands of nodes, and each is asked for. */
const users = new WeakMap<JobFacts, Map<string, Use[]>>();
const usersOf = (facts: JobFacts, id: string): Use[] => {
  const known = users.get(facts) ?? findUsers(facts);
  users.set(facts, known);
  return known.get(id) ?? [];
};
const findUsers = (facts: JobFacts): Map<string, Use[]> => {
  const found = new Map<string, Use[]>();
  for (const user of nodesOf(facts))
    for (const [input, link] of Object.entries(user.inputs)) {
      if (!isLink(link)) continue;
      const of = found.get(link[0]);
      if (of) of.push({ user, input, link });
      else found.set(link[0], [{ user, input, link }]);
    }
  return found;
};

/** What stands behind an output when its node is out: the linked input of the same type. */
const throughOf = (facts: JobFacts, node: JobNode, slot: number): [string, number] | null => {
  const links = Object.entries(node.inputs).flatMap(([input, link]) => (isLink(link) ? [{ input, link }] : []));
  const type = facts.classes?.get(node.class)?.outputs?.[slot];
  if (type !== undefined) return links.find(({ input }) => specOf(facts, node.class, input)?.type === type)?.link ?? null;
  // Nobody can be asked: those who take it name it as it is named here.
  const names = new Set(
    usersOf(facts, node.id)
      .filter(({ link }) => link[1] === slot)
      .map(({ input }) => input),
  );
  return links.find(({ input }) => names.has(input))?.link ?? null;
};

const named =
  (pattern: RegExp) =>
  ({ class: name }: JobNode): boolean =>
    pattern.test(name);

/** Inputs of other nodes by which the same thing is asked for: a link is taken away, a switch is switched off. */
const switchedOff = (facts: JobFacts, pattern: RegExp, except: ReadonlySet<string>): JobChange[] =>
  nodesOf(facts)
    .filter(({ id }) => !except.has(id))
    .flatMap((node) =>
      Object.entries(node.inputs).flatMap(([input, value]): JobChange[] => {
        if (!pattern.test(input)) return [];
        if (isLink(value))
          return specOf(facts, node.class, input)?.isRequired === false
            ? [{ op: 'input', node: node.id, class: node.class, input, before: value, after: null }]
            : [];
        const off = offOf(facts, node, input, value);
        return off === null ? [] : setInput(facts, node, input, off);
      }),
    );
const offOf = (facts: JobFacts, node: JobNode, input: string, value: GraphInput): string | boolean | null => {
  if (typeof value === 'boolean') return value ? false : null;
  const off = specOf(facts, node.class, input)?.choices?.find((choice) => /^(?:disabled?|none|off)$/i.test(String(choice)));
  return typeof off === 'string' && off !== value ? off : null;
};

const without =
  (pattern: RegExp): Planner =>
  (facts) => {
    const out = bypassAll(facts, nodesOf(facts).filter(named(pattern)));
    const ids = new Set(out.flatMap((change) => (change.op === 'bypass' ? change.node : [])));
    return [...out, ...switchedOff(facts, pattern, ids)];
  };

export const bypassCompile = without(/compile/i);
export const bypassSage = without(/sage/i);
export const bypassAttention = without(
  /sage|flash_?att|xformers|attention_?(?:mode|override|patch)|att(?:entio)?n.?(?:patch|override)/i,
);

/** The node that ran last, or is at fault. Pure. */
export const bypassFault: Planner = (facts) => bypassAll(facts, faultNodes(facts));

/** Nodes whose class this engine does not know. Pure. */
export const bypassUnknown: Planner = (facts) => {
  const unknown = nodesOf(facts).filter(({ class: name }) => facts.classes !== null && !facts.classes.has(name));
  const out = bypassAll(facts, unknown.length > 0 ? unknown : faultNodes(facts));
  // With one of them left it would be refused again.
  return unknown.length > out.length ? [] : out;
};
