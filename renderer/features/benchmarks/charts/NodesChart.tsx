import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { useWords } from '../../../i18n/use-words.ts';
import { type NodeTimes, otherNodes } from '../chart-data.ts';
import { timeWords } from '../verdict-words.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { Hatches } from './Hatches.tsx';
import { axisText, colourOf, lyingValueAxis, roundTicks } from './look.ts';

/** Median time in each node, one bar for each configuration. */
export function NodesChart({ times: { nodes, rows }, about, fileName }: { times: NodeTimes; about: string; fileName: string }) {
  const { t } = useWords();
  const prefix = useId();
  const nameOf = (name: string): string => (name === otherNodes ? t('benchmarks.charts.others') : name);
  const sums = rows.map(({ msOf }) => Object.values(msOf).reduce((sum, ms) => sum + ms, 0));
  const ticks = roundTicks(Math.max(...sums) / 1000);
  const parts = rows.map(({ name, msOf }) =>
    t('benchmarks.charts.nodesPart', {
      name,
      nodes: nodes.map((node) => `${nameOf(node.name)} ${timeWords(t, msOf[node.id] ?? 0)}`).join(', '),
    }),
  );
  const data = rows.map(({ name, msOf }) => ({
    name,
    ...Object.fromEntries(nodes.map(({ id }, place) => [String(place), (msOf[id] ?? 0) / 1000])),
  }));
  return (
    <ChartFrame
      title={t('benchmarks.charts.nodes')}
      label={t('benchmarks.charts.nodesLabel', { parts: parts.join(' ') })}
      about={about}
      fileName={fileName}
      height={Math.max(150, rows.length * 44 + 46)}
      legend={nodes.map(({ id, name }, place) => ({
        name: nodes.some((other) => other.id !== id && other.name === name) ? `${nameOf(name)} (${id})` : nameOf(name),
        sign: <rect width={20} height={11} y={0.5} x={0.5} fill={`url(#${prefix}-${place})`} stroke={colourOf(place)} />,
      }))}
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} layout="vertical" margin={{ top: 4, right: 16, bottom: 18, left: 4 }} accessibilityLayer={false}>
          <Hatches prefix={prefix} count={nodes.length} />
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis {...lyingValueAxis(ticks, t('benchmarks.charts.timesAxis'))} />
          <YAxis
            type="category"
            dataKey="name"
            width={120}
            tick={{ ...axisText, fill: 'var(--mantine-color-text)' }}
            stroke="var(--tone-idle)"
            tickLine={false}
          />
          {nodes.map(({ id }, place) => (
            <Bar
              key={id}
              dataKey={String(place)}
              stackId="nodes"
              fill={`url(#${prefix}-${place})`}
              stroke={colourOf(place)}
              barSize={24}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
