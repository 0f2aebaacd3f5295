import { Button, Progress } from '@mantine/core';
import { X } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { placeOf } from '../../store/place.ts';
import { workingIds } from '../../store/working.ts';
import { progressWords } from '../../ui/progress-words.ts';
import { cancelJob } from './cancel-job.ts';
import classes from './RunningJobs.module.css';

/** More rows than this would push the screen away; the queue shows them all. */
const shownRows = 3;

/** What runs now, on every screen, with how far it is and a way to end it. */
export function RunningJobs() {
  const { t } = useWords();
  const ids = useHearth(workingIds);
  if (ids === '') return null;
  const list = ids.split(' ');
  return (
    <section className={classes.root} aria-label={t('frame.running')}>
      {list.slice(0, shownRows).map((id) => (
        <RunningJob key={id} id={id} />
      ))}
      {list.length > shownRows && (
        <a className={classes.more} href={placeOf({ screen: 'queue', id: null })}>
          {t('frame.moreRunning', { count: list.length - shownRows })}
        </a>
      )}
    </section>
  );
}

function RunningJob({ id }: { id: string }) {
  const { t, format, of } = useWords();
  const job = useHearth((state) => state.openJobs[id]);
  const template = useHearth((state) => (job ? state.templates[job.template] : undefined));
  const progress = useHearth((state) => state.progress[id]);
  if (!job) return null;
  const title = jobTitle(job, template, of);
  return (
    <div className={classes.row}>
      <a className={classes.title} href={placeOf({ screen: 'queue', id })} title={title}>
        {title}
      </a>
      <span className={classes.node}>{progress?.node?.title}</span>
      <Progress.Root className={classes.bar ?? ''} size="sm">
        <Progress.Section value={(progress?.ratio ?? 0) * 100} aria-label={t('frame.progressOf', { title })} />
      </Progress.Root>
      <span className={classes.words}>{progress ? progressWords(t, format, progress) : t('frame.handedOver')}</span>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<X size={14} aria-hidden />}
        aria-label={t('frame.cancelJob', { title })}
        onClick={() => void cancelJob(job.id, title)}
      >
        {t('frame.cancel')}
      </Button>
    </div>
  );
}
