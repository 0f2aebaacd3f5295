import { Siren } from 'lucide-react';
import { causeTitle } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { useAsk } from '../../store/use-ask.ts';
import classes from './JobDetail.module.css';

/** The way from a job to what went wrong under it, where something did. */
export function JobIncident({ job }: { job: string }) {
  const { t } = useWords();
  const changes = String(useHearth((state) => state.incidentChanges));
  const { data } = useAsk('incidents.list', { filter: { job }, limit: 1 }, changes);
  const incident = data?.incidents[0];
  if (!incident) return null;
  const cause = incident.diagnosis ? causeTitle(t, incident.diagnosis.cause) : t('incidents.reading');
  return (
    <a className={classes.incident} href={placeOf({ screen: 'incidents', id: incident.id })}>
      <Siren size={14} aria-hidden />
      {t('incidents.linkFromJob', { cause })}
    </a>
  );
}
