import type { Incident, OfferedRemedy } from '../../../shared/incident.ts';
import type { Job } from '../../../shared/job.ts';
import { remedyChange, remedyText } from '../../i18n/incident-text.ts';
import { knownWords } from '../../i18n/known-words.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { isByHand } from '../../store/incidents.ts';
import { ChangeList } from '../../ui/ChangeList.tsx';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import classes from './IncidentPage.module.css';
import { RemedyAct } from './RemedyAct.tsx';
import { useFreePort } from './use-free-port.ts';

interface RemedyCardProps {
  incident: Incident;
  remedy: OfferedRemedy;
  job: Job | null;
  /** The one to try first. */
  isNext: boolean;
  /** Another one is being tried, or the incident is settled. */
  isBlocked: boolean;
}

const tones: Record<OfferedRemedy['status'], Tone> = {
  untried: 'idle',
  trying: 'busy',
  confirmed: 'good',
  rejected: 'bad',
  undone: 'off',
};

/** One remedy: what it does, what it costs, how it is proved, why it cannot be applied where it cannot. */
export function RemedyCard(props: RemedyCardProps) {
  const { t, say } = useWords();
  const { incident, remedy, isNext, job } = props;
  const port = useFreePort(incident, remedy);
  const { id, kind, cost, verify, undo, status, isAvailable, obstacle, changes = [] } = remedy;
  const change = port === null ? remedyChange(remedy) : `--port ${port}`;
  const template = useHearth((state) => (job ? state.templates[job.template] : undefined));
  const facts: [string, string | null][] = [
    [t('incidents.cost'), knownWords(t, `remedyCosts.${cost}`) ?? cost],
    [t('incidents.proof'), knownWords(t, `remedyProofs.${verify}`) ?? verify],
    [t('incidents.undoLabel'), isByHand(remedy) ? null : knownWords(t, `remedyUndos.${undo}`)],
  ];
  return (
    <li className={classes.remedy} data-next={isNext || undefined} data-off={(!isAvailable && port === null) || undefined}>
      <div className={classes.remedyMain}>
        <p className={classes.remedyTitle}>{remedyText(t, id)}</p>
        <p className={classes.remedyKind}>
          {t(`incidents.remedyKinds.${kind}`)}
          {change !== null && <code>{change}</code>}
          {status !== 'untried' && <StateBadge tone={tones[status]}>{t(`incidents.remedyStates.${status}`)}</StateBadge>}
        </p>
        {changes.length > 0 && <ChangeList changes={changes} template={template} />}
        <dl className={classes.remedyFacts}>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {isAvailable && isByHand(remedy) && <p className={classes.obstacle}>{t('incidents.byHand')}</p>}
        {obstacle && port === null && (
          <p className={classes.obstacle}>
            <strong>{t('incidents.notNow')}:</strong> {say(obstacle)}
          </p>
        )}
      </div>
      <div className={classes.remedyAct}>
        <RemedyAct {...props} />
      </div>
    </li>
  );
}
