import type { Parameter, Readiness, Template } from '../../../shared/template.ts';

/** What stands between a template and its first picture, on the engine that lacks least. */
export type TemplateState =
  | { kind: 'ready' }
  /** No engine runs that could be asked. */
  | { kind: 'unknown' }
  | { kind: 'lacking'; engine: string; nodes: readonly string[]; models: readonly { folder: string; name: string }[] };

const lacks = (readiness: Readiness): number => readiness.missingNodes.length * 1000 + readiness.missingModels.length;

/** Judges a template by what the engines said. Pure. */
export const templateState = (readiness: readonly Readiness[] | undefined): TemplateState => {
  const best = [...(readiness ?? [])].sort((a, b) => lacks(a) - lacks(b))[0];
  if (!best) return { kind: 'unknown' };
  if (lacks(best) === 0) return { kind: 'ready' };
  return { kind: 'lacking', engine: best.engine, nodes: best.missingNodes, models: best.missingModels };
};

/** Choices that any running engine supplies for a parameter, in the first engine's order; null while no engine could say. Pure. */
export const engineChoices = (readiness: readonly Readiness[] | undefined, key: string): (string | number | boolean)[] | null => {
  const lists = (readiness ?? []).flatMap((one) => (one.choices[key] ? [one.choices[key]] : []));
  return lists.length === 0 ? null : [...new Set(lists.flat())];
};

/** Megapixel-steps that a template takes as it stands; 0 for one without such values. */
const costOf = ({ parameters }: Template): number => {
  const start = (role: Parameter['role']): number => Number(parameters.find((one) => one.role === role)?.default ?? 1);
  return start('width') * start('height') * start('steps');
};

/**
 * What a person who chose nothing yet begins with: of the ready templates that need no picture, the lightest one with a prompt; else
 * the first that is ready, else the first. Pure.
 */
export const firstTemplate = (
  templates: readonly Template[],
  readiness: Readonly<Record<string, readonly Readiness[]>>,
): Template | undefined => {
  const ready = templates.filter(({ id }) => templateState(readiness[id]).kind === 'ready');
  const plain = ready.filter(
    ({ parameters }) => parameters.some(({ role }) => role === 'prompt') && !parameters.some(({ type }) => type === 'image'),
  );
  return [...plain].sort((a, b) => costOf(a) - costOf(b))[0] ?? ready[0] ?? templates[0];
};

/** Templates whose title, description or id hold every word that was typed, in either language. Pure. */
export const findTemplates = (templates: readonly Template[], text: string): Template[] => {
  const words = text.toLowerCase().normalize('NFC').split(/\s+/).filter(Boolean);
  return templates.filter(({ id, title, description }) => {
    const place = [id, title.en, title.ko, description?.en, description?.ko].join(' ').toLowerCase().normalize('NFC');
    return words.every((word) => place.includes(word));
  });
};
