import type { IncidentGroup } from '../../../shared/incident.ts';
import { causeTitle, remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { engineName } from '../../ui/engine-name.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { sinceText, stateTone } from './group-words.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { heatDays } from './heat-days.ts';
import classes from './IncidentList.module.css';

/** One kind of incident: what it is, how often and when, since what; leads to the newest of it. */
export function IncidentGroupRow({ group, now }: { group: IncidentGroup; now: number }) {
  const { t, format } = useWords();
  const engines = useHearth((state) => state.engines);
  const { cause, nodeClass, exception, frame, total, firstAt, lastAt, since, state, confirmed } = group;
  const title = causeTitle(t, cause);
  const where = [
    exception?.split('\n', 1)[0],
    frame === null ? null : t('incidents.frame', { frame }),
    nodeClass,
    group.engines
      .map((id) => engines[id])
      .map((engine) => (engine ? engineName(t, engine) : null))
      .filter((name) => name !== null)
      .join(', '),
  ].filter((part) => typeof part === 'string' && part !== '');
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <a className={classes.rowTitle} href={placeOf({ screen: 'incidents', id: group.newest })}>
          {title}
        </a>
        <p className={classes.where}>{where.join(' · ')}</p>
        {since.length > 0 && (
          <p className={classes.since}>
            <strong>{t('incidents.group.since')}</strong> {since.map((fact) => sinceText(t, fact)).join(' · ')}
          </p>
        )}
        {confirmed !== null && (
          <p className={classes.since}>{t('incidents.group.confirmed', { remedy: remedyText(t, confirmed) })}</p>
        )}
      </div>
      <div className={classes.rowStrip}>
        <HeatStrip days={heatDays(group.days, now)} what={title} />
        <p className={classes.where}>
          {t('incidents.group.first', { time: format.time(firstAt) })} ·{' '}
          {t('incidents.group.last', { time: format.time(lastAt) })}
        </p>
      </div>
      <div className={classes.rowState}>
        <StateBadge tone={stateTone(state)}>{t(`incidents.states.${state}`)}</StateBadge>
        <span className={classes.times}>{t('incidents.group.times', { count: total })}</span>
      </div>
    </li>
  );
}
