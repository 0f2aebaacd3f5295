import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { median } from '../../../shared/stats.ts';
import { useWords } from '../../i18n/use-words.ts';
import { memorySeries } from './chart-data.ts';
import { sampleKind } from './sample-kind.ts';
import { shareWords } from './share-words.ts';
import { TableBox } from './TableBox.tsx';
import { timeWords } from './verdict-words.ts';

/** Each configuration in numbers: what the bars show. */
export function CellTable({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t, format } = useWords();
  const time = (ms: number | null | undefined): string => (ms == null ? '–' : timeWords(t, ms));
  const memory = memorySeries(run, samples);
  const head = [
    { name: t('benchmarks.table.configuration') },
    { name: t('benchmarks.table.median'), isNumber: true },
    { name: t('benchmarks.table.deviation'), isNumber: true },
    { name: t('benchmarks.table.compared'), isNumber: true },
    { name: t('benchmarks.table.step'), isNumber: true },
    { name: t('benchmarks.table.load'), isNumber: true },
    { name: t(memory[0]?.kind === 'vram' ? 'benchmarks.table.memory' : 'benchmarks.table.ram'), isNumber: true },
    { name: t('benchmarks.table.counted'), isNumber: true },
    { name: t('benchmarks.table.other') },
  ];
  return (
    <TableBox title={t('benchmarks.table.cells')} head={head}>
      {run.cells.map((cell, place) => {
        const mine = samples.filter((sample) => sample.cell === place);
        const discarded = mine.filter((sample) => sampleKind(sample) === 'discarded').length;
        // Models are loaded in warm-ups, unless every run is cold.
        const loads = mine.flatMap(({ loadMs, outcome }) => (outcome === 'ok' && loadMs !== null ? [loadMs] : []));
        const peak = memory[place]?.values ?? [];
        const ratio = run.comparisons[place - 1]?.ratio;
        const others = [
          cell.failures > 0 ? t('benchmarks.table.failed', { count: cell.failures }) : '',
          discarded > 0 ? t('benchmarks.table.discarded', { count: discarded }) : '',
          cell.outliers.length > 0 ? t('benchmarks.table.outliers', { count: cell.outliers.length }) : '',
        ].filter((text) => text !== '');
        return (
          <tr key={cell.configuration}>
            <th scope="row">{cell.configuration}</th>
            <td data-number>{time(cell.medianMs)}</td>
            <td data-number>{cell.deviationMs === null || cell.counted < 2 ? '–' : `± ${time(cell.deviationMs)}`}</td>
            <td data-number>
              {place === 0 ? t('benchmarks.table.reference') : ratio == null ? '–' : shareWords(ratio - 1, true)}
            </td>
            <td data-number>
              {cell.stepMs === null ? '–' : `${format.number(Number(cell.stepMs.toFixed(cell.stepMs < 100 ? 1 : 0)))} ms`}
            </td>
            <td data-number>{loads.length > 0 ? time(median(loads)) : '–'}</td>
            <td data-number>{peak.length > 0 ? `${format.gib(Math.max(...peak))} GB` : '–'}</td>
            <td data-number>{format.number(cell.counted)}</td>
            <td>{others.length > 0 ? others.join(', ') : '–'}</td>
          </tr>
        );
      })}
    </TableBox>
  );
}
