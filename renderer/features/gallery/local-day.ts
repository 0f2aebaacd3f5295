/** The calendar day of `iso` where the person is, as `2026-03-07`; sorts like a date. `timeZone` is the system's when absent. */
export const localDay = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(new Date(iso));

/** Splits a list that is sorted newest first into its days, keeping the order. Pure. */
export const byLocalDay = <T>(items: readonly T[], at: (item: T) => string, timeZone?: string): { day: string; items: T[] }[] => {
  const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const days: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = format.format(new Date(at(item)));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
};
