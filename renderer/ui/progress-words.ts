import type { TFunction } from 'i18next';
import type { JobProgress } from '../../shared/job.ts';
import type { Format } from './format.ts';

/** How far a job is: its step, the one percentage, and what is left once that can be told. Pure. */
export const progressWords = (t: TFunction, format: Format, progress: JobProgress): string =>
  [
    progress.step && progress.step.max > 1
      ? t('common.stepOf', { value: format.number(progress.step.value), max: format.number(progress.step.max) })
      : '',
    format.percent(progress.ratio),
    progress.remainingMs === null ? '' : t('common.left', { time: format.clock(progress.remainingMs) }),
  ]
    .filter(Boolean)
    .join(' · ');
