import { Button } from '@mantine/core';
import { Pause as PauseIcon, Play } from 'lucide-react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { attempt } from '../../ui/toasts.tsx';
import classes from './QueueScreen.module.css';

/** That a person paused the queue, why, since when, and the way on. Pauses of Hearth's own are told on every screen by the frame. */
export function PauseNotice() {
  const { t, format } = useWords();
  const pause = useHearth((state) => state.pauses.find(({ owner, key }) => owner === 'person' && key === undefined));
  if (!pause) return null;
  return (
    <output className={classes.pause}>
      <PauseIcon size={15} aria-hidden />
      <strong>{t('queue.pausedByYou')}</strong>
      {pause.text !== '' && <span>{pause.text}</span>}
      <span className={classes.dim}>{t('queue.since', { time: format.time(pause.since) })}</span>
      <Button
        size="compact-sm"
        leftSection={<Play size={13} aria-hidden />}
        onClick={() => void attempt(api.call('queue.resume', { owner: 'person' }))}
      >
        {t('queue.resume')}
      </Button>
    </output>
  );
}
