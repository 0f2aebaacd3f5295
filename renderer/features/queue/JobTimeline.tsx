import type { JobEvent } from '../../../shared/job.ts';
import { i18n, type Language } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './JobDetail.module.css';

/** The reason of a step in words, or nothing where this page does not know it. */
const reasonWords = (reason: string, language: Language): string => {
  const key = `reasons.${reason}`;
  // The key comes from the host, which may know reasons that this page does not.
  return i18n.exists(key) ? String(i18n.t(key as 'common.close', { lng: language })) : '';
};

/** What happened to a job, step by step, the oldest first. */
export function JobTimeline({ events }: { events: readonly JobEvent[] }) {
  const { t, format, language } = useWords();
  return (
    <ol className={classes.timeline}>
      {events.map(({ at, to, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end.
        <li key={index} data-state={to}>
          <time dateTime={at} title={format.exactTime(at)}>
            {format.timeOfDay(at)}
          </time>
          <span>{reasonWords(reason, language) || t(`common.jobState.${to}`)}</span>
        </li>
      ))}
    </ol>
  );
}
