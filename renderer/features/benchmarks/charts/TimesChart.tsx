import { useId } from 'react';
import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, usePlotArea, XAxis, YAxis } from 'recharts';
import { useWords } from '../../../i18n/use-words.ts';
import type { TimeSeries } from '../chart-data.ts';
import { secondsWords } from '../share-words.ts';
import { timeWords } from '../verdict-words.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { Hatches } from './Hatches.tsx';
import { colourOf, lyingValueAxis, roundTicks } from './look.ts';

interface TimesChartProps {
  series: readonly TimeSeries[];
  about: string;
  fileName: string;
  title: string;
}

const rowHeight = 72;
const barHeight = 22;
/** Of a row: its bar lies above its marks. */
const barPlace = -0.16;
const marksPlace = 0.2;
/** Marks of a row lie on so many lines, so that they hide each other less. */
const lanes = 5;
const laneHeight = 0.05;

/** Medians as bars from zero with their deviation, and every run as a mark. */
export function TimesChart({ series, about, fileName, title }: TimesChartProps) {
  const { t } = useWords();
  const prefix = useId();
  const ticks = roundTicks(
    Math.max(...series.flatMap(({ points, medianMs }) => [...points.map(({ ms }) => ms), medianMs ?? 0])) / 1000,
  );
  const label = t('benchmarks.charts.timesLabel', {
    parts: series
      .flatMap(({ name, medianMs, points }) => {
        if (medianMs === null) return [];
        const times = points.map(({ ms }) => ms);
        const [low, high] = [Math.min(...times), Math.max(...times)];
        const words = { name, time: timeWords(t, medianMs), count: points.length };
        return [t('benchmarks.charts.timesPart', { ...words, low: timeWords(t, low), high: timeWords(t, high) })];
      })
      .join(' '),
  });
  const bars = series.flatMap(({ medianMs, deviationMs }, y) =>
    medianMs === null ? [] : [{ x: medianMs / 1000, y: y + barPlace, place: y, spread: (deviationMs ?? 0) / 1000 }],
  );
  const dots = series.flatMap(({ points }, y) =>
    points.map(({ ms, isOutlier }, place) => ({
      x: ms / 1000,
      y: y + marksPlace + ((place % lanes) - (lanes - 1) / 2) * laneHeight,
      place: y,
      isOutlier,
    })),
  );
  const nameOf = (place: number): string => series[place]?.name ?? '';
  return (
    <ChartFrame
      title={title}
      hint={t('benchmarks.charts.timesHint')}
      label={label}
      about={about}
      fileName={fileName}
      height={series.length * rowHeight + 46}
    >
      <ResponsiveContainer width="100%" height="100%">
        <ScatterChart margin={{ top: 4, right: 84, bottom: 18, left: 4 }} accessibilityLayer={false}>
          <Hatches prefix={prefix} count={series.length} />
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis dataKey="x" {...lyingValueAxis(ticks, t('benchmarks.charts.timesAxis'))} />
          <YAxis
            type="number"
            dataKey="y"
            domain={[-0.5, series.length - 0.5]}
            ticks={series.map((_, place) => place)}
            interval={0}
            reversed
            width={168}
            tick={<NameTick nameOf={nameOf} />}
            tickLine={false}
            stroke="var(--tone-idle)"
          />
          <Scatter data={bars} shape={<Bar prefix={prefix} />} isAnimationActive={false} />
          <Scatter data={dots} shape={<Dot />} isAnimationActive={false} />
        </ScatterChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

interface ShapeProps {
  cx?: number;
  cy?: number;
  payload?: { x: number; y: number; place?: number; spread?: number; isOutlier?: boolean };
}

/** From zero to the median, with the deviation to both sides and the number beside it. */
function Bar({ cx = 0, cy = 0, payload, prefix }: ShapeProps & { prefix: string }) {
  const { t } = useWords();
  const area = usePlotArea();
  if (!payload || !area) return null;
  const { place = 0 } = payload;
  const width = Math.max(0, cx - area.x);
  const spread = payload.x > 0 ? ((payload.spread ?? 0) / payload.x) * width : 0;
  const colour = colourOf(place);
  const text = t('benchmarks.seconds', { value: secondsWords(payload.x * 1000) });
  const end = area.x + area.width + 8;
  return (
    <g>
      <rect
        x={area.x}
        y={cy - barHeight / 2}
        width={width}
        height={barHeight}
        fill={`url(#${prefix}-${place})`}
        stroke={colour}
        strokeWidth={1}
      />
      <path
        d={`M${cx - spread} ${cy} H${cx + spread} M${cx - spread} ${cy - 5} v10 M${cx + spread} ${cy - 5} v10`}
        stroke="var(--mantine-color-text)"
        strokeWidth={1.5}
        fill="none"
      />
      <path d={`M${cx} ${cy - barHeight / 2 - 3} v${barHeight + 6}`} stroke="var(--mantine-color-text)" strokeWidth={1.5} />
      <text x={end} y={cy + 5} fontSize={13} fontWeight={600} fill="var(--mantine-color-text)">
        {text}
      </text>
    </g>
  );
}

/** One run: a disc, or a ring where it stands apart. */
function Dot({ cx = 0, cy = 0, payload }: ShapeProps) {
  const colour = colourOf(payload?.place ?? 0);
  return (
    <circle
      cx={cx}
      cy={cy}
      r={3.5}
      fill={payload?.isOutlier ? 'none' : colour}
      stroke={payload?.isOutlier ? colour : 'var(--surface-raised)'}
      strokeWidth={payload?.isOutlier ? 2 : 1}
    />
  );
}

/** A name in at most two lines, cut where it is longer still. */
function NameTick({
  x = 0,
  y = 0,
  payload,
  nameOf,
}: {
  x?: number;
  y?: number;
  payload?: { value: number };
  nameOf: (place: number) => string;
}) {
  const lines = foldName(nameOf(payload?.value ?? 0));
  return (
    <text x={x - 4} y={y + 4 - (lines.length - 1) * 8} textAnchor="end" fontSize={12} fill="var(--mantine-color-text)">
      {lines.map((line, place) => (
        <tspan key={line} x={x - 4} dy={place === 0 ? 0 : 16}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

const longestLine = 24;

/** Pure. */
const foldName = (name: string): string[] => {
  if (name.length <= longestLine) return [name];
  const blank = name.lastIndexOf(' ', longestLine);
  const cut = blank > 6 ? blank : longestLine;
  const rest = name.slice(cut).trim();
  return [name.slice(0, cut), rest.length > longestLine ? `${rest.slice(0, longestLine - 1)}…` : rest];
};
