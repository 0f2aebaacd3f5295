import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { useWords } from '../../../i18n/use-words.ts';
import type { MemorySeries } from '../chart-data.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LineSign } from './LineSign.tsx';
import { axisText, colourOf, dashOf, roundTicks } from './look.ts';

const gib = (bytes: number): number => bytes / 1024 ** 3;

/** Highest memory of each run, from zero, a line for each configuration. */
export function MemoryChart({ series, about, fileName }: { series: readonly MemorySeries[]; about: string; fileName: string }) {
  const { t, format } = useWords();
  const longest = Math.max(...series.map(({ values }) => values.length));
  const ticks = roundTicks(Math.max(...series.flatMap(({ values }) => values.map(gib))));
  const kind = t(`benchmarks.charts.memoryKinds.${series[0]?.kind ?? 'ram'}`);
  const rows = Array.from({ length: longest }, (_, run) => ({
    run: run + 1,
    ...Object.fromEntries(
      series.map(({ values }, place) => [String(place), values[run] === undefined ? null : gib(values[run])]),
    ),
  }));
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
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} margin={{ top: 8, right: 16, bottom: 18, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="run"
            type="number"
            domain={[1, Math.max(2, longest)]}
            allowDecimals={false}
            tick={axisText}
            stroke="var(--line)"
            label={{ value: t('benchmarks.charts.memoryAxis'), position: 'insideBottom', offset: -12, ...axisText }}
          />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            width={54}
            tick={axisText}
            stroke="var(--line)"
            label={{
              value: t('benchmarks.charts.memoryUnit'),
              angle: -90,
              position: 'insideLeft',
              style: { textAnchor: 'middle' },
              ...axisText,
            }}
          />
          {series.map(({ name }, place) => (
            <Line
              key={name}
              dataKey={String(place)}
              stroke={colourOf(place)}
              strokeWidth={2}
              strokeDasharray={dashOf(place)}
              dot={{ r: 2.5, strokeDasharray: '0' }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
