import { Button } from '@mantine/core';
import { Info } from 'lucide-react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go } from '../../store/view.ts';
import { attempt } from '../../ui/toasts.tsx';
import classes from './queue-bar.module.css';

/** Says why a job that is queued now would not run at once, and offers the one act that changes it; what the frame tells is left to it. */
export function EngineNote() {
  const { t } = useWords();
  const engines = useHearth((state) => state.engines);
  const isPaused = useHearth((state) => state.pauses.some(({ owner }) => owner === 'person'));
  const list = Object.values(engines);
  const first = list.find(({ isWanted }) => isWanted) ?? list[0];
  const isStarting = list.some(({ state }) => state === 'starting' || state === 'backoff');
  const note = (sentence: string, act?: { label: string; run: () => void }) => (
    <p className={classes.engine}>
      <Info size={14} aria-hidden />
      <span>{sentence}</span>
      {act && (
        <Button variant="default" size="compact-xs" onClick={act.run}>
          {act.label}
        </Button>
      )}
    </p>
  );

  if (isPaused)
    return note(t('generate.paused'), {
      label: t('queue.resume'),
      run: () => void attempt(api.call('queue.resume', { owner: 'person' })),
    });
  if (list.some(({ state }) => state === 'ready' || state === 'unresponsive')) return null;
  if (!first) return note(t('generate.noEngine'), { label: t('generate.toEngine'), run: () => go('engine') });
  if (isStarting) return note(t('generate.engineStarting', { name: first.name }));
  if (first.kind === 'external')
    return note(t('generate.engineAway', { name: first.name }), { label: t('generate.toEngine'), run: () => go('engine') });
  return note(t('generate.engineStopped'), {
    label: t('generate.startEngine', { name: first.name }),
    run: () => void attempt(api.call('engines.start', { id: first.id })),
  });
}
