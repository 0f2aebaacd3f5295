import { CloseButton } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { JobStateBadge } from '../../ui/JobStateBadge.tsx';
import classes from './JobDetail.module.css';
import { JobDetail } from './JobDetail.tsx';

/** A job that a link names but that is on none of the pages read so far, above the table. */
export function LinkedJob({ id }: { id: string }) {
  const { t, of } = useWords();
  const { data, error } = useAsk('jobs.get', { id });
  const template = useHearth((state) => (data ? state.templates[data.job.template] : undefined));
  if (error !== undefined)
    return (
      <div className={classes.unknown}>
        <ErrorNotice error={error} />
      </div>
    );
  if (!data) return null;
  return (
    <section className={classes.linked} aria-label={t('queue.linked')}>
      <header>
        <strong>{jobTitle(data.job, template, of)}</strong>
        <JobStateBadge state={data.job.state} />
        <CloseButton size="sm" aria-label={t('common.close')} onClick={() => go('queue')} />
      </header>
      <JobDetail job={data.job} />
    </section>
  );
}
