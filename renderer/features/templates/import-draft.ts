import { checkValue } from '../../../shared/check-value.ts';
import { parseText } from '../../../shared/parse-text.ts';
import type {
  ImportCandidate,
  ImportInspection,
  Localized,
  Parameter,
  ParameterType,
  Template,
  TemplateLimits,
  TemplateOutput,
} from '../../../shared/template.ts';
import { wholeNumber, wholeValue } from '../../../shared/whole-number.ts';

/** What a person made of one offered input; numbers stay as typed until they are saved. */
export interface CandidateDraft {
  isTicked: boolean;
  label: Localized;
  type: ParameterType;
  start: string;
  min: string;
  max: string;
  step: string;
}

/** What a template can limit; frames, steps and the like count where an input of the form sets them. */
export const limitNames = [
  'pixels',
  'batch',
  'steps',
  'frames',
  'controlnets',
] as const satisfies readonly (keyof TemplateLimits)[];
export type LimitName = (typeof limitNames)[number];

export interface ImportDraft {
  title: Localized;
  /** One's own template whose next version this becomes; null for a new template. */
  target: string | null;
  /** In the order of the inspection's candidates. */
  inputs: readonly CandidateDraft[];
  /** Ids of the nodes whose files are kept. */
  outputs: ReadonlySet<string>;
  /** As typed; empty: no limit. */
  limits: Readonly<Record<LimitName, string>>;
}

const written = (value: string | number | boolean | undefined): string => (value === undefined ? '' : String(value));

const draftOf = (parameter: Parameter, isTicked: boolean): CandidateDraft => ({
  isTicked,
  label: parameter.label,
  type: parameter.type,
  start: written(parameter.default),
  min: written(parameter.min),
  max: written(parameter.max),
  step: written(parameter.step),
});

/** The parameter of the template that sets the same input. Pure. */
const sameInput = (template: Template | undefined, { parameter }: ImportCandidate): Parameter | undefined =>
  template?.parameters.find(({ targets }) => targets.some((target) => parameter.targets.includes(target)));

/**
 * What is proposed: the suggested inputs ticked, every output kept. As a new version of a template of one's own, what was chosen for
 * it before is chosen again. Pure.
 */
export const startDraft = (inspection: ImportInspection, before: Template | undefined): ImportDraft => ({
  title: before?.title ?? { en: inspection.title, ko: inspection.title },
  target: before?.id ?? null,
  inputs: inspection.candidates.map((candidate) => {
    const earlier = sameInput(before, candidate);
    if (!before) return draftOf(candidate.parameter, candidate.isSuggested);
    return earlier ? draftOf({ ...earlier, ...pick(candidate.parameter) }, true) : draftOf(candidate.parameter, false);
  }),
  outputs: new Set(inspection.outputs.map(({ node }) => node)),
  limits: {
    pixels: written(before?.limits.pixels),
    batch: written(before?.limits.batch),
    steps: written(before?.limits.steps),
    frames: written(before?.limits.frames),
    controlnets: written(before?.limits.controlnets),
  },
});

/** The new file's own value wins over the one that the earlier version started with. */
const pick = ({ default: start }: Parameter): Pick<Parameter, 'default'> => (start === undefined ? {} : { default: start });

/** The template of one's own that a file of this name probably means. Pure. */
export const likelyTarget = (inspection: ImportInspection, templates: readonly Template[]): Template | undefined =>
  templates.find(({ origin, title }) => origin === 'own' && (title.en === inspection.title || title.ko === inspection.title));

const kinds: readonly (readonly ParameterType[])[] = [['integer', 'number', 'seed'], ['text', 'choice', 'image'], ['boolean']];

/** The types that an input can be offered as: a text does not become a number, and a list needs its choices. Pure. */
export const possibleTypes = ({ parameter }: ImportCandidate): ParameterType[] =>
  (kinds.find((kind) => kind.includes(parameter.type)) ?? [parameter.type]).filter(
    (type) => type !== 'choice' || parameter.choices !== undefined,
  );

export type DraftField = 'label' | 'start' | 'min' | 'max' | 'step';
/** Which fields of an input cannot be saved as they are, and why. */
export type DraftIssues = Partial<Record<DraftField, 'empty' | 'number' | 'order' | 'range'>>;

