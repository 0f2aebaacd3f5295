import type { TFunction } from 'i18next';
import type { BenchmarkRun, BenchmarkSample, SampleConditions } from '../../../shared/benchmark.ts';
import { timeOf } from '../../../shared/counted-samples.ts';
import { useWords } from '../../i18n/use-words.ts';
import { sampleKind } from './sample-kind.ts';
import { TableBox } from './TableBox.tsx';
import { timeWords } from './verdict-words.ts';

/** How the machine was while a sample was taken; what nobody could read is left out. */
const machineWords = (t: TFunction, { othersCpuPercent, cpuTemperatureC, gpus }: SampleConditions): string =>
  [
    othersCpuPercent === null ? '' : t('benchmarks.table.others', { share: Math.round(othersCpuPercent) }),
    cpuTemperatureC === null ? '' : `CPU ${Math.round(cpuTemperatureC)} °C`,
    ...gpus.map(({ temperatureC, clockMhz }) =>
      [temperatureC === null ? '' : `GPU ${Math.round(temperatureC)} °C`, clockMhz === null ? '' : `${Math.round(clockMhz)} MHz`]
        .filter((text) => text !== '')
        .join(' '),
    ),
  ]
    .filter((text) => text !== '')
    .map((text) => text.replaceAll(' ', '\u00a0'))
    .join(', ') || '–';

/** Every sample as it was measured, with why it does not count. */
export function SampleTable({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t, format, say } = useWords();
  const time = (ms: number | null): string => (ms === null ? '–' : timeWords(t, ms));
  const hasVram = samples.some(({ peak }) => (peak.vramBytes ?? 0) > 0);
  const head = [
    { name: t('benchmarks.table.number'), isNumber: true },
    { name: t('benchmarks.table.block'), isNumber: true },
    { name: t('benchmarks.table.configuration') },
    { name: t('benchmarks.table.kind') },
    { name: t('benchmarks.table.time'), isNumber: true },
    { name: t('benchmarks.table.wall'), isNumber: true },
    { name: t(hasVram ? 'benchmarks.table.memory' : 'benchmarks.table.ram'), isNumber: true },
    { name: t('benchmarks.table.seed'), isNumber: true },
    { name: t('benchmarks.table.machine') },
    { name: t('benchmarks.table.note') },
  ];
  return (
    <TableBox title={t('benchmarks.table.samples')} head={head} isFolded>
      {samples.map((sample) => {
        const { number, block, cell, seed, wallMs, discarded, problem, conditions } = sample;
        const memory = hasVram ? sample.peak.vramBytes : sample.peak.ramBytes;
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
            <td data-word>{t(`benchmarks.table.kinds.${sampleKind(sample)}`)}</td>
            <td data-number>{time(timeOf(sample, run.measure))}</td>
            <td data-number>{time(wallMs)}</td>
            <td data-number>{memory === null ? '–' : `${format.gib(memory)} GB`}</td>
            <td data-number>{seed ?? '–'}</td>
            <td>{conditions ? machineWords(t, conditions) : '–'}</td>
            <td>{notes.join(' ')}</td>
          </tr>
        );
      })}
    </TableBox>
  );
}
