import type { Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { isWorking } from '../../store/patch.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './JobTable.module.css';

/** How long the last attempt took; null while it goes on. Pure. */
const lastedMs = (job: Job): number | null => {
  const last = job.attempts.at(-1);
  return last?.endedAt ? Math.max(0, Date.parse(last.endedAt) - Date.parse(last.startedAt)) : null;
};

/** Running: since when. Waiting: when it was queued. Over: when, and how long it took. */
export function JobTime({ job }: { job: Job }) {
  const { t, format } = useWords();
  const isRunning = isWorking(job);
  const now = useNow(1_000, isRunning);
  const started = job.attempts.at(-1)?.startedAt;
  if (isRunning && started) return <span>{format.clock(now - Date.parse(started))}</span>;
  const at = job.finishedAt ?? job.createdAt;
  const lasted = job.finishedAt === null ? null : lastedMs(job);
  return (
    <>
      <time dateTime={at} title={format.exactTime(at)}>
        {job.finishedAt === null ? t('queue.since', { time: format.time(at) }) : format.time(at)}
      </time>
      {lasted !== null && <span className={classes.values}>{format.duration(lasted)}</span>}
    </>
  );
}
