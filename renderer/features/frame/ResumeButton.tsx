import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Pause } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { AskingButton } from '../../ui/AskingButton.tsx';
import { attempt } from '../../ui/toasts.tsx';

interface ResumeButtonProps extends ButtonProps {
  pause: Pause;
  children: ReactNode;
}

/** Takes a pause away; where that ends a benchmark in the middle, it asks first. */
export function ResumeButton({ pause: { owner }, children, ...look }: ResumeButtonProps) {
  const { t } = useWords();
  const question =
    owner === 'benchmark'
      ? {
          title: t('benchmarks.live.stopTitle'),
          text: t('benchmarks.live.stopText'),
          confirmLabel: t('frame.resumeOwner.benchmark'),
        }
      : null;
  return (
    <AskingButton {...look} question={question} onAct={() => void attempt(api.call('queue.resume', { owner }))}>
      {children}
    </AskingButton>
  );
}
