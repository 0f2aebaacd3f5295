import type { DayCount } from '../../../shared/incident.ts';

/** One day of a heat strip. */
export interface HeatDay {
  /** In the reader's time zone, `2026-11-30`. */
  day: string;
  /** Its local midnight, and that of the day after, ISO 8601. */
  from: string;
  to: string;
  count: number;
  /** 0: none, 1 to 4: more and more. */
  heat: 0 | 1 | 2 | 3 | 4;
}

/** Six weeks: whole weeks, and about what a person remembers. */
export const shownDays = 42;

const two = (value: number): string => String(value).padStart(2, '0');

/** How much happened on each of the last `days` days before `now` (ms), the oldest first, today last. Pure. */
export function heatDays(counts: readonly DayCount[], now: number, days: number = shownDays): HeatDay[] {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const today = new Date(now);
  // By the calendar: the day of a clock change is not 24 hours long.
  const midnight = (back: number): Date => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back);
  return Array.from({ length: days }, (_, index) => {
    const date = midnight(days - 1 - index);
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const count = byDay.get(day) ?? 0;
    return { day, from: date.toISOString(), to: midnight(days - 2 - index).toISOString(), count, heat: heatOf(count) };
  });
}

const heatOf = (count: number): HeatDay['heat'] => (count === 0 ? 0 : count === 1 ? 1 : count < 4 ? 2 : count < 8 ? 3 : 4);
