import { median } from '../../../../shared/stats.ts';
import { useWords } from '../../../i18n/use-words.ts';
import type { Curve } from '../chart-data.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LineSign } from './LineSign.tsx';
import { roundTicks } from './look.ts';
import { NumberedLines } from './NumberedLines.tsx';

/** How long each sampling step takes, from zero, a line for each configuration. */
export function StepsChart({ curves, about, fileName }: { curves: readonly Curve[]; about: string; fileName: string }) {
  const { t, format } = useWords();
  const longest = Math.max(...curves.map(({ values }) => values.length));
  const ticks = roundTicks(Math.max(...curves.flatMap(({ values }) => values)));
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
      <NumberedLines
        series={curves}
        ticks={ticks}
        axis={t('benchmarks.charts.stepsAxis')}
        unit={t('benchmarks.charts.stepsUnit')}
        dot={longest < 3}
      />
    </ChartFrame>
  );
}
