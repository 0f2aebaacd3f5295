import type { TFunction } from 'i18next';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { deviceName } from '../../ui/device-name.ts';
import { timeWords, verdictWords } from './verdict-words.ts';

/** A run as a short text for other people: the verdict, the times, the work, the machine, and how it was measured. */
export function forumWords(
  t: TFunction,
  run: BenchmarkRun,
  samples: readonly BenchmarkSample[],
  work: { template: string; values: string },
): string {
  const [first, second] = run.cells;
  const facts = run.cells.find((cell) => cell.facts !== null)?.facts ?? null;
  const versions = new Set(run.cells.flatMap(({ facts: own }) => own?.comfyui.version ?? []));
  const [version] = versions;
  const known = [
    versions.size === 1 && version ? `ComfyUI ${version}` : null,
    facts?.gpu ? deviceName(facts.gpu) : null,
    facts?.torch ? `torch ${facts.torch}` : null,
    facts?.python ? `Python ${facts.python}` : null,
    facts?.system ?? null,
  ].filter((part) => part !== null);
  const failures = run.cells.reduce((sum, cell) => sum + cell.failures, 0);
  const times =
    first?.medianMs == null
      ? ''
      : second?.medianMs == null
        ? t('benchmarks.forum.timeAlone', { first: timeWords(t, first.medianMs) })
        : t('benchmarks.forum.times', { first: timeWords(t, first.medianMs), second: timeWords(t, second.medianMs) });
  const warm =
    (run.plan.warmup > 0 ? t('benchmarks.forum.warm', { count: run.plan.warmup }) : '') +
    (run.plan.cold ? t('benchmarks.forum.cold') : '');
  const { template, values } = work;
  return [
    ...verdictWords(t, run),
    times,
    values === '' ? t('benchmarks.forum.workPlain', { template }) : t('benchmarks.forum.work', { template, values }),
    known.length > 0 ? t('benchmarks.forum.machine', { facts: known.join(', ') }) : '',
    t('benchmarks.forum.how', { blocks: new Set(samples.map(({ block }) => block)).size, warm }),
    failures > 0 ? t('benchmarks.forum.failed', { count: failures }) : '',
    run.isDirty ? t('benchmarks.verdict.dirty') : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
