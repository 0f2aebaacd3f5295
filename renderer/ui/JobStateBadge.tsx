import type { JobState } from '../../shared/job.ts';
import { useWords } from '../i18n/use-words.ts';
import { StateBadge, type Tone } from './StateBadge.tsx';

const tones: Record<JobState, Tone> = {
  queued: 'idle',
  submitted: 'busy',
  running: 'busy',
  succeeded: 'good',
  failed_retryable: 'warn',
  failed_terminal: 'bad',
  dead_letter: 'bad',
  held: 'warn',
  cancelled: 'off',
};

/** A job's state in words. */
export function JobStateBadge({ state }: { state: JobState }) {
  const { t } = useWords();
  return <StateBadge tone={tones[state]}>{t(`common.jobState.${state}`)}</StateBadge>;
}
