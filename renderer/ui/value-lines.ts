import { randomSeed } from '../../shared/check-value.ts';
import type { Value, Values } from '../../shared/job.ts';
import type { Localized, Parameter, Template } from '../../shared/template.ts';

/** One value of a job as a person reads it. */
export interface ValueLine {
  key: string;
  label: string;
  text: string;
  /** What the parameter is for, where that is known. */
  role: Parameter['role'] | null;
  type: Parameter['type'] | null;
  isDefault: boolean;
}

const textOf = (value: Value): string => String(value);

/**
 * The values of a job in the order of its template, with the template's names; keys that the template no longer knows come last
 * under their own name. The seed is the one that was drawn. Pure.
 */
export function valueLines(
  template: Template | undefined,
  values: Values,
  seed: string | null,
  of: (text: Localized) => string,
): ValueLine[] {
  const lines: ValueLine[] = [];
  const named = new Set<string>();
  for (const { key, label, type, role, default: usual } of template?.parameters ?? []) {
    named.add(key);
    const given = values[key];
    const value = type === 'seed' && (given === undefined || given === randomSeed) ? (seed ?? given) : given;
    if (value === undefined) continue;
    const isDefault = usual !== undefined && textOf(value) === textOf(usual);
    lines.push({ key, label: of(label), text: textOf(value), role: role ?? null, type, isDefault });
  }
  for (const [key, value] of Object.entries(values))
    if (!named.has(key)) lines.push({ key, label: key, text: textOf(value), role: null, type: null, isDefault: false });
  if (seed !== null && !lines.some(({ text }) => text === seed))
    lines.push({ key: 'seed', label: 'seed', text: seed, role: null, type: 'seed', isDefault: false });
  return lines;
}

/** What tells this job from the next one: up to `most` values that differ from the default, no texts; the seed where room is left. Pure. */
export const tellingValues = (lines: readonly ValueLine[], most: number): ValueLine[] => {
  const width = lines.find(({ role }) => role === 'width');
  const height = lines.find(({ role }) => role === 'height');
  const size: ValueLine[] =
    width && height && !(width.isDefault && height.isDefault)
      ? [{ ...width, key: 'size', label: '', text: `${width.text} × ${height.text}`, isDefault: false }]
      : [];
  // A side alone, without the other one, is a number as any other.
  const isInSize = (line: ValueLine): boolean =>
    width !== undefined && height !== undefined && (line === width || line === height);
  const others = lines.filter(
    (line) => !line.isDefault && line.type !== 'text' && line.type !== 'seed' && line.type !== 'image' && !isInSize(line),
  );
  return [...size, ...others, ...lines.filter(({ type }) => type === 'seed')].slice(0, most);
};
