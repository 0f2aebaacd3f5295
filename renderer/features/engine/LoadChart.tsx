import { Text } from '@mantine/core';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './EngineMonitor.module.css';
import type { LoadSeries } from './load-series.ts';
import { loadWords } from './load-words.ts';

const axis = { fill: 'var(--tone-idle)', fontSize: 11 };

/** One small live chart: its name, the newest value in words, the last minutes. */
export function LoadChart({ series }: { series: LoadSeries }) {
  const { t, format } = useWords();
  const words = loadWords(t, format, series);
  return (
    <section className={classes.card} aria-label={words.title}>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          {words.title}
        </Text>
        <Text fw={600}>{words.now}</Text>
      </div>
      <div
        className={classes.chart}
        role="img"
        aria-label={t('enginePast.monitor.chart', { what: words.title, value: words.now })}
      >
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart data={[...series.points]} margin={{ top: 6, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="at"
              type="number"
              scale="time"
              domain={['dataMin', 'dataMax']}
              tickFormatter={(at: number) => format.timeOfDay(new Date(at).toISOString())}
              tick={axis}
              stroke="var(--line)"
              minTickGap={80}
              height={20}
            />
            <YAxis
              domain={[0, words.top]}
              tickFormatter={words.tick}
              width={58}
              tick={axis}
              stroke="var(--line)"
              ticks={[0, words.top / 2, words.top]}
            />
            <Area
              dataKey="value"
              stroke="var(--tone-busy)"
              strokeWidth={1.5}
              fill="var(--tone-busy)"
              fillOpacity={0.14}
              dot={false}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      {words.machine !== null && (
        <Text size="xs" c="dimmed">
          {words.machine}
        </Text>
      )}
    </section>
  );
}
