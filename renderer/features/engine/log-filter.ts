import type { LogLine } from '../../../shared/engine.ts';
import { plainText } from '../../ui/ansi.ts';

export type LevelFilter = 'all' | 'warnings' | 'errors';

const isError = (line: LogLine): boolean => line.level === 'error' || line.level === 'critical';
const passes: Record<LevelFilter, (line: LogLine) => boolean> = {
  all: () => true,
  warnings: (line) => line.level === 'warning' || isError(line),
  errors: isError,
};

/** The lines of a level or worse that hold `text` (any case). Pure. */
export function filterLines(lines: readonly LogLine[], level: LevelFilter, text: string): readonly LogLine[] {
  const wanted = text.trim().toLowerCase();
  if (level === 'all' && wanted === '') return lines;
  return lines.filter((line) => passes[level](line) && (wanted === '' || plainText(line.text).toLowerCase().includes(wanted)));
}

/** Index of the first error after `from`, around the end; -1 where there is none. Pure. */
export function nextErrorIndex(lines: readonly LogLine[], from: number): number {
  const after = lines.findIndex((line, index) => index > from && isError(line));
  return after >= 0 ? after : lines.findIndex(isError);
}
