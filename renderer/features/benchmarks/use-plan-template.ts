import { workOf } from '../../../shared/cost.ts';
import type { Readiness, Template } from '../../../shared/template.ts';
import { useHearth } from '../../store/hearth.ts';
import { useReadinessTable } from '../../store/readiness.ts';
import { useView } from '../../store/view.ts';
import type { Supplied } from './read-draft.ts';

const isReady = (readiness: readonly Readiness[] | undefined): boolean =>
  readiness?.some(({ missingNodes, missingModels }) => missingNodes.length + missingModels.length === 0) ?? false;

/** The one that takes least as it stands. */
const lightest = (templates: readonly Template[]): Template | undefined =>
  [...templates].sort((a, b) => workOf(a, {}).work - workOf(b, {}).work)[0];

/** The template of a plan, the first ready one with a seed where none was chosen, and the lists that the engines supply for it. */
export function usePlanTemplate(wanted: string): { template: Template | undefined; supplied: Supplied } {
  const templates = useHearth((state) => state.templates);
  const order = useHearth((state) => state.templateOrder);
  const current = useView((view) => view.template);
  const readiness = useReadinessTable();
  const all = order.flatMap((id) => templates[id] ?? []);
  const fits = ({ parameters }: Template): boolean =>
    parameters.some(({ type }) => type === 'seed') && !parameters.some(({ type }) => type === 'image');
  const ready = all.filter((one) => fits(one) && isReady(readiness[one.id]));
  // What is being worked with, else something that samples: that is where the time goes.
  const usual =
    ready.find(({ id }) => id === current) ??
    lightest(ready.filter(({ parameters }) => parameters.some(({ role }) => role === 'steps'))) ??
    ready[0] ??
    all.find(fits) ??
    all[0];
  const template = wanted === '' ? usual : templates[wanted];
  const supplied: Supplied = {};
  for (const { key, choices } of template?.parameters ?? []) {
    if (choices === undefined || Array.isArray(choices)) continue;
    const lists = (readiness[template?.id ?? ''] ?? []).flatMap((one) => (one.choices[key] ? [one.choices[key]] : []));
    supplied[key] = lists.length > 0 ? [...new Set(lists.flat())] : null;
  }
  return { template, supplied };
}
