import { Progress } from '@mantine/core';
import { Square } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../../shared/benchmark-outlook.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { waitingCount } from '../../store/working.ts';
import { AskingButton } from '../../ui/AskingButton.tsx';
import { engineNameOf } from '../../ui/engine-name.ts';
import { attempt } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BlockStrip } from './BlockStrip.tsx';
import { CellTable } from './CellTable.tsx';
import { timeSeries } from './chart-data.ts';
import classes from './run.module.css';
import { runFileName } from './run-file-name.ts';
import { runTitle } from './run-title.ts';

const TimesChart = lazy(async () => ({ default: (await import('./charts/TimesChart.tsx')).TimesChart }));

interface RunLiveProps {
  run: BenchmarkRun;
  samples: readonly BenchmarkSample[];
  progress: BenchmarkProgress | null;
}

/** A run under way: what it does now, how long it still takes, and every sample as it comes in. */
export function RunLive({ run, samples, progress }: RunLiveProps) {
  const { t, format } = useWords();
  const waiting = useHearth(waitingCount);
  const now = useNow(1_000);
  const engines = useHearth((state) => state.engines);
  const place = progress?.phase === 'starting' ? (progress.next ?? progress.cell) : progress?.cell;
  const cell = place == null ? undefined : run.cells[place];
  const engineId = cell?.engine ?? run.cells[0]?.engine ?? '';
  const words = { name: cell?.configuration ?? '', engine: engineNameOf(t, engines, engineId) };
  const doing = t(`benchmarks.live.phases.${progress?.phase ?? 'unknown'}`, words);
  const leftMs = progress?.leftMs == null ? null : Math.max(0, progress.leftMs - Math.max(0, now - Date.parse(progress.at)));
  const series = timeSeries(run, samples);
  const share = run.wanted > 0 ? (run.taken / run.wanted) * 100 : 0;
  return (
    <>
      <section className={classes.now} aria-label={t('benchmarks.live.title')}>
        <div className={classes.doing}>
          <p className={classes.doingWhat} role="status">
            {doing}
          </p>
          <p className={classes.dim}>
            {t('benchmarks.live.taken', { taken: run.taken, wanted: run.wanted })}
            {' · '}
            {leftMs === null ? t('benchmarks.live.leftUnknown') : t('benchmarks.live.left', { time: format.seconds(leftMs) })}
          </p>
          <Progress value={share} aria-label={t('benchmarks.live.progress')} />
          <p className={classes.dim}>
            {waiting > 0 ? t('benchmarks.live.pausedJobs', { count: waiting }) : t('benchmarks.live.paused')}
          </p>
        </div>
        <AskingButton
          variant="default"
          leftSection={<Square size={13} aria-hidden />}
          question={{
            title: t('benchmarks.live.stopTitle'),
            text: t('benchmarks.live.stopText'),
            confirmLabel: t('benchmarks.live.stop'),
          }}
          onAct={() => void attempt(api.call('benchmarks.stop', { id: run.id }))}
        >
          {t('benchmarks.live.stop')}
        </AskingButton>
      </section>
      <BlockStrip run={run} samples={samples} />
      {series.some(({ points }) => points.length > 0) ? (
        <Suspense fallback={<div className={classes.chartSpace} />}>
          <TimesChart
            series={series}
            about={runTitle(t, run)}
            fileName={runFileName(run, 'times')}
            title={t('benchmarks.live.soFar')}
          />
        </Suspense>
      ) : (
        <p className={classes.dim}>{t('benchmarks.live.noSamples')}</p>
      )}
      {samples.length > 0 && <CellTable run={run} samples={samples} />}
    </>
  );
}
