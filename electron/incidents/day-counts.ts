import type { DayCount } from '../../shared/incident.ts';

/** The day in a time zone, `2026-11-30`. Throws RangeError for a zone that nobody knows. */
export const dayIn = (timeZone: string | undefined): ((at: number) => string) => {
  // Sweden writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (at) => format.format(at);
};

/** Counts by day, oldest first; only days that have any. Pure. */
export const countByDay = (counts: readonly { at: number; count: number }[], day: (at: number) => string): DayCount[] => {
  const byDay = new Map<string, number>();
  for (const { at, count } of counts) byDay.set(day(at), (byDay.get(day(at)) ?? 0) + count);
  return [...byDay].map(([name, count]) => ({ day: name, count })).sort((a, b) => (a.day < b.day ? -1 : 1));
};

/** Every day of the last `days` up to `now`, without any left out. Pure. */
export const everyDay = (counts: readonly DayCount[], days: number, now: number, day: (at: number) => string): DayCount[] => {
  const known = new Map(counts.map(({ day: name, count }) => [name, count]));
  const names = new Set<string>();
  // Half a day at a time: a day may have 23 or 25 hours.
  for (let at = now - (days - 1) * 86_400_000; at < now; at += 43_200_000) names.add(day(at));
  names.add(day(now));
  return [...names].slice(-days).map((name) => ({ day: name, count: known.get(name) ?? 0 }));
};
