import { Button, Group } from '@mantine/core';
import { ListStart, Pencil, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { Job } from '../../../shared/job.ts';
import { remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { useAsk } from '../../store/use-ask.ts';
import { ChangeList } from '../../ui/ChangeList.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ValueList } from '../../ui/ValueList.tsx';
import { valueLines } from '../../ui/value-lines.ts';
import { JobAttempts } from './JobAttempts.tsx';
import classes from './JobDetail.module.css';
import { JobIncident } from './JobIncident.tsx';
import { JobLinks } from './JobLinks.tsx';
import { JobRecords } from './JobRecords.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import { canCancel, cancelJobs, canMove, canRequeue, editJob, moveJobs, requeueJobs } from './job-acts.ts';

/** Everything about one job: what happened to it, why, with which values, and what came out. */
export function JobDetail({ job }: { job: Job }) {
  const { t, of } = useWords();
  const template = useHearth((state) => state.templates[job.template]);
  const { data, error, again } = useAsk('jobs.get', { id: job.id });
  const shown = useRef(job);
  useEffect(() => {
    // The job came anew with an event, so its history has grown.
    if (shown.current !== job) again();
    shown.current = job;
  }, [job, again]);
  return (
    <div className={classes.root}>
      {job.error && <ErrorNotice error={job.error} {...(job.finishedAt === null ? {} : { at: job.finishedAt })} />}
      {job.attempts.some(({ error: why }) => why !== null) && <JobIncident job={job.id} />}
      {job.artifacts.length > 0 && (
        <ul className={classes.pictures} aria-label={t('queue.pictures')}>
          {job.artifacts.map((artifact) => (
            <li key={artifact.id}>
              <a href={placeOf({ screen: 'gallery', id: artifact.id })} title={artifact.name}>
                {artifact.kind === 'image' ? (
                  <img src={artifactUrl(artifact.id)} alt={artifact.name} loading="lazy" decoding="async" />
                ) : (
                  artifact.name
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.columns}>
        <section aria-label={t('queue.timeline')}>
          <h2>{t('queue.timeline')}</h2>
          {data && <JobTimeline events={data.events} />}
          {error !== undefined && <ErrorNotice error={error} isCompact />}
        </section>
        <section aria-label={t('queue.attempts')}>
          <h2>{t('queue.attempts')}</h2>
          <JobAttempts job={job} />
        </section>
        <section aria-label={t('queue.values')}>
          <h2>{t('queue.values')}</h2>
          <ValueList lines={valueLines(template, job.values, job.seed, of)} />
        </section>
      </div>
      {job.changes && (
        <section className={classes.changes} aria-label={t('incidents.changes.title')}>
          <h2>{t('incidents.changes.ofJob', { remedy: remedyText(t, job.changes.remedy) })}</h2>
          <ChangeList changes={job.changes.changes} template={template} />
          <p className={classes.links}>{t('incidents.changes.ofJobHint')}</p>
        </section>
      )}
      {data && <JobLinks links={data.links} />}
      <JobRecords job={job} />
      <Group gap="sm">
        <Button variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={() => editJob(job)}>
          {t('queue.edit')}
        </Button>
        {canRequeue(job) && (
          <Button variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => void requeueJobs([job.id])}>
            {t('queue.requeue')}
          </Button>
        )}
        {canMove(job) && (
          <Button
            variant="default"
            leftSection={<ListStart size={14} aria-hidden />}
            onClick={() => void moveJobs([job.id], { at: 'front' })}
          >
            {t('queue.toFront')}
          </Button>
        )}
        {canCancel(job) && (
          <Button variant="default" leftSection={<X size={14} aria-hidden />} onClick={() => void cancelJobs([job.id])}>
            {t('common.cancel')}
          </Button>
        )}
        <span className={classes.id}>{t('queue.jobId', { id: job.id })}</span>
      </Group>
    </div>
  );
}
