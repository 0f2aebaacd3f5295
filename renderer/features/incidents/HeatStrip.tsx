import { useWords } from '../../i18n/use-words.ts';
import classes from './HeatStrip.module.css';
import { type HeatDay, shownDays } from './heat-days.ts';

/** How often one kind of incident happened, day by day; in words for those who do not see it. */
export function HeatStrip({ days, what }: { days: readonly HeatDay[]; what: string }) {
  const { t, format } = useWords();
  const told = days
    .filter(({ count }) => count > 0)
    .map(({ from, count }) => t('incidents.strip.one', { day: format.day(from), count }));
  const label = `${t('incidents.strip.of', { what })}: ${told.join(', ') || t('incidents.strip.none', { days: shownDays })}`;
  return (
    <span role="img" aria-label={label} className={classes.strip}>
      {days.map(({ day, from, count, heat }) => (
        <span
          key={day}
          className={classes.cell}
          data-heat={heat}
          title={t('incidents.strip.one', { day: format.day(from), count })}
        />
      ))}
    </span>
  );
}
