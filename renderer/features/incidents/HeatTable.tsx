import { VisuallyHidden } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import classes from './HeatStrip.module.css';
import type { HeatDay } from './heat-days.ts';

interface HeatTableProps {
  days: readonly HeatDay[];
  /** The day that the list is narrowed to. */
  chosen: string | null;
  onChoose(day: string | null): void;
}

/** All incidents of the last weeks by day: a table of one row whose days narrow the list. */
export function HeatTable({ days, chosen, onChoose }: HeatTableProps) {
  const { t, format } = useWords();
  const busy = days.filter(({ count }) => count > 0);
  return (
    <div className={classes.tableBox}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{t('incidents.strip.label')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {days.map(({ day, from }, index) => (
              <th key={day} scope="col" data-shown={isNamed(index, days.length) || undefined}>
                {isNamed(index, days.length) ? (
                  <span>{format.shortDay(from)}</span>
                ) : (
                  <VisuallyHidden>{format.day(from)}</VisuallyHidden>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {days.map(({ day, from, count, heat }) => (
              <td key={day}>
                {count === 0 ? (
                  <span className={classes.cell} data-heat={0}>
                    <VisuallyHidden>0</VisuallyHidden>
                  </span>
                ) : (
                  <button
                    type="button"
                    className={classes.cell}
                    data-heat={heat}
                    aria-pressed={chosen === day}
                    aria-label={t('incidents.strip.choose', { day: format.day(from), count })}
                    title={t('incidents.strip.choose', { day: format.day(from), count })}
                    onClick={() => onChoose(chosen === day ? null : day)}
                  >
                    {count}
                  </button>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {busy.length === 0 && <span className={classes.none}>{t('incidents.strip.none', { days: days.length })}</span>}
    </div>
  );
}

/** Every seventh day, counted from today, carries its date. */
const isNamed = (index: number, length: number): boolean => (length - 1 - index) % 7 === 0;
