import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { median } from '../../../../shared/stats.ts';
import { useWords } from '../../../i18n/use-words.ts';
import type { Curve } from '../chart-data.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LineSign } from './LineSign.tsx';
import { axisText, colourOf, dashOf, roundTicks } from './look.ts';

/** How long each sampling step takes, from zero, a line for each configuration. */
export function StepsChart({ curves, about, fileName }: { curves: readonly Curve[]; about: string; fileName: string }) {
  const { t, format } = useWords();
  const longest = Math.max(...curves.map(({ values }) => values.length));
  const ticks = roundTicks(Math.max(...curves.flatMap(({ values }) => values)));
  const rows = Array.from({ length: longest }, (_, step) => ({
    step: step + 1,
    ...Object.fromEntries(curves.map(({ values }, place) => [String(place), values[step] ?? null])),
  }));
  const parts = curves.flatMap(({ name, values }) =>
    values.length === 0
      ? []
      : [
          t('benchmarks.charts.stepsPart', {
            name,
            count: values.length,
            time: `${format.number(Math.round(median(values)))} ms`,
          }),
        ],
  );
  return (
    <ChartFrame
      title={t('benchmarks.charts.steps')}
      label={t('benchmarks.charts.stepsLabel', { parts: parts.join(' ') })}
      about={about}
      fileName={fileName}
      height={220}
      legend={curves.map(({ name }, place) => ({ name, sign: <LineSign place={place} /> }))}
    >
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} margin={{ top: 8, right: 16, bottom: 18, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="step"
            type="number"
            domain={[1, Math.max(2, longest)]}
            allowDecimals={false}
            tick={axisText}
            stroke="var(--line)"
            label={{ value: t('benchmarks.charts.stepsAxis'), position: 'insideBottom', offset: -12, ...axisText }}
          />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            width={54}
            tick={axisText}
            stroke="var(--line)"
            label={{
              value: t('benchmarks.charts.stepsUnit'),
              angle: -90,
              position: 'insideLeft',
              style: { textAnchor: 'middle' },
              ...axisText,
            }}
          />
          {curves.map(({ name }, place) => (
            <Line
              key={name}
              dataKey={String(place)}
              stroke={colourOf(place)}
              strokeWidth={2}
              strokeDasharray={dashOf(place)}
              dot={longest < 3}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
