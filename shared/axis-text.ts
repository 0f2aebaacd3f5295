import { mostJobs } from './batch.ts';
import type { ValueIssue } from './check-value.ts';
import { decimalRange } from './decimal-range.ts';
import type { Value } from './job.ts';
import { parseText } from './parse-text.ts';
import type { Parameter } from './template.ts';

export interface ParsedAxis {
  values: Value[];
  /** Entries that cannot be used, each named. */
  issues: ValueIssue[];
}

const range = /^(\S+?)\.\.([^:\s]+)(?::(\S+))?$/;

/** The entries of a list: the strings of a JSON array, else lines where there are several, else what commas part. */
const entriesOf = (parameter: Parameter, text: string): (string | Value)[] => {
  if (text.trimStart().startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.map((entry) => (isValue(entry) ? entry : JSON.stringify(entry)));
    } catch {
      // A text may begin with a bracket.
    }
  }
  // Commas are part of what people write in prompts, so a text is parted by lines; everything else by both.
  const parts = parameter.type === 'text' ? text.split('\n') : text.split(/[,\n]/);
  const trimmed = parameter.type === 'text' ? parts : parts.map((part) => part.trim());
  return trimmed.filter((part) => part.trim() !== '');
};

const isValue = (entry: unknown): entry is Value =>
  typeof entry === 'string' || typeof entry === 'boolean' || (typeof entry === 'number' && Number.isFinite(entry));

/**
 * Reads the values that a parameter shall take in turn: `5, 7.5, 9`; `20..40:5` for numbers, by steps of 1 without `:5`; a JSON array;
 * one text a line. What cannot be read is named, the rest is still answered. Pure.
 */
export const parseAxis = (parameter: Parameter, text: string, choices?: readonly Value[]): ParsedAxis => {
  const values: Value[] = [];
  const issues: ValueIssue[] = [];
  const { key, type } = parameter;
  const take = (entry: string | Value): void => {
    const read = parseText(parameter, String(entry), choices);
    if (read.ok) values.push(read.value);
    else issues.push(read.issue);
  };
  for (const entry of entriesOf(parameter, text)) {
    const isNumeric = type === 'integer' || type === 'number' || type === 'seed';
    const match = isNumeric && typeof entry === 'string' ? range.exec(entry) : null;
    if (!match) {
      take(entry);
      continue;
    }
    const [, from = '', to = '', step = '1'] = match;
    const steps = decimalRange(from, to, step, mostJobs);
    if (steps.ok) for (const value of steps.values) take(value);
    else issues.push({ parameter: key, key: steps.key, params: { key, given: String(entry), max: mostJobs } });
  }
  if (values.length === 0 && issues.length === 0) issues.push({ parameter: key, key: 'axisEmpty', params: { key } });
  return { values, issues };
};
