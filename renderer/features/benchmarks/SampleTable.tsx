import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { timeOf } from '../../../shared/counted-samples.ts';
import { useWords } from '../../i18n/use-words.ts';
import { sampleKind } from './sample-kind.ts';
import { TableBox } from './TableBox.tsx';
import { timeWords } from './verdict-words.ts';

/** Every sample as it was measured, with why it does not count. */
export function SampleTable({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t, format, say } = useWords();
  const time = (ms: number | null): string => (ms === null ? '–' : timeWords(t, ms));
  const head = [
    { name: t('benchmarks.table.number'), isNumber: true },
    { name: t('benchmarks.table.block'), isNumber: true },
    { name: t('benchmarks.table.configuration') },
    { name: t('benchmarks.table.kind') },
    { name: t('benchmarks.table.time'), isNumber: true },
    { name: t('benchmarks.table.wall'), isNumber: true },
    { name: t('benchmarks.table.seed'), isNumber: true },
    { name: t('benchmarks.table.note') },
  ];
  return (
    <TableBox title={t('benchmarks.table.samples')} head={head} isFolded>
      {samples.map((sample) => {
        const { number, block, cell, seed, wallMs, discarded, problem } = sample;
        const isOutlier = run.cells[cell]?.outliers.includes(number) ?? false;
        const notes = [
          problem ? say(problem) : '',
          discarded === null ? '' : t(`benchmarks.table.${discarded}`),
          isOutlier ? t('benchmarks.table.outlier') : '',
        ].filter((text) => text !== '');
        return (
          <tr key={number}>
            <td data-number>{format.number(number + 1)}</td>
            <td data-number>{format.number(block)}</td>
            <th scope="row">{run.cells[cell]?.configuration}</th>
            <td>{t(`benchmarks.table.kinds.${sampleKind(sample)}`)}</td>
            <td data-number>{time(timeOf(sample, run.measure))}</td>
            <td data-number>{time(wallMs)}</td>
            <td data-number>{seed ?? '–'}</td>
            <td>{notes.join(' ')}</td>
          </tr>
        );
      })}
    </TableBox>
  );
}
