import type { Incident, IncidentGroup } from '../../../shared/incident.ts';
import { causeTitle, remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { sinceText, stateTone } from './group-words.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { heatDays } from './heat-days.ts';
import classes from './IncidentPage.module.css';

const minuteMs = 60_000;

/** How often this kind happened, since when and since what, what helped, and the ones before. */
export function GroupPanel({ group, others }: { group: IncidentGroup; others: readonly Incident[] }) {
  const { t, format } = useWords();
  const now = useNow(minuteMs);
  const { cause, total, firstAt, days, since, confirmed } = group;
  return (
    <>
      <p>
        <strong>{t('incidents.group.times', { count: total })}</strong>
        <span className={classes.dim}> · {t('incidents.group.first', { time: format.time(firstAt) })}</span>
      </p>
      <HeatStrip days={heatDays(days, now)} what={causeTitle(t, cause)} />
      {since.length > 0 && (
        <>
          <h3>{t('incidents.group.since')}</h3>
          <ul className={classes.plain}>
            {since.map((fact) => (
              <li key={fact.what}>{sinceText(t, fact)}</li>
            ))}
          </ul>
        </>
      )}
      {confirmed !== null && <p>{t('incidents.group.confirmed', { remedy: remedyText(t, confirmed) })}</p>}
      {others.length > 0 && (
        <>
          <h3>{t('incidents.group.others')}</h3>
          <ul className={classes.plain}>
            {others.map(({ id, lastAt, count, state }) => (
              <li key={id} className={classes.other}>
                <a href={placeOf({ screen: 'incidents', id })}>{format.time(lastAt)}</a>
                {count > 1 && <span className={classes.dim}>{t('incidents.group.times', { count })}</span>}
                <StateBadge tone={stateTone(state)}>{t(`incidents.states.${state}`)}</StateBadge>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
