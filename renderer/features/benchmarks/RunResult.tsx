import { lazy, Suspense } from 'react';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { BlockStrip } from './BlockStrip.tsx';
import { CellTable } from './CellTable.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { NodeTable } from './NodeTable.tsx';
import { PromptTable } from './PromptTable.tsx';
import classes from './run.module.css';
import { SampleTable } from './SampleTable.tsx';
import { StepTable } from './StepTable.tsx';
import { VerdictPanel } from './VerdictPanel.tsx';

const RunCharts = lazy(async () => ({ default: (await import('./charts/RunCharts.tsx')).RunCharts }));

/** A run that is over: its verdict, the charts, the same as numbers, and how the configurations differ. */
export function RunResult({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t } = useWords();
  // A name that was changed is no reason to ask again.
  const { data } = useAsk('benchmarks.history', run.plan, run.state);
  const history = data?.points ?? [];
  const hasSamples = samples.length > 0;
  return (
    <>
      {run.problem && <ErrorNotice error={run.problem} at={run.endedAt ?? run.startedAt} />}
      <VerdictPanel run={run} samples={samples} />
      {run.differences.length > 0 && <PromptTable run={run} />}
      {hasSamples && (
        <section aria-label={t('benchmarks.charts.title')}>
          <Suspense fallback={<div className={classes.chartSpace} />}>
            <RunCharts run={run} samples={samples} history={history} />
          </Suspense>
        </section>
      )}
      {hasSamples && <CellTable run={run} samples={samples} />}
      <DifferenceTable run={run} />
      {hasSamples && <StepTable run={run} samples={samples} />}
      {hasSamples && <NodeTable run={run} samples={samples} />}
      <HistoryTable history={history} current={run.id} />
      <BlockStrip run={run} samples={samples} />
      {hasSamples && <SampleTable run={run} samples={samples} />}
    </>
  );
}
