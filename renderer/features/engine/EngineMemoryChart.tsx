import { Group, Text, Title } from '@mantine/core';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { EngineMemory } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './EngineScreen.module.css';

const gib = 1024 ** 3;
const noReadings: readonly EngineMemory[] = [];

interface Point {
  at: number;
  vram: number | null;
  ram: number | null;
}

const usedGib = (total: number | null, free: number | null): number | null =>
  total === null || free === null || total === 0 ? null : (total - free) / gib;

/** Memory in use over the readings of this page's life, with its unit on the axis and the newest values in words. */
export function EngineMemoryChart({ id }: { id: string }) {
  const { t, format } = useWords();
  const trail = useHearth((state) => state.memoryTrail[id]) ?? noReadings;
  const last = trail.at(-1);
  if (!last) return <EmptyState title={t('engine.memory.none')} hint={t('engine.memory.noneHint')} />;
  const points: Point[] = trail.map((reading) => ({
    at: Date.parse(reading.at),
    vram: usedGib(reading.vramTotalBytes, reading.vramFreeBytes),
    ram: usedGib(reading.ramTotalBytes, reading.ramFreeBytes),
  }));
  const now = points.at(-1);
  const words = (kind: string, used: number | null | undefined, total: number | null): string =>
    used === null || used === undefined || total === null
      ? ''
      : t('engine.memory.of', { kind, used: used.toFixed(1), total: format.gib(total) });
  const vramWords = words(t('engine.memory.vram'), now?.vram, last.vramTotalBytes);
  const ramWords = words(t('engine.memory.ram'), now?.ram, last.ramTotalBytes);
  const most = Math.max(last.vramTotalBytes ?? 0, last.ramTotalBytes ?? 0) / gib;
  return (
    <>
      <Title order={2}>{t('engine.memory.title')}</Title>
      <Group gap="lg" mt="xs">
        {vramWords && (
          <Text size="sm" c="var(--tone-busy)">
            ━ {vramWords}
          </Text>
        )}
        {ramWords && (
          <Text size="sm" c="var(--ansi-cyan)">
            ╍ {ramWords}
          </Text>
        )}
      </Group>
      <div
        className={classes.chart}
        role="img"
        aria-label={t('engine.memory.chart', { words: [vramWords, ramWords].filter(Boolean).join(', ') })}
      >
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={points} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="at"
              type="number"
              scale="time"
              domain={['dataMin', 'dataMax']}
              tickFormatter={(at: number) => format.timeOfDay(new Date(at).toISOString())}
              tick={{ fill: 'var(--tone-idle)', fontSize: 12 }}
              stroke="var(--line)"
              minTickGap={60}
            />
            <YAxis
              domain={[0, Math.ceil(most)]}
              unit={` ${t('engine.memory.unit')}`}
              width={64}
              tick={{ fill: 'var(--tone-idle)', fontSize: 12 }}
              stroke="var(--line)"
            />
            <Line dataKey="vram" stroke="var(--tone-busy)" strokeWidth={2} dot={false} isAnimationActive={false} />
            <Line
              dataKey="ram"
              stroke="var(--ansi-cyan)"
              strokeWidth={2}
              strokeDasharray="5 4"
              dot={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </>
  );
}
