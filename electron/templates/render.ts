import { AppError } from '../../shared/app-error.ts';
import { randomSeed } from '../../shared/check-value.ts';
import type { Value, Values } from '../../shared/job.ts';
import type { JobChange } from '../../shared/job-change.ts';
import type { Parameter } from '../../shared/template.ts';
import { checkValues } from '../../shared/values.ts';
import { engineFolder } from '../lib/engine-folder.ts';
import { type Exact, exactInteger, stringifyExact } from '../lib/exact-json.ts';
import { changeGraph } from './change-graph.ts';
import { hasPrefix } from './check-template.ts';
import { countControlnets } from './count-controlnets.ts';
import { parsePointer, withValueAt } from './pointer.ts';
import type { LoadedTemplate } from './templates.ts';

/** A checked value as it stands in the graph: every digit of an integer, pictures by their place in the engine's input folder. */
const inGraph = ({ type }: Parameter, value: Value): Exact => {
  if (type === 'image') return `${engineFolder}/${value}`;
  if (type === 'seed' || type === 'integer') return exactInteger(String(value));
  return value;
};

/**
 * The prompt for one attempt as exact JSON text. Only declared parameters reach the graph; ranges and limits are checked once more;
 * ControlNets are counted in the graph itself; every declared output that names its files writes to `hearth/<attempt id>`. Choices of engines are not checked here: fitToEngine
 * does. `changes`: of this job alone, made when its values are in place. Throws AppError for a value that does not hold, or a seed that was never fixed. Pure.
 */
export const renderPrompt = (
  template: LoadedTemplate,
  values: Values,
  { attemptId, changes = [] }: { attemptId: string; changes?: readonly JobChange[] | undefined },
): string => {
  const { values: checked, issues } = checkValues(template, values);
  const [issue] = issues;
  if (issue) throw new AppError('invalid-input', issue.key, issue.params);

  let graph = template.graph;
  for (const parameter of template.parameters) {
    const value = checked[parameter.key];
    // A model that nobody chose keeps the graph's own.
    if (!Object.hasOwn(checked, parameter.key) || value === undefined) continue;
    if (parameter.type === 'seed' && value === randomSeed) {
      throw new AppError('invalid-input', 'valueMissing', { key: parameter.key });
    }
    for (const target of parameter.targets) graph = withPart(graph, parsePointer(target), inGraph(parameter, value));
  }
  graph = changeGraph(graph, changes);
  const { controlnets: allowed } = template.limits;
  const applied = allowed === undefined ? 0 : countControlnets(graph);
  if (allowed !== undefined && applied > allowed)
    throw new AppError('invalid-input', 'limitControlnetsInGraph', { given: applied, allowed });
  for (const { node } of template.outputs) {
    if (hasPrefix(template.graph, node)) {
      graph = withPart(graph, [node, 'inputs', 'filename_prefix'], `${engineFolder}/${attemptId}`);
    }
  }
  return stringifyExact(graph);
};

const withPart = (
  graph: LoadedTemplate['graph'],
  [node = '', ...path]: readonly string[],
  value: Exact,
): LoadedTemplate['graph'] => ({
  ...graph,
  [node]: withValueAt((Object.hasOwn(graph, node) ? graph[node] : null) ?? null, path, value),
});
