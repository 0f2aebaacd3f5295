import type { BenchmarkRun, BenchmarkSample } from '../../../../shared/benchmark.ts';
import type { HistoryPoint } from '../../../../shared/benchmark-outlook.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { memorySeries, nodeTimes, stepCurves, timeSeries } from '../chart-data.ts';
import { runFileName } from '../run-file-name.ts';
import { runTitle } from '../run-title.ts';
import classes from './charts.module.css';
import { HistoryChart } from './HistoryChart.tsx';
import { MemoryChart } from './MemoryChart.tsx';
import { NodesChart } from './NodesChart.tsx';
import { StepsChart } from './StepsChart.tsx';
import { TimesChart } from './TimesChart.tsx';

interface RunChartsProps {
  run: BenchmarkRun;
  samples: readonly BenchmarkSample[];
  /** Runs of the same work, this one among them. */
  history: readonly HistoryPoint[];
}

/** Every chart of a run; what was not measured has none. */
export function RunCharts({ run, samples, history }: RunChartsProps) {
  const { t } = useWords();
  const times = timeSeries(run, samples);
  const curves = stepCurves(run, samples);
  const nodes = nodeTimes(run, samples);
  const memory = memorySeries(run, samples);
  const hasTimes = times.some(({ points }) => points.length > 0);
  const hasHistory = new Set(history.map((point) => point.run)).size > 1;
  const about = runTitle(t, run);
  const file = (kind: string): string => runFileName(run, kind);
  return (
    <div className={classes.grid}>
      {hasTimes && (
        <div data-wide>
          <TimesChart series={times} about={about} fileName={file('times')} title={t('benchmarks.charts.times')} />
        </div>
      )}
      {curves.some(({ values }) => values.length > 0) && <StepsChart curves={curves} about={about} fileName={file('steps')} />}
      {nodes.nodes.length > 0 && <NodesChart times={nodes} about={about} fileName={file('nodes')} />}
      {memory.some(({ values }) => values.length > 0) && <MemoryChart series={memory} about={about} fileName={file('memory')} />}
      {hasHistory && <HistoryChart history={history} about={about} fileName={file('history')} />}
    </div>
  );
}
