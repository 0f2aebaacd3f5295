import type { Engine } from '../../shared/engine.ts';
import { useWords } from '../i18n/use-words.ts';
import { StateBadge, type Tone } from './StateBadge.tsx';
import { useNow } from './use-now.ts';

const tones: Record<Engine['state'], Tone> = {
  stopped: 'off',
  starting: 'busy',
  ready: 'good',
  unresponsive: 'warn',
  stopping: 'busy',
  backoff: 'warn',
  failed: 'bad',
};

interface EngineStateBadgeProps {
  engine: Engine;
  /** Whether a job is in its hands. */
  isWorking: boolean;
}

/** An engine's state in words; a countdown while it waits for its next try. */
export function EngineStateBadge({ engine, isWorking }: EngineStateBadgeProps) {
  const { t, format } = useWords();
  const isCounting = engine.state === 'backoff' && engine.retryAt !== null;
  const now = useNow(1_000, isCounting);
  const tone = isWorking && engine.state === 'ready' ? 'busy' : tones[engine.state];
  const word =
    isCounting && engine.retryAt !== null
      ? t('common.engineState.backoffIn', { time: format.seconds(Math.max(0, Date.parse(engine.retryAt) - now)) })
      : t(`common.engineState.${isWorking && engine.state === 'ready' ? 'working' : engine.state}`);
  return <StateBadge tone={tone}>{word}</StateBadge>;
}
