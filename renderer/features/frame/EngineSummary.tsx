import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { isEngineWorking } from '../../store/working.ts';
import { cardName } from '../../ui/device-name.ts';
import { EngineStateBadge } from '../../ui/EngineStateBadge.tsx';
import { engineName } from '../../ui/engine-name.ts';
import { MemoryGauge } from './MemoryGauge.tsx';
import classes from './StatusBar.module.css';

interface EngineSummaryProps {
  id: string;
  /** One engine has room for its version, card and memory; several show their names. */
  isAlone: boolean;
}

/** One engine in words, a click away from its screen. */
export function EngineSummary({ id, isAlone }: EngineSummaryProps) {
  const { t, format } = useWords();
  const engine = useHearth((state) => state.engines[id]);
  const isWorking = useHearth(isEngineWorking(id));
  const memory = useHearth((state) => state.memory[id]);
  if (!engine) return null;
  const { device, vramMb } = engine.bootFacts;
  const isUp = engine.state === 'ready' || engine.state === 'unresponsive';
  const card = device === null ? null : cardName(device, vramMb);
  const facts = isAlone
    ? [engineName(t, engine), isUp && engine.version, isUp && card].filter((fact): fact is string => typeof fact === 'string')
    : [engineName(t, engine)];
  return (
    <>
      <a className={classes.engine} href={placeOf({ screen: 'engine', id })}>
        <EngineStateBadge engine={engine} isWorking={isWorking} />
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </a>
      {isAlone && isUp && memory && <MemoryGauge memory={memory} format={format} />}
    </>
  );
}
