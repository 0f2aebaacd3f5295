import { factsOf } from '../../../electron/incidents/job-changes/facts-of.ts';
import type { InputSpec, KnownClasses } from '../../../electron/incidents/job-changes/job-facts.ts';
import { planJobChange } from '../../../electron/incidents/job-changes/plan-job-change.ts';
import { changeGraph } from '../../../electron/templates/change-graph.ts';
import { jobGraphOf } from '../../../electron/templates/job-graph.ts';
import type { Value, Values } from '../../../shared/job.ts';
import type { GraphInput, JobChange } from '../../../shared/job-change.ts';
import type { Parameter } from '../../../shared/template.ts';

/** `id: [class, inputs]` */
type ShortGraph = Record<string, [string, Record<string, GraphInput>]>;
/** `class: [{input: type or choices, a question mark: optional}, outputs]` */
type ShortClasses = Record<string, [Record<string, string | Value[] | Partial<InputSpec>>, string[]?]>;

export interface PlanCase {
  graph: ShortGraph;
  classes?: ShortClasses;
  parameters?: Parameter[];
  values?: Values;
  cause?: string;
  node?: string;
  input?: string;
}

/** A node that stores what 8 made. */
export const out: ShortGraph[string] = ['SaveImage', { images: ['8', 0] }];

const words = { en: 'x', ko: 'x' };
export const parameter = (key: string, target: string, more: Partial<Parameter> = {}): Parameter => ({
  key,
  type: 'choice',
  targets: [target],
  label: words,
  help: words,
  ...more,
});

const classesOf = (short: ShortClasses): KnownClasses =>
  new Map(
    Object.entries(short).map(([name, [inputs, outputs = []]]) => [
      name,
      {
        outputs,
        inputs: Object.entries(inputs).map(
          ([input, spec]): InputSpec => ({
            name: input.replace('?', ''),
            isRequired: !input.endsWith('?'),
            type: typeof spec === 'string' ? spec : 'COMBO',
            choices: Array.isArray(spec) ? spec : null,
            options: {},
            ...(typeof spec === 'object' && !Array.isArray(spec) && spec),
          }),
        ),
      },
    ]),
  );

const whole = ({ graph }: PlanCase) =>
  Object.fromEntries(Object.entries(graph).map(([id, [name, inputs]]) => [id, { class_type: name, inputs }]));

export const planned = (remedy: string, one: PlanCase): JobChange[] => {
  const template = { graph: whole(one), parameters: one.parameters ?? [], outputs: [{ node: 'out', kind: 'image' as const }] };
  const values = one.values ?? {};
  return planJobChange(
    remedy,
    factsOf(
      { graph: jobGraphOf(template, values), parameters: template.parameters, values },
      one.classes ? classesOf(one.classes) : null,
      { cause: one.cause ?? 'vram-oom', node: null, nodeClass: null },
      { node: one.node ?? null, input: one.input ?? null },
    ),
  );
};

/** The graph as the engine gets it, in the short form. */
export const graphAfter = (remedy: string, one: PlanCase): unknown =>
  Object.fromEntries(
    Object.entries(changeGraph(whole(one), planned(remedy, one))).map(([id, node]) => [
      id,
      [Reflect.get(Object(node), 'class_type'), Reflect.get(Object(node), 'inputs')],
    ]),
  );
