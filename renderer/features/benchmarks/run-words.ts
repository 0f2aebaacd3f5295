import type { TFunction } from 'i18next';
import type { BenchmarkPlan, BenchmarkRun } from '../../../shared/benchmark.ts';
import type { Tone } from '../../ui/StateBadge.tsx';
import { shareWords } from './share-words.ts';

/** State of a run that is not done, else what came out, in a word or two with its tone. */
export function outcomeWords(t: TFunction, run: BenchmarkRun): { tone: Tone; text: string } {
  if (run.state === 'running') return { tone: 'busy', text: t('benchmarks.states.running') };
  if (run.state === 'refused') return { tone: 'bad', text: t('benchmarks.states.refused') };
  if (run.state === 'partial') return { tone: 'warn', text: t('benchmarks.states.partial') };
  const [comparison] = run.comparisons;
  if (!comparison) return { tone: 'idle', text: t('benchmarks.verdicts.none') };
  const { verdict, ratio, isTentative } = comparison;
  const word = t(`benchmarks.verdicts.${verdict}`);
  if (verdict === 'not-comparable' || ratio === null) return { tone: 'warn', text: word };
  if (verdict === 'no-difference-shown') return { tone: 'idle', text: word };
  const isFaster = verdict === 'faster';
  const text = `${shareWords(isFaster ? 1 - ratio : ratio - 1)} ${word}`;
  if (isTentative) return { tone: 'idle', text: t('benchmarks.verdicts.tentative', { text }) };
  return { tone: isFaster ? 'good' : 'warn', text };
}

/** How many runs a plan asks for. */
export const oftenWords = (t: TFunction, { repeats, extra }: Pick<BenchmarkPlan, 'repeats' | 'extra'>): string =>
  extra ? t('benchmarks.oftenExtra') : t('benchmarks.oftenRuns', { count: repeats });
