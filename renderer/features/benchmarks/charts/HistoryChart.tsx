import { CartesianGrid, ErrorBar, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { HistoryPoint } from '../../../../shared/benchmark-outlook.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { historyLines } from '../chart-data.ts';
import { timeWords } from '../verdict-words.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LineSign } from './LineSign.tsx';
import { axisText, colourOf, lineLook, roundTicks, valueAxis } from './look.ts';

/** Medians of every run of the same work, in the order of the runs, with the version that was measured. */
export function HistoryChart({
  history,
  about,
  fileName,
}: {
  history: readonly HistoryPoint[];
  about: string;
  fileName: string;
}) {
  const { t, format } = useWords();
  const { runs, lines } = historyLines(history);
  const ticks = roundTicks(Math.max(...history.map(({ medianMs, deviationMs }) => medianMs + deviationMs)) / 1000);
  const rows = runs.map((run) => {
    const points = history.filter((point) => point.run === run);
    const at = points[0]?.at ?? '';
    const versions = [...new Set(points.flatMap(({ version }) => version ?? []))].join(' / ');
    return {
      label: `${versions} · ${format.shortDay(at)}`.replace(/^ · /, ''),
      ...Object.fromEntries(
        lines.flatMap(({ name }, place) => {
          const point = points.find(({ configuration }) => configuration === name);
          return point
            ? [[String(place), point.medianMs / 1000] as const, [`${place} spread`, point.deviationMs / 1000] as const]
            : [];
        }),
      ),
    };
  });
  const parts = lines.map(({ name, points }) =>
    t('benchmarks.charts.historyPart', {
      name,
      points: points
        .map(({ version, at, medianMs }) =>
          t('benchmarks.charts.historyPoint', { version: version ?? '', day: format.shortDay(at), time: timeWords(t, medianMs) }),
        )
        .join(', '),
    }),
  );
  return (
    <ChartFrame
      title={t('benchmarks.charts.history')}
      hint={t('benchmarks.charts.historyHint')}
      label={t('benchmarks.charts.historyLabel', { parts: parts.join(' ') })}
      about={about}
      fileName={fileName}
      height={220}
      legend={lines.map(({ name }, place) => ({ name, sign: <LineSign place={place} /> }))}
    >
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} margin={{ top: 8, right: 24, bottom: 4, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="label" tick={axisText} stroke="var(--line)" padding={{ left: 40, right: 40 }} allowDuplicatedCategory />
          <YAxis {...valueAxis(ticks, t('benchmarks.charts.timesAxis'))} />
          {lines.map(({ name }, place) => (
            <Line key={name} {...lineLook(place)} dot={{ r: 3, strokeDasharray: '0' }} connectNulls>
              <ErrorBar dataKey={`${place} spread`} width={4} strokeWidth={1.5} stroke={colourOf(place)} direction="y" />
            </Line>
          ))}
        </LineChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
