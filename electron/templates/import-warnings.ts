import type { ImportInspection } from '../../shared/template.ts';
import { findPreviews } from './find-outputs.ts';
import { isLink, nodeOf, nodesOf, titleOf } from './graph.ts';
import type { Workflow } from './read-workflow.ts';
import type { ClassTable } from './templates.ts';
import { tidy } from './tidy.ts';

type Warning = ImportInspection['warnings'][number];

/** More nodes than this make a form that nobody reads to its end. */
const hugeGraph = 300;

const danglingLinks = (graph: Workflow['graph']): Warning[] => {
  for (const [id, node] of nodesOf(graph)) {
    for (const [input, value] of Object.entries(node.inputs)) {
      if (isLink(value) && nodeOf(graph, value[0]) === undefined) {
        return [{ key: 'danglingLink', params: { node: tidy(titleOf(node)), id, input, to: tidy(value[0]) } }];
      }
    }
  }
  return [];
};

/** What a person should know before they save an import, as keys of `i18n.templates.importWarnings`. Pure. */
export const importWarnings = (
  { graph, strayKeys, notNumbers }: Workflow,
  outputs: ImportInspection['outputs'],
  classes: readonly string[],
  table: ClassTable | null,
): Warning[] => {
  const warnings: Warning[] = [];
  const previews = findPreviews(graph, outputs).length;
  if (outputs.length === 0) warnings.push({ key: 'noOutput', params: {} });
  else if (previews > 0) warnings.push({ key: 'previewsLeftOut', params: { count: previews } });
  const unknown = table === null ? [] : classes.filter((name) => !table.has(name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 8).map(tidy).join(', ');
    warnings.push({ key: 'unknownClasses', params: { count: unknown.length, classes: shown } });
  }
  const count = Object.keys(graph).length;
  if (count > hugeGraph) warnings.push({ key: 'huge', params: { count } });
  if (notNumbers > 0) warnings.push({ key: 'notNumbers', params: { count: notNumbers } });
  if (strayKeys.length > 0) warnings.push({ key: 'strayKeys', params: { keys: strayKeys.slice(0, 8).map(tidy).join(', ') } });
  return [...warnings, ...danglingLinks(graph)];
};
