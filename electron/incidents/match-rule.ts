import { type Clue, findLine, type Rule } from './catalog/rule.ts';
import type { Evidence } from './evidence.ts';
import { unsigned } from './process-end.ts';

export interface Match {
  rule: Rule;
  /** Lines that the match relies on. */
  lines: number[];
  /** Whether only the code or signal of the process speaks for it. */
  isByExitOnly: boolean;
}

/** Whether the process ended with one of the rule's codes or signals. Pure. */
const hasExit = ({ exit }: Rule, { end }: Evidence): boolean => {
  if (!exit) return false;
  if (end.signal !== null) return exit.signals?.includes(end.signal) ?? false;
  return end.code !== null && (exit.codes?.includes(unsigned(end.code)) ?? false);
};

/** Holds a rule's words and predicate against the evidence; null when it does not fit. Pure. */
export const matchText = (rule: Rule, evidence: Evidence): Match | null => {
  const { all = [], any = [], not = [], test } = rule;
  if (all.length === 0 && any.length === 0 && !test) return null;
  if (rule.isDenied?.(evidence)) return null;
  const lines: number[] = [];
  const find = (clue: Clue): boolean => {
    const line = findLine(evidence, clue);
    if (line) lines.push(line.n);
    return line !== null;
  };
  if (!all.every(find)) return null;
  if (any.length > 0 && any.filter(find).length === 0) return null;
  if (not.some((clue) => findLine(evidence, clue) !== null)) return null;
  if (test) {
    const tested = test(evidence);
    if (tested === null) return null;
    lines.push(...tested);
  }
  return { rule, lines, isByExitOnly: false };
};

/** Whether the end of the process alone is enough for the rule; null when not. Pure. */
export const matchExit = (rule: Rule, evidence: Evidence): Match | null => {
  if (!rule.exit?.isEnough || !hasExit(rule, evidence) || rule.isDenied?.(evidence)) return null;
  if ((rule.not ?? []).some((clue) => findLine(evidence, clue) !== null)) return null;
  return { rule, lines: evidence.endLine === null ? [] : [evidence.endLine], isByExitOnly: true };
};
