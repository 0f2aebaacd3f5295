import type { Readiness, Template } from '../../../shared/template.ts';

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

/** Templates whose title, description or id hold every word that was typed, in either language. Pure. */
export const findTemplates = (templates: readonly Template[], text: string): Template[] => {
  const words = text.toLowerCase().normalize('NFC').split(/\s+/).filter(Boolean);
  return templates.filter(({ id, title, description }) => {
    const place = [id, title.en, title.ko, description?.en, description?.ko].join(' ').toLowerCase().normalize('NFC');
    return words.every((word) => place.includes(word));
  });
};
