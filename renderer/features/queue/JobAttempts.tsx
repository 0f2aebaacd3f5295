import type { Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import classes from './JobDetail.module.css';

/** Each execution of a job: on which engine, how it ended, how long it took, and why it failed where that is not said above. */
export function JobAttempts({ job: { attempts, error: last } }: { job: Job }) {
  const { t, format, say } = useWords();
  const engines = useHearth((state) => state.engines);
  if (attempts.length === 0) return <p className={classes.none}>{t('queue.noAttempts')}</p>;
  return (
    <ol className={classes.attempts}>
      {attempts.map(({ id, engine, state, startedAt, endedAt, error }) => (
        <li key={id}>
          <span>
            {t(`queue.attemptState.${state}`)}
            {endedAt !== null && ` · ${format.duration(Date.parse(endedAt) - Date.parse(startedAt))}`}
          </span>
          <span className={classes.reason}>
            {t('queue.attemptOn', { engine: engines[engine]?.name ?? engine, time: format.time(startedAt) })}
          </span>
          {error && error.message !== last?.message && <span className={classes.why}>{say(error)}</span>}
        </li>
      ))}
    </ol>
  );
}
