import { AppError } from '../../shared/app-error.ts';
import type { FlagSetting } from '../../shared/engine.ts';
import { splitValues } from '../../shared/flag-values.ts';
import { type FlagCatalog, type FlagSpec, findFlag, nearestFlag } from './flag-catalog.ts';

/** Flags with which ComfyUI prints something or tests itself, and ends. */
const endAtOnce: ReadonlySet<string> = new Set(['--help', '--list-feature-flags', '--quick-test-for-ci']);

/**
 * Judges flags against what an installation knows, before anything is started. Answers with everything that is wrong, in the order of
 * the flags; an empty list: accepted. Folders are not looked at. Pure.
 */
export const judgeFlags = (catalog: FlagCatalog, flags: readonly FlagSetting[]): AppError[] => {
  const problems: AppError[] = [];
  const seen = new Map<number, string>();
  for (const { flag, value } of flags) {
    const spec = findFlag(catalog, flag);
    if (endAtOnce.has(spec?.flag ?? flag)) problems.push(new AppError('invalid-input', 'flagEndsAtOnce', { flag }));
    else if (!spec) problems.push(unknownFlag(catalog, flag));
    else {
      problems.push(...judgeValue(spec, value));
      const other = spec.exclusive === null ? undefined : seen.get(spec.exclusive);
      if (other !== undefined && other !== spec.flag) {
        problems.push(new AppError('invalid-input', 'flagsExclusive', { flag: other, other: spec.flag }));
      } else if (spec.exclusive !== null) seen.set(spec.exclusive, spec.flag);
    }
  }
  return problems;
};

const unknownFlag = (catalog: FlagCatalog, flag: string): AppError => {
  const near = nearestFlag(catalog, flag);
  return near === null
    ? new AppError('invalid-input', 'flagUnknown', { flag })
    : new AppError('invalid-input', 'flagUnknownNear', { flag, near });
};

const judgeValue = (spec: FlagSpec, value: string | null): AppError[] => {
  const { flag, takes } = spec;
  if (takes === 'none') return value === null ? [] : [new AppError('invalid-input', 'flagTakesNoValue', { flag, value })];
  const values = value === null ? [] : takes === 'any' || takes === 'some' ? splitValues(value) : [value];
  if (values.length === 0 && (takes === 'one' || takes === 'some')) {
    return [new AppError('invalid-input', 'flagNeedsValue', { flag, example: `${flag} ${exampleOf(spec)}` })];
  }
  return values.flatMap((each) => judgeOne(spec, each) ?? []);
};

const exampleOf = (spec: FlagSpec): string =>
  spec.choices?.[0] ??
  spec.defaultValue ??
  (spec.type === 'integer' ? '1' : spec.type === 'number' ? '1.5' : (spec.metavar ?? '…'));

const judgeOne = ({ flag, type, choices }: FlagSpec, value: string): AppError | null => {
  if (choices) {
    return choices.includes(value)
      ? null
      : new AppError('invalid-input', 'flagNotChoice', { flag, value, choices: choices.join(', ') });
  }
  // What Python's int() and float() take, without its rarer spellings.
  if (type === 'integer' && !/^\s*[+-]?\d+\s*$/.test(value))
    return new AppError('invalid-input', 'flagNotInteger', { flag, value });
  if (type === 'number' && !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) {
    return new AppError('invalid-input', 'flagNotNumber', { flag, value });
  }
  return null;
};
