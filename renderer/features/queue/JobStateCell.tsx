import type { Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { JobStateBadge } from '../../ui/JobStateBadge.tsx';
import { progressWords } from '../../ui/progress-words.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './JobTable.module.css';

/** The state in words, and below it how far the job is, when it tries again, or why it ended. */
export function JobStateCell({ job }: { job: Job }) {
  const { t, format, say } = useWords();
  const progress = useHearth((state) => state.progress[job.id]);
  const now = useNow(1_000, job.state === 'failed_retryable' && job.retryAt !== null);
  const isCollecting = job.attempts.at(-1)?.state === 'collecting';
  const more = (): string => {
    if (job.state === 'failed_retryable' && job.retryAt !== null) {
      const left = Date.parse(job.retryAt) - now;
      return left > 0 ? t('queue.retryIn', { time: format.clock(left + 999) }) : '';
    }
    if (job.state === 'running' && isCollecting) return t('queue.storing');
    if (progress) return progressWords(t, format, progress);
    return job.error ? say(job.error) : '';
  };
  const line = more();
  return (
    <>
      <JobStateBadge state={job.state} />
      {line !== '' && (
        <span className={classes.values} title={line}>
          {line}
        </span>
      )}
    </>
  );
}
