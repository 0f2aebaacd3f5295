/**
 * Splits a list that is sorted newest first into the calendar days of where the person is, named like `2026-03-07`, keeping the order.
 * `timeZone` is the system's when absent. Pure.
 */
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
