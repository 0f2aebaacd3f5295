import { Button, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { mostRepeats, mostWarmup } from '../../../shared/benchmark.ts';
import { looks } from '../../../shared/compare-samples.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useBenchmarks } from '../../store/benchmarks.ts';
import { placeOf } from '../../store/place.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { EstimateWords } from './EstimateWords.tsx';
import classes from './plan.module.css';
import { keepNamed } from './plan-acts.ts';
import { changeDraft, type PlanDraft } from './plan-draft.ts';
import type { ReadDraft } from './read-draft.ts';
import { Step } from './Step.tsx';

/** Typing does not ask the engine's own parser with every letter. */
const settleMs = 400;

/** How often it is measured, what that will take and do, and the start. */
export function StepHow({ draft, read, name }: { draft: PlanDraft; read: ReadDraft; name: string }) {
  const { t } = useWords();
  const { plan } = read;
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isStarting, setIsStarting] = useState(false);
  const running = useBenchmarks(({ runs }) => runs.find(({ state }) => state === 'running'));
  const [asked] = useDebouncedValue(plan ? JSON.stringify(plan) : null, settleMs);
  const { data, error, isAsking } = useAsk('benchmarks.estimate', asked === null ? null : JSON.parse(asked));
  const isCurrent = asked !== null && plan !== null && asked === JSON.stringify(plan) && !isAsking;

  const start = async (): Promise<void> => {
    if (!plan) return;
    setRefusal(null);
    setIsStarting(true);
    try {
      const run = await api.call('benchmarks.start', plan);
      // It measures, whatever becomes of its name.
      go('benchmarks', run.id);
      // With a name it is kept; what measured well once is measured again.
      if (draft.savedId !== null || draft.name.trim() !== '') await keepNamed(plan, name, draft.savedId, run.id);
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setIsStarting(false);
    }
  };
  const range = (min: number, max: number): string => t('benchmarks.plan.notWhole', { min, max });
  return (
    <Step number={3} title={t('benchmarks.plan.often')}>
      <div className={classes.pair}>
        <TextInput
          label={t('benchmarks.plan.repeats')}
          description={t(draft.hasExtra ? 'benchmarks.plan.fixedTen' : 'benchmarks.plan.repeatsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          value={draft.hasExtra ? String(looks[0]) : draft.repeats}
          readOnly={draft.hasExtra}
          error={read.isRepeatsWrong && range(1, mostRepeats)}
          onChange={(event) => changeDraft({ repeats: event.currentTarget.value })}
        />
        <TextInput
          label={t('benchmarks.plan.warmup')}
          description={t('benchmarks.plan.warmupHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          value={draft.warmup}
          error={read.isWarmupWrong && range(0, mostWarmup)}
          onChange={(event) => changeDraft({ warmup: event.currentTarget.value })}
        />
      </div>
      <Switch
        label={t('benchmarks.plan.extra')}
        description={t('benchmarks.plan.extraHint')}
        checked={draft.hasExtra}
        onChange={(event) => changeDraft({ hasExtra: event.currentTarget.checked })}
      />
      <Switch
        label={t('benchmarks.plan.cold')}
        description={t('benchmarks.plan.coldHint')}
        checked={plan?.cold ?? draft.isCold}
        onChange={(event) => changeDraft({ isCold: event.currentTarget.checked })}
      />
      <section className={classes.before} aria-label={t('benchmarks.plan.before')}>
        <h3>{t('benchmarks.plan.before')}</h3>
        {plan === null ? (
          <p>{t('benchmarks.plan.problems', { count: read.count })}</p>
        ) : isCurrent && error !== undefined ? (
          <ErrorNotice error={error} isCompact />
        ) : isCurrent && data ? (
          <EstimateWords estimate={data} />
        ) : (
          <p className={classes.note}>{t('benchmarks.plan.estimateWorking')}</p>
        )}
      </section>
      {refusal !== null && <ErrorNotice error={refusal} isCompact />}
      {running ? (
        <p>
          {t('benchmarks.plan.underWay')}{' '}
          <a href={placeOf({ screen: 'benchmarks', id: running.id })}>{t('benchmarks.plan.watch')}</a>
        </p>
      ) : (
        <Button
          size="sm"
          leftSection={<Play size={14} aria-hidden />}
          disabled={plan === null || (isCurrent && error !== undefined)}
          loading={isStarting}
          onClick={() => void start()}
        >
          {t('benchmarks.plan.start')}
        </Button>
      )}
    </Step>
  );
}
