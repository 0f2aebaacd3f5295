import type { Values } from '../../shared/job.ts';
import { GraphInput, type JobGraph } from '../../shared/job-change.ts';
import { type Exact, isRawNumber } from '../lib/exact-json.ts';
import { parsePointer } from './pointer.ts';
import type { LoadedTemplate } from './templates.ts';

/** The graph of a job with its values where they belong. Inputs that are lists or objects of their own are left out. Pure. */
export const jobGraphOf = (template: Pick<LoadedTemplate, 'graph' | 'parameters' | 'outputs'>, values: Values): JobGraph => {
  const owners = new Map<string, string>();
  const given = new Map<string, GraphInput>();
  for (const { key, targets, default: usual } of template.parameters)
    for (const target of targets) {
      const [node, , input] = parsePointer(target);
      if (node === undefined || input === undefined) continue;
      owners.set(`${node}/${input}`, key);
      const value = values[key] ?? usual;
      if (value !== undefined) given.set(`${node}/${input}`, value);
    }
  const nodes = Object.entries(template.graph).map(([id, raw]) => {
    const { class_type: name, inputs } = asGroup(raw);
    const plain = Object.entries(asGroup(inputs)).flatMap(([input, value]): [string, GraphInput][] => {
      const known = given.get(`${id}/${input}`) ?? inputOf(value);
      return known === null ? [] : [[input, known]];
    });
    return [id, { class: typeof name === 'string' ? name : '', inputs: Object.fromEntries(plain) }] as const;
  });
  return { nodes: new Map(nodes), owners, outputs: template.outputs.map(({ node }) => node) };
};

const asGroup = (value: Exact | undefined): { [key: string]: Exact } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value) ? value : {};

const inputOf = (value: Exact): GraphInput | null =>
  isRawNumber(value) ? value.rawJSON : (GraphInput.safeParse(value).data ?? null);
