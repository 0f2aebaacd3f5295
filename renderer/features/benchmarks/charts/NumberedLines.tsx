import { CartesianGrid, Line, LineChart, type LineProps, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { axisText, lineLook, valueAxis } from './look.ts';

/** Values in the order that they came in, from zero, numbered from 1, a line for each configuration. */
export function NumberedLines({
  series,
  ticks,
  axis,
  unit,
  dot,
}: {
  series: readonly { name: string; values: readonly number[] }[];
  ticks: number[];
  /** What the numbers count, and what the values are. */
  axis: string;
  unit: string;
  dot: NonNullable<LineProps['dot']>;
}) {
  const longest = Math.max(...series.map(({ values }) => values.length));
  const rows = Array.from({ length: longest }, (_, index) => ({
    number: index + 1,
    ...Object.fromEntries(series.map(({ values }, place) => [String(place), values[index] ?? null])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={rows} margin={{ top: 8, right: 16, bottom: 18, left: 8 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="number"
          type="number"
          domain={[1, Math.max(2, longest)]}
          allowDecimals={false}
          tick={axisText}
          stroke="var(--line)"
          label={{ value: axis, position: 'insideBottom', offset: -12, ...axisText }}
        />
        <YAxis {...valueAxis(ticks, unit)} />
        {series.map(({ name }, place) => (
          <Line key={name} {...lineLook(place)} dot={dot} />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
