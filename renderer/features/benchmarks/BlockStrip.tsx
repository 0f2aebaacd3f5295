import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './run.module.css';
import { type SampleKind, sampleKind } from './sample-kind.ts';

const signs: Record<SampleKind, string> = { warmup: '○', counted: '●', discarded: '–', failed: '×', crashed: '×' };

/** Starts of the engine in their order, each with its samples: what is measured lies spread over the whole time. */
export function BlockStrip({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t } = useWords();
  const blocks = Map.groupBy(samples, ({ block }) => block);
  if (blocks.size === 0) return null;
  return (
    <section aria-label={t('benchmarks.live.blocks')}>
      <h2 className={classes.heading}>
        {t('benchmarks.live.blocks')} <span className={classes.dim}>{t('benchmarks.live.blocksHint')}</span>
      </h2>
      <ol className={classes.blocks}>
        {[...blocks].map(([block, own]) => {
          const cell = own[0]?.cell ?? 0;
          const kinds = own.map(sampleKind);
          const count = (wanted: (kind: SampleKind) => boolean): number => kinds.filter(wanted).length;
          const tally = t('benchmarks.live.tally', {
            ok: count((kind) => kind === 'counted'),
            warmup: count((kind) => kind === 'warmup'),
            other: count((kind) => kind !== 'counted' && kind !== 'warmup'),
          });
          return (
            <li key={block} className={classes.block} data-cell={cell % 6} title={tally}>
              <span className={classes.blockName}>{run.cells[cell]?.configuration}</span>
              <span aria-hidden>{kinds.map((kind) => signs[kind]).join(' ')}</span>
              <span className={classes.hidden}>{tally}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
