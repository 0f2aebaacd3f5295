import type { JobEvent } from '../../../shared/job.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './JobDetail.module.css';

/** The reason of a step in words, or nothing where this page does not know it. */
const reasonWords = (reason: string): string => {
  const key = `reasons.${reason}`;
  // The key comes from the host, which may know reasons that this page does not.
  return i18n.exists(key) ? String(i18n.t(key as 'common.close')) : '';
};

/** What happened to a job, step by step, the oldest first. */
export function JobTimeline({ events }: { events: readonly JobEvent[] }) {
  const { t, format } = useWords();
  return (
    <ol className={classes.timeline}>
      {events.map(({ at, to, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end.
        <li key={index} data-state={to}>
          <time dateTime={at} title={format.exactTime(at)}>
            {format.timeOfDay(at)}
          </time>
          <span>{reasonWords(reason) || t(`common.jobState.${to}`)}</span>
        </li>
      ))}
    </ol>
  );
}
