import { Checkbox } from '@mantine/core';
import { Pencil, RotateCcw, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { go } from '../../store/view.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import { tellingValues, valueLines } from '../../ui/value-lines.ts';
import { dragProps, useDropSide } from './drag-rows.ts';
import { JobStateCell } from './JobStateCell.tsx';
import classes from './JobTable.module.css';
import { JobThumb } from './JobThumb.tsx';
import { JobTime } from './JobTime.tsx';
import { canCancel, cancelJobs, canMove, canRequeue, editJob, requeueJobs } from './job-acts.ts';
import type { QueueRow } from './queue-rows.ts';
import { queueView, select } from './queue-view.ts';
import { RowAct } from './RowAct.tsx';

interface JobRowProps {
  job: Job;
  rows: readonly QueueRow[];
  isOpen: boolean;
  isSelected: boolean;
}

/** One job: its picture, what it is, how it stands, and what can be done with it. Its cells stand in the table's row. */
export function JobRow({ job, rows, isOpen, isSelected }: JobRowProps) {
  const { t, of } = useWords();
  const template = useHearth((state) => state.templates[job.template]);
  const ratio = useHearth((state) => state.progress[job.id]?.ratio);
  const most = useHearth((state) => state.settings.maxAttempts);
  const title = jobTitle(job, template, of);
  const telling = tellingValues(valueLines(template, job.values, job.seed, of), 3);
  const templateTitle = template ? of(template.title) : job.template;
  const second = [
    ...(templateTitle === title ? [] : [templateTitle]),
    ...telling.map(({ label, text }) => (label === '' ? text : `${label} ${text}`)),
  ];
  const side = useDropSide(job.id);
  const open = (event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      select(rows, job.id, event.shiftKey);
      return;
    }
    queueView.setState({ active: job.id });
    go('queue', isOpen ? null : job.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table around it opens the active row with Enter.
    <div
      className={classes.job}
      role="presentation"
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-drop={side}
      onClick={open}
      {...dragProps(job)}
    >
      {ratio !== undefined && <span className={classes.fill} style={{ width: `${ratio * 100}%` }} aria-hidden />}
      <GridCell className={classes.mark}>
        <Checkbox
          tabIndex={-1}
          aria-label={t('queue.select', { title })}
          checked={isSelected}
          onChange={() => {}}
          onClick={(event) => {
            event.stopPropagation();
            select(rows, job.id, event.shiftKey);
          }}
        />
      </GridCell>
      <GridCell className={classes.thumbCell}>
        <JobThumb job={job} />
      </GridCell>
      <GridCell className={classes.what}>
        <span className={classes.name}>{title}</span>
        <span className={classes.values}>{second.join(' · ')}</span>
      </GridCell>
      <GridCell className={classes.state}>
        <JobStateCell job={job} />
      </GridCell>
      <GridCell className={classes.attempt}>
        {job.attempts.length > 1
          ? t('queue.attemptOf', { n: job.attempts.length, most: Math.max(most, job.attempts.length) })
          : canMove(job) && (job.isFront ? t('queue.front') : job.priority !== 'normal' && t(`queue.priorities.${job.priority}`))}
      </GridCell>
      <GridCell className={classes.time}>
        <JobTime job={job} />
      </GridCell>
      <GridCell className={classes.acts}>
        {canRequeue(job) && (
          <RowAct label={t('queue.requeue')} title={title} icon={RotateCcw} run={() => void requeueJobs([job.id])} />
        )}
        <RowAct label={t('queue.edit')} title={title} icon={Pencil} run={() => editJob(job)} />
        {canCancel(job) && <RowAct label={t('common.cancel')} title={title} icon={X} run={() => void cancelJobs([job.id])} />}
      </GridCell>
    </div>
  );
}
