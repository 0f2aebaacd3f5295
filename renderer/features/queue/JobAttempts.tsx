import { Button } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import type { Attempt, Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { openLogAt } from '../../store/log-at.ts';
import { engineNameOf } from '../../ui/engine-name.ts';
import classes from './JobDetail.module.css';

/** Each execution of a job: on which engine, how it ended, how long it took, and why it failed where that is not said above. */
export function JobAttempts({ job: { attempts, error: last } }: { job: Job }) {
  const { t, format, say } = useWords();
  const engines = useHearth((state) => state.engines);
  if (attempts.length === 0) return <p className={classes.none}>{t('queue.noAttempts')}</p>;
  return (
    <ol className={classes.attempts}>
      {attempts.map((attempt) => {
        const { id, engine, state, startedAt, endedAt, error } = attempt;
        return (
          <li key={id}>
            <span>
              {t(`queue.attemptState.${state}`)}
              {endedAt !== null && ` · ${format.duration(Date.parse(endedAt) - Date.parse(startedAt))}`}
            </span>
            <span className={classes.reason}>
              {t('queue.attemptOn', { engine: engineNameOf(t, engines, engine), time: format.time(startedAt) })}
            </span>
            {error && error.message !== last?.message && <span className={classes.why}>{say(error)}</span>}
            <LogLink attempt={attempt} />
          </li>
        );
      })}
    </ol>
  );
}

/** To the lines of the log that are this attempt's own, where the engine is there and its log is Hearth's. */
function LogLink({ attempt: { id, engine, launch } }: { attempt: Attempt }) {
  const { t } = useWords();
  const kind = useHearth((state) => state.engines[engine]?.kind);
  if (launch === undefined || kind === undefined || kind === 'external') return null;
  return (
    <Button
      className={classes.log ?? ''}
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={<ScrollText size={14} aria-hidden />}
      onClick={() => openLogAt({ engine, launch, attempt: id })}
    >
      {t('queue.attemptLog')}
    </Button>
  );
}
