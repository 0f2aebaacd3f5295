import type { HistoryPoint } from '../../../shared/benchmark-outlook.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { shareWords } from './share-words.ts';
import { TableBox } from './TableBox.tsx';
import { timeWords } from './verdict-words.ts';

/** Every run of the same work, the newest first; nothing where this is the only one. */
export function HistoryTable({ history, current }: { history: readonly HistoryPoint[]; current: string }) {
  const { t, format } = useWords();
  if (new Set(history.map(({ run }) => run)).size < 2) return null;
  const head = [
    { name: t('benchmarks.table.day') },
    { name: t('benchmarks.table.configuration') },
    { name: t('benchmarks.table.version') },
    { name: t('benchmarks.table.median'), isNumber: true },
    { name: t('benchmarks.table.deviation'), isNumber: true },
    { name: t('benchmarks.table.counted'), isNumber: true },
    { name: t('benchmarks.table.change') },
  ];
  return (
    <TableBox title={t('benchmarks.table.history')} head={head}>
      {history.toReversed().map(({ run, at, configuration, version, medianMs, deviationMs, counted, change, isDirty }) => (
        <tr key={`${run} ${configuration}`} data-marked={run === current || undefined}>
          <td>
            {run === current ? (
              format.exactTime(at)
            ) : (
              <a href={placeOf({ screen: 'benchmarks', id: run })}>{format.exactTime(at)}</a>
            )}
          </td>
          <th scope="row">{configuration}</th>
          <td>{version ?? t('benchmarks.table.unknown')}</td>
          <td data-number>{timeWords(t, medianMs)}</td>
          <td data-number>± {timeWords(t, deviationMs)}</td>
          <td data-number>{format.number(counted)}</td>
          <td>
            {change === null || change.ratio === null
              ? '–'
              : `${shareWords(change.ratio - 1, true)} · ${t(`benchmarks.verdicts.${change.verdict}`)}`}
            {isDirty && ` · ${t('benchmarks.dirty')}`}
          </td>
        </tr>
      ))}
    </TableBox>
  );
}
