import type { EngineMemory } from '../../../shared/engine.ts';
import type { EngineLoad } from '../../../shared/engine-load.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './EngineMonitor.module.css';
import { LoadChart } from './LoadChart.tsx';
import { loadSeries } from './load-series.ts';
import { useLoadWatch } from './use-load-watch.ts';

const noLoads: readonly EngineLoad[] = [];
const noMemory: readonly EngineMemory[] = [];

/** Processor, memory and card of an engine, live while this is open; what cannot be read on this machine is not there. */
export function EngineMonitor({ id }: { id: string }) {
  const { t } = useWords();
  useLoadWatch(id);
  const loads = useHearth((state) => state.loadTrail[id]) ?? noLoads;
  const memory = useHearth((state) => state.memoryTrail[id]) ?? noMemory;
  const series = loadSeries(loads, memory);
  if (series.length === 0) return <EmptyState title={t('enginePast.monitor.none')} hint={t('enginePast.monitor.noneHint')} />;
  return (
    <div className={classes.grid}>
      {series.map((one) => (
        <LoadChart key={`${one.kind} ${one.card ?? ''}`} series={one} />
      ))}
    </div>
  );
}