export const hasRange = (type: ParameterType): boolean => type === 'integer' || type === 'number' || type === 'seed';
/** A seed starts random and a picture is chosen each time. */
export const hasStart = (type: ParameterType): boolean => type !== 'seed' && type !== 'image';

const bound = (type: ParameterType, text: string): number | string | null => {
  if (type === 'number') {
    const number = Number(text);
    return text.trim() !== '' && Number.isFinite(number) ? number : null;
  }
  const whole = wholeNumber(text.trim());
  return whole === null ? null : wholeValue(whole);
};

/** The parameter that an input becomes, or what is wrong with it. Pure. */
export const parameterOf = (candidate: ImportCandidate, draft: CandidateDraft): { parameter: Parameter; issues: DraftIssues } => {
  const { default: _start, min: _min, max: _max, step: _step, choices, ...rest } = candidate.parameter;
  const issues: DraftIssues = {};
  const label = { en: draft.label.en.trim() || draft.label.ko.trim(), ko: draft.label.ko.trim() || draft.label.en.trim() };
  if (label.en === '') issues.label = 'empty';
  const parameter: Parameter = { ...rest, type: draft.type, label };
  if (draft.type === 'choice' && choices !== undefined) parameter.choices = choices;
  if (hasRange(draft.type)) {
    for (const side of ['min', 'max'] as const) {
      if (draft[side].trim() === '') continue;
      const value = bound(draft.type, draft[side]);
      if (value === null) issues[side] = 'number';
      else parameter[side] = value;
    }
    if (parameter.min !== undefined && parameter.max !== undefined && Number(parameter.min) > Number(parameter.max))
      issues.max = 'order';
    const step = Number(draft.step);
    if (draft.type !== 'seed' && draft.step.trim() !== '') {
      if (Number.isFinite(step) && step > 0) parameter.step = step;
      else issues.step = 'number';
    }
  }
  if (hasStart(draft.type) && (draft.start !== '' || draft.type === 'text')) {
    const typed = typeof candidate.parameter.default;
    // A choice or a switch keeps the JSON type that stands in the file.
    const same = typed !== 'string' && written(candidate.parameter.default) === draft.start;
    const checked = same ? checkValue(parameter, candidate.parameter.default) : parseText(parameter, draft.start);
    if (checked.ok) parameter.default = checked.value;
    else issues.start = 'range';
  }
  return { parameter, issues };
};

/** Whether a limit can be saved as it is typed: nothing, or a whole number above 0 (no ControlNet at all is a limit too). Pure. */
export const isLimit = (name: LimitName, text: string): boolean =>
  text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && (name === 'controlnets' || Number(text) > 0));

/** What `templates.save` takes; null while something must be put right first. Pure. */
export const saveable = (
  inspection: ImportInspection,
  draft: ImportDraft,
): { id: string; title: Localized; parameters: Parameter[]; outputs: TemplateOutput[]; limits: TemplateLimits } | null => {
  const title = { en: draft.title.en.trim() || draft.title.ko.trim(), ko: draft.title.ko.trim() || draft.title.en.trim() };
  const outputs = inspection.outputs
    .filter(({ node }) => draft.outputs.has(node))
    .map(({ node, kind }): TemplateOutput => ({ node, kind }));
  const parameters: Parameter[] = [];
  const keys = new Set<string>();
  for (const [index, candidate] of inspection.candidates.entries()) {
    const input = draft.inputs[index];
    if (!input?.isTicked) continue;
    const { parameter, issues } = parameterOf(candidate, input);
    if (Object.keys(issues).length > 0) return null;
    // Keys of the earlier version stay; a new input that proposes the same one gets the next free.
    let key = parameter.key;
    for (let number = 2; keys.has(key); number++) key = `${parameter.key}_${number}`;
    keys.add(key);
    parameters.push({ ...parameter, key });
  }
  if (title.en === '' || outputs.length === 0 || limitNames.some((name) => !isLimit(name, draft.limits[name]))) return null;
  const limits: TemplateLimits = {};
  for (const name of limitNames) if (draft.limits[name].trim() !== '') limits[name] = Number(draft.limits[name]);
  return { id: draft.target ?? inspection.suggestedId, title, parameters, outputs, limits };
};
