import type { TFunction } from 'i18next';
import { logPattern } from '../../../shared/log-pattern.ts';

/** The words of V8 and SpiderMonkey for what people get wrong most. */
const reasons: readonly (readonly [RegExp, 'group' | 'class' | 'repeat' | 'escape' | 'paren'])[] = [
  [/unterminated group|unterminated parenthetical/i, 'group'],
  [/unterminated character class|missing terminating \]/i, 'class'],
  [/nothing to repeat/i, 'repeat'],
  [/\\ at end/i, 'escape'],
  [/unmatched '\)'|unmatched \)/i, 'paren'],
];

/** What is wrong with a text as a regular expression, in words; null: nothing. Pure. */
export function patternProblem(t: TFunction, text: string): string | null {
  const found = logPattern(text);
  if (!('reason' in found)) return null;
  const known = reasons.find(([pattern]) => pattern.test(found.reason))?.[1];
  return known ? t(`engine.log.patternProblems.${known}`) : t('engine.log.patternProblems.other', { reason: found.reason });
}
