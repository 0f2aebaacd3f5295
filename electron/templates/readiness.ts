import { meantChoice, otherPrecision } from '../../shared/choices.ts';
import type { Value } from '../../shared/job.ts';
import type { Parameter, Readiness } from '../../shared/template.ts';
import { isLiteral, nodesOf } from './graph.ts';
import { modelFolder } from './model-folder.ts';
import { formatPointer } from './pointer.ts';
import type { ClassTable, LoadedTemplate } from './templates.ts';

interface Missing {
  folder: string;
  name: string;
}

const choicesOf = (table: ClassTable, name: string, input: string): readonly Value[] | null =>
  table.get(name)?.inputs.find((spec) => spec.name === input)?.choices ?? null;

const isThere = (name: string, offered: readonly Value[]): boolean =>
  meantChoice(name, offered) !== undefined || otherPrecision(name, offered) !== undefined;

/** Lists in which the engine could offer a file of this folder. */
const listsOf = (table: ClassTable, folder: string): (readonly Value[])[] =>
  [...table.values()].flatMap(({ inputs }) =>
    inputs.flatMap(({ name, choices }) => (choices !== null && modelFolder(name) === folder ? [choices] : [])),
  );

/** The list of the loader that a needed file is for: another loader may list the same model in a form this one cannot read. */
const listsFor = (
  { parameters }: LoadedTemplate,
  choices: Readiness['choices'],
  name: string,
): (readonly Value[])[] | undefined => {
  const chooser = parameters.find((parameter) => parameter.role === 'model' && parameter.default === name);
  if (chooser === undefined) return undefined;
  const offered = Object.hasOwn(choices, chooser.key) ? choices[chooser.key] : undefined;
  return offered === undefined ? [] : [offered];
};

/** Files that the graph names itself and no parameter chooses. */
const fixedModels = ({ graph, parameters }: LoadedTemplate, table: ClassTable): Missing[] => {
  const chosen = new Set(parameters.flatMap(({ targets }) => targets));
  return nodesOf(graph).flatMap(([id, node]) =>
    Object.entries(node.inputs).flatMap(([input, value]): Missing[] => {
      const folder = modelFolder(input);
      if (folder === undefined || typeof value !== 'string' || !isLiteral(value)) return [];
      if (chosen.has(formatPointer([id, 'inputs', input]))) return [];
      const offered = choicesOf(table, node.class_type, input);
      return offered === null || meantChoice(value, offered) !== undefined ? [] : [{ folder, name: value }];
    }),
  );
};

/** Lists of models to choose from that are empty. */
const emptyLists = (parameters: Parameter[], offered: Readiness['choices']): Missing[] =>
  parameters.flatMap(({ key, role, choices, default: wanted }): Missing[] => {
    if (role !== 'model' || choices === undefined || Array.isArray(choices)) return [];
    if (!Object.hasOwn(offered, key) || offered[key]?.length !== 0) return [];
    return [{ folder: modelFolder(choices.input) ?? choices.input, name: String(wanted ?? '') }];
  });

/**
 * What an engine has and lacks for a template. A model that the template needs is there when the engine lists it, or the same one in
 * another precision; where the engine does not know the node that would list it, only the node counts as missing. Pure.
 */
export const readinessOf = (template: LoadedTemplate, engine: string, table: ClassTable): Readiness => {
  const classes = new Set([...nodesOf(template.graph).map(([, node]) => node.class_type), ...template.needs.nodes]);
  const choices: Readiness['choices'] = Object.fromEntries(
    template.parameters.flatMap(({ key, choices: source }) => {
      if (source === undefined || Array.isArray(source)) return [];
      const offered = choicesOf(table, source.class, source.input);
      return offered === null ? [] : [[key, [...offered]]];
    }),
  );
  const needed = template.needs.models.filter(({ folder, name }) => {
    const lists = listsFor(template, choices, name) ?? listsOf(table, folder);
    return lists.length > 0 && !lists.some((offered) => isThere(name, offered));
  });
  const missing = [...needed, ...emptyLists(template.parameters, choices), ...fixedModels(template, table)];
  return {
    engine,
    missingNodes: [...classes].filter((name) => !table.has(name)),
    missingModels: [...new Map(missing.map((model) => [`${model.folder}/${model.name}`, model])).values()],
    choices,
  };
};
