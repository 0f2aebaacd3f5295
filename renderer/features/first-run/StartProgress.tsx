import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { RotateCw, Square } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { allLines, useLogView } from '../../store/use-log-view.ts';
import { go, setSettingUp } from '../../store/view.ts';
import { plainText } from '../../ui/ansi.ts';
import { EngineStateBadge } from '../../ui/EngineStateBadge.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { engineName } from '../../ui/engine-name.ts';
import { attempt } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './FirstRunScreen.module.css';

interface StartProgressProps {
  id: string;
  /** The order to start is not answered yet. */
  isPending: boolean;
  /** Why the order was refused, if it was. */
  refusal: unknown;
  onStart(port?: number): void;
  /** Back to the choice; the engine that did not start is forgotten. */
  onAnother(): void;
}

/** How the start of an engine that was just added goes, with the last line of its log; opens Generate once it is ready. */
export function StartProgress({ id, isPending, refusal, onStart, onAnother }: StartProgressProps) {
  const { t, format } = useWords();
  const engine = useHearth((state) => state.engines[id]);
  const state = engine?.state;
  const log = useLogView(id, null, allLines);
  const now = useNow(1_000, state === 'starting');

  useEffect(() => {
    if (state !== 'ready') return;
    setSettingUp(false);
    go('generate');
  }, [state]);

  const another = async (): Promise<void> => {
    await attempt(api.call('engines.remove', { id }));
    onAnother();
  };
  const isDown = !isPending && (state === 'failed' || state === 'stopped' || state === undefined);
  const problem = isDown ? (refusal ?? engine?.problem) : null;
  const lastLine = log.lines.get(log.matches - 1);
  const freePort = engine?.freePort ?? null;
  return (
    <section className={classes.starting} aria-live="polite">
      <Title order={1}>{engine && engineName(t, engine)}</Title>
      <Group gap="sm">
        {!isDown && <Loader size="xs" aria-hidden />}
        {engine && <EngineStateBadge engine={engine} isWorking={false} />}
        {state === 'starting' && engine && (
          <Text size="sm" c="dimmed">
            {t('firstRun.start.elapsed', { time: format.clock(now - Date.parse(engine.since)) })}
          </Text>
        )}
      </Group>
      {engine?.kind === 'managed' && state === 'starting' && (
        <Text size="sm" c="dimmed">
          {t('firstRun.start.hint')}
        </Text>
      )}
      {problem && <ErrorNotice error={problem} {...(engine ? { at: engine.since } : {})} />}
      {engine?.kind !== 'external' && (lastLine || !isDown) && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {t('firstRun.start.lastLine')}
          </Text>
          <div className={classes.line}>{lastLine ? plainText(lastLine.text) : t('firstRun.start.noLine')}</div>
        </div>
      )}
      <Group gap="sm">
        {isDown ? (
          <>
            {freePort !== null && state === 'failed' ? (
              <Button onClick={() => onStart(freePort)}>{t('firstRun.start.usePort', { port: freePort })}</Button>
            ) : (
              <Button leftSection={<RotateCw size={14} aria-hidden />} onClick={() => onStart()}>
                {t('firstRun.start.again')}
              </Button>
            )}
            <Button variant="default" onClick={() => void another()}>
              {t('firstRun.start.another')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => setSettingUp(false)}>
              {t('firstRun.start.meanwhile')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<Square size={13} aria-hidden />}
              onClick={() => void attempt(api.call('engines.stop', { id }))}
            >
              {t('firstRun.start.stop')}
            </Button>
          </>
        )}
      </Group>
    </section>
  );
}
