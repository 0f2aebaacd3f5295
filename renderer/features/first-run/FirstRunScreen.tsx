import { Button, Text, Title } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { EngineAdd } from '../../../shared/engine-contract.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { setSettingUp } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { ComfyChoice } from './ComfyChoice.tsx';
import { DemoChoice } from './DemoChoice.tsx';
import classes from './FirstRunScreen.module.css';
import { StartProgress } from './StartProgress.tsx';

/** One page to choose an engine: the demo engine, or a ComfyUI of one's own. Also adds further engines later. */
export function FirstRunScreen() {
  const { t, language } = useWords();
  const hasEngines = useHearth((state) => state.engineOrder.length > 0);
  const [startedId, setStartedId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const [error, setError] = useState<unknown>();

  const start = async (id: string, port?: number): Promise<void> => {
    setError(undefined);
    setIsStarting(true);
    try {
      await api.call('engines.start', { id, ...(port === undefined ? {} : { port }) });
    } catch (reason) {
      setError(reason);
    }
    setIsStarting(false);
  };

  const choose = async (engine: EngineAdd): Promise<void> => {
    // The first engine ends the first run by itself; this page stays until the engine is ready.
    setSettingUp(true);
    setIsAdding(true);
    setError(undefined);
    try {
      const added = await api.call('engines.add', engine);
      setStartedId(added.id);
      await start(added.id);
    } catch (reason) {
      setError(reason);
    }
    setIsAdding(false);
  };

  return (
    <div className={classes.root}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <Logo size={24} />
          Hearth
        </span>
        <LanguageSwitch
          language={language}
          label={t('frame.language')}
          onChange={(next) => void api.call('settings.set', { language: next }).catch(setError)}
        />
      </header>
      <main className={classes.main}>
        {startedId === null ? (
          <>
            <div className={classes.head}>
              {hasEngines && (
                <Button
                  variant="subtle"
                  color="gray"
                  leftSection={<ArrowLeft size={14} aria-hidden />}
                  onClick={() => setSettingUp(false)}
                >
                  {t('firstRun.back')}
                </Button>
              )}
              <Title order={1}>{hasEngines ? t('firstRun.addTitle') : t('firstRun.title')}</Title>
              <Text c="dimmed">{t('firstRun.hint')}</Text>
            </div>
            {error !== undefined && <ErrorNotice error={error} />}
            <div className={classes.choices}>
              <DemoChoice isBusy={isAdding} onChoose={() => void choose({ kind: 'demo' })} />
              <ComfyChoice isBusy={isAdding} onChoose={(engine) => void choose(engine)} />
            </div>
          </>
        ) : (
          <StartProgress
            id={startedId}
            isPending={isStarting}
            refusal={error}
            onStart={(port) => void start(startedId, port)}
            onAnother={() => {
              setError(undefined);
              setStartedId(null);
            }}
          />
        )}
      </main>
    </div>
  );
}
