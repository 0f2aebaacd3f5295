import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { stepCurves } from './chart-data.ts';
import { TableBox } from './TableBox.tsx';

/** Median time of each sampling step: what the curves show. */
export function StepTable({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t } = useWords();
  const curves = stepCurves(run, samples);
  const longest = Math.max(...curves.map(({ values }) => values.length));
  if (longest === 0) return null;
  const head = [
    { name: t('benchmarks.charts.stepsAxis'), isNumber: true },
    ...curves.map(({ name }) => ({ name, isNumber: true })),
  ];
  return (
    <TableBox title={t('benchmarks.charts.steps')} head={head} isFolded>
      {Array.from({ length: longest }, (_, step) => step + 1).map((step) => (
        <tr key={step}>
          <th scope="row" data-number>
            {step}
          </th>
          {curves.map(({ name, values }) => {
            const ms = values[step - 1];
            return (
              <td key={name} data-number>
                {ms === undefined ? '–' : `${ms.toFixed(1)} ms`}
              </td>
            );
          })}
        </tr>
      ))}
    </TableBox>
  );
}
