import { Button, Text } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { type BenchmarkRun, type BenchmarkSample, mostRepeats } from '../../../shared/benchmark.ts';
import { looks } from '../../../shared/compare-samples.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { copyText } from '../../ui/copy-text.ts';
import { tellingValues, valueLines } from '../../ui/value-lines.ts';
import { forumWords } from './forum-words.ts';
import { startPlan } from './plan-acts.ts';
import classes from './run.module.css';
import { comparisonWords, doubtWords, verdictWords } from './verdict-words.ts';

/** Values that a sentence names. */
const named = 5;

/** What came out, in sentences; how sure it is; what would make it surer; and a text for other people. */
export function VerdictPanel({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t, of } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const template = useHearth((state) => state.templates[run.plan.template]);
  const lines = tellingValues(
    valueLines(template, run.plan.values, null, of).map((line) => ({ ...line, isDefault: false })),
    named,
  );
  const work = {
    template: template ? of(template.title) : run.plan.template,
    values: lines.map(({ label, text }) => `${label} ${text}`.trim()).join(', '),
  };
  const forum = forumWords(t, run, samples, work);
  const more = run.comparisons.map(({ moreRuns }) => moreRuns ?? 0);
  const wanted = Math.max(...more, 0) + Math.max(0, ...run.cells.map(({ counted }) => counted));
  const canRunMore = Math.max(...more, 0) > 0 && wanted <= mostRepeats;
  return (
    <section className={classes.verdict} aria-label={t('benchmarks.verdict.title')}>
      {run.comparisons.length === 0
        ? verdictWords(t, run).map((sentence) => (
            <h2 key={sentence} className={classes.sentence}>
              {sentence}
            </h2>
          ))
        : run.comparisons.map((comparison) => (
            <div key={comparison.configuration} data-verdict={comparison.verdict} className={classes.comparison}>
              <h2 className={classes.sentence}>{comparisonWords(t, run, comparison)}</h2>
              <p className={classes.doubts}>{doubtWords(t, run, comparison).join(' ')}</p>
            </div>
          ))}
      {run.cells
        .filter(({ failures }) => failures > 0)
        .map(({ configuration, failures, counted }) => (
          <p key={configuration}>
            {t('benchmarks.verdict.failures', { name: configuration, count: failures, total: failures + counted })}
          </p>
        ))}
      {run.state === 'partial' && <p>{t('benchmarks.verdict.early')}</p>}
      {run.isDirty && !run.comparisons.some(({ isTentative }) => isTentative) && <p>{t('benchmarks.verdict.dirty')}</p>}
      {run.measure === 'wall' && samples.length > 0 && <p>{t('benchmarks.verdict.measureWall')}</p>}
      {canRunMore && (
        <Button
          variant="default"
          className={classes.noPrint ?? ''}
          onClick={() => void startPlan(run.plan.extra ? { ...run.plan, repeats: looks[0] } : { ...run.plan, repeats: wanted })}
        >
          {t('benchmarks.verdict.runMore', { count: run.plan.extra ? looks[0] : wanted })}
        </Button>
      )}
      <div className={classes.forum}>
        <Text size="xs" fw={600}>
          {t('benchmarks.forum.title')}
        </Text>
        <p>{forum}</p>
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.noPrint ?? ''}
          leftSection={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
          onClick={() => void copyText(forum).then(setIsCopied)}
        >
          {isCopied ? t('common.copied') : t('benchmarks.forum.copy')}
        </Button>
      </div>
    </section>
  );
}
