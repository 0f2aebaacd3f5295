import { useWords } from '../../../i18n/use-words.ts';
import type { MemorySeries } from '../chart-data.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LineSign } from './LineSign.tsx';
import { roundTicks } from './look.ts';
import { NumberedLines } from './NumberedLines.tsx';

const gib = (bytes: number): number => bytes / 1024 ** 3;

/** Highest memory of each run, from zero, a line for each configuration. */
export function MemoryChart({ series, about, fileName }: { series: readonly MemorySeries[]; about: string; fileName: string }) {
  const { t, format } = useWords();
  const ticks = roundTicks(Math.max(...series.flatMap(({ values }) => values.map(gib))));
  const kind = t(`benchmarks.charts.memoryKinds.${series[0]?.kind ?? 'ram'}`);
  const parts = series.flatMap(({ name, values }) =>
    values.length === 0 ? [] : [t('benchmarks.charts.memoryPart', { name, kind, most: format.gib(Math.max(...values)) })],
  );
  return (
    <ChartFrame
      title={`${t('benchmarks.charts.memory')} (${kind})`}
      label={t('benchmarks.charts.memoryLabel', { parts: parts.join(' ') })}
      about={about}
      fileName={fileName}
      height={220}
      legend={series.map(({ name }, place) => ({ name, sign: <LineSign place={place} /> }))}
    >
      <NumberedLines
        series={series.map(({ name, values }) => ({ name, values: values.map(gib) }))}
        ticks={ticks}
        axis={t('benchmarks.charts.memoryAxis')}
        unit={t('benchmarks.charts.memoryUnit')}
        dot={{ r: 2.5, strokeDasharray: '0' }}
      />
    </ChartFrame>
  );
}
