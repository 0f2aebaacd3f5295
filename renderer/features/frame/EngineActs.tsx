import { Button } from '@mantine/core';
import type { Engine } from '../../../shared/engine.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { attempt } from '../../ui/toasts.tsx';

interface EngineActsProps {
  engine: Engine;
  /** Another act beside it is the better one. */
  isAside?: boolean;
}

/** The way to start an engine that gave up: on a free port where its own is taken. */
export function EngineActs({ engine, isAside = false }: EngineActsProps) {
  const { t } = useWords();
  if (engine.state !== 'failed') return null;
  const port = engine.freePort;
  const start = (): void => void attempt(api.call('engines.start', { id: engine.id, ...(port === null ? {} : { port }) }));
  return (
    <Button variant={isAside ? 'default' : 'filled'} onClick={start}>
      {port === null ? t('frame.startAgain') : t('frame.usePort', { port })}
    </Button>
  );
}
