import type { BenchmarkRun } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { engineNameOf } from '../../ui/engine-name.ts';
import { configurationFacts } from './configuration-facts.ts';
import classes from './run.module.css';
import { TableBox } from './TableBox.tsx';

/** What each configuration was, with a mark at every row in which they differ. */
export function DifferenceTable({ run }: { run: BenchmarkRun }) {
  const { t } = useWords();
  const engines = useHearth((state) => state.engines);
  const rows = configurationFacts(run, (id) => engineNameOf(t, engines, id));
  const head = [
    { name: t('benchmarks.table.fact') },
    ...run.cells.map(({ configuration }) => ({ name: configuration })),
    ...(run.cells.length > 1 ? [{ name: t('benchmarks.table.difference') }] : []),
  ];
  const text = (value: string | null): string =>
    value === null ? t('benchmarks.table.unknown') : value === '' ? t('benchmarks.table.none') : value;
  return (
    <TableBox
      title={t('benchmarks.table.settings')}
      hint={run.cells.length > 1 ? t('benchmarks.table.settingsHint') : ''}
      head={head}
    >
      {rows.map(({ key, values, isDifferent }) => (
        <tr key={key} data-marked={isDifferent || undefined}>
          <th scope="row">{t(`benchmarks.table.facts.${key}`)}</th>
          {values.map((value, place) => (
            <td key={run.cells[place]?.configuration} className={key === 'flags' ? classes.mono : undefined}>
              {text(value)}
            </td>
          ))}
          {values.length > 1 && <td>{isDifferent ? `≠ ${t('benchmarks.table.differs')}` : t('benchmarks.table.same')}</td>}
        </tr>
      ))}
    </TableBox>
  );
}
