import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { nodeTimes, otherNodes } from './chart-data.ts';
import { TableBox } from './TableBox.tsx';
import { timeWords } from './verdict-words.ts';

/** Median time in each node: what the stacked bars show. */
export function NodeTable({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t } = useWords();
  const { nodes, rows } = nodeTimes(run, samples);
  if (nodes.length === 0) return null;
  const head = [{ name: t('benchmarks.table.node') }, ...rows.map(({ name }) => ({ name, isNumber: true }))];
  return (
    <TableBox title={t('benchmarks.charts.nodes')} head={head} isFolded>
      {nodes.map(({ id, name }) => (
        <tr key={id}>
          <th scope="row">{name === otherNodes ? t('benchmarks.charts.others') : `${name} (${id})`}</th>
          {rows.map((row) => (
            <td key={row.name} data-number>
              {timeWords(t, row.msOf[id] ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </TableBox>
  );
}
