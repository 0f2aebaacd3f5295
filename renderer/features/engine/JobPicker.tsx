import { Select } from '@mantine/core';
import type { Engine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { useAsk } from '../../store/use-ask.ts';
import { isEngineWorking } from '../../store/working.ts';
import classes from './EngineLog.module.css';

interface JobPickerProps {
  engine: Engine;
  launch: string | null;
  /** Attempt whose lines alone are shown; null: all lines. */
  attempt: string | null;
  onAttempt(attempt: string | null): void;
}

const mostJobs = 200;

/** Narrows a log to what was written while one job ran; where no job ran, there is nothing to choose. */
export function JobPicker({ engine, launch, attempt, onAttempt }: JobPickerProps) {
  const { t, format, of } = useWords();
  const templates = useHearth((state) => state.templates);
  // A job that begins or ends changes the list.
  const isWorking = useHearth(isEngineWorking(engine.id));
  const asked = { id: engine.id, limit: mostJobs, ...(launch !== null && { launchId: launch }) };
  const { data } = useAsk('engines.logJobs', engine.kind === 'external' ? null : asked, `${engine.launchId} ${isWorking}`);
  const ran = data?.jobs ?? [];
  const ids = [...new Set(ran.map(({ job }) => job))].slice(0, mostJobs);
  const { data: page } = useAsk('jobs.list', ids.length === 0 ? null : { ids, limit: mostJobs });
  if (ran.length === 0 && attempt === null) return null;
  const titles = new Map(page?.jobs.map((job) => [job.id, jobTitle(job, templates[job.template], of)]));
  return (
    <Select
      className={classes.job ?? ''}
      aria-label={t('engine.log.job')}
      placeholder={t('engine.log.allJobs')}
      clearable
      clearButtonProps={{ 'aria-label': t('engine.log.allJobs') }}
      searchable
      nothingFoundMessage={t('engine.log.noSuchJob')}
      data={ran.map((one) => ({
        value: one.attempt,
        label: t('engine.log.jobAt', {
          time: format.timeOfDay(one.startedAt),
          title: titles.get(one.job) ?? one.job.slice(0, 8),
        }),
      }))}
      value={attempt}
      onChange={onAttempt}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
