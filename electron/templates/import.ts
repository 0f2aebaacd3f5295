import type { ImportInspection } from '../../shared/template.ts';
import { findCandidates } from './find-candidates.ts';
import { findOutputs } from './find-outputs.ts';
import { nodesOf } from './graph.ts';
import { importWarnings } from './import-warnings.ts';
import { readWorkflow } from './read-workflow.ts';
import { slugFor } from './slug.ts';
import type { ClassTable } from './templates.ts';
import { tidy } from './tidy.ts';

/** `my_flux workflow_api (1).json` → `my flux workflow`. */
const titleFrom = (fileName: string | undefined): string => {
  const base = (fileName ?? '').split(/[\\/]/).at(-1) ?? '';
  const words = base
    .replace(/\.json$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+api$/i, '');
  return tidy(words.normalize('NFC')) || 'Workflow';
};

/**
 * What is in a workflow that a person brings: inputs that could become parameters with a proposal for each, outputs that can be kept,
 * things to know. The text is untrusted. Throws AppError with a sentence for every file that is no API-format workflow. Pure.
 */
export const inspectWorkflow = (
  text: string,
  fileName: string | undefined,
  table: ClassTable | null,
  isTaken: (id: string) => boolean,
): ImportInspection => {
  const workflow = readWorkflow(text, fileName);
  const outputs = findOutputs(workflow.graph, table);
  const classes = [...new Set(nodesOf(workflow.graph).map(([, { class_type }]) => class_type))];
  const title = titleFrom(fileName);
  return {
    suggestedId: slugFor(title, isTaken),
    title,
    candidates: findCandidates(workflow.graph, table, outputs),
    outputs,
    classes,
    warnings: importWarnings(workflow, outputs, classes, table),
  };
};
