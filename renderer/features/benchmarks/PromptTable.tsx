import type { BenchmarkRun } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { TableBox } from './TableBox.tsx';

/** Inputs in which the prompts differ, so that nothing can be compared. */
export function PromptTable({ run }: { run: BenchmarkRun }) {
  const { t } = useWords();
  const first = run.cells[0]?.configuration ?? '';
  const others = [...new Set(run.differences.map(({ configuration }) => configuration))];
  const head = [{ name: t('benchmarks.table.fact') }, { name: first }, { name: others.join(', ') }];
  return (
    <TableBox title={t('benchmarks.table.prompts')} head={head}>
      {run.differences.map(({ configuration, node, input, first: value, other }) => (
        <tr key={`${configuration} ${node} ${input}`} data-marked>
          <th scope="row">{t('benchmarks.table.promptRow', { node, input })}</th>
          <td>{value ?? t('benchmarks.table.absent')}</td>
          <td>{other ?? t('benchmarks.table.absent')}</td>
        </tr>
      ))}
    </TableBox>
  );
}
