import { useState } from 'react';
import type { Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { RecordFacts } from '../../ui/RecordFacts.tsx';
import classes from './JobDetail.module.css';

/** The records of a job's attempts, asked for when somebody wants to see them. */
export function JobRecords({ job }: { job: Job }) {
  const { t, format } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useAsk('records.list', isOpen ? { job: job.id } : null, job.state);
  if (job.attempts.length === 0) return null;
  return (
    <details className={classes.records} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('record.title')}</summary>
      {error !== undefined && <ErrorNotice error={error} isCompact />}
      {data?.records.map((record) => (
        <section key={record.attempt} aria-label={format.exactTime(record.startedAt)}>
          <h3>
            {t(`queue.attemptState.${record.state}`)} · {format.exactTime(record.startedAt)}
          </h3>
          <RecordFacts record={record} />
        </section>
      ))}
    </details>
  );
}
