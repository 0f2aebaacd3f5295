import { Button } from '@mantine/core';
import { FileInput, Plus } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useBenchmarks } from '../../store/benchmarks.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './benchmarks.module.css';
import { PlanRow } from './PlanRow.tsx';
import { PresetCards } from './PresetCards.tsx';
import { openNewPlan, pickPlanFile } from './plan-acts.ts';
import { RunRow } from './RunRow.tsx';

/** Kept plans and all runs with their verdicts; without any, what could be measured first. */
export function BenchmarkList() {
  const { t } = useWords();
  const runs = useBenchmarks((state) => state.runs);
  const plans = useBenchmarks((state) => state.plans);
  const isLoaded = useBenchmarks((state) => state.isLoaded);
  const error = useBenchmarks((state) => state.error);
  const isEmpty = isLoaded && runs.length === 0 && plans.length === 0;
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('frame.screens.benchmarks')}</h1>
        <div className={classes.acts}>
          <Button variant="default" leftSection={<FileInput size={14} aria-hidden />} onClick={pickPlanFile}>
            {t('benchmarks.import')}
          </Button>
          <Button leftSection={<Plus size={14} aria-hidden />} onClick={openNewPlan}>
            {t('benchmarks.new')}
          </Button>
        </div>
      </header>
      <div className={classes.body}>
        {error !== null && <ErrorNotice error={error} />}
        {isEmpty && (
          <div className={classes.empty}>
            <h2>{t('benchmarks.emptyTitle')}</h2>
            <p>{t('benchmarks.emptyHint')}</p>
          </div>
        )}
        {isLoaded && (
          <section aria-label={t('benchmarks.begin')}>
            <PresetCards isLarge={isEmpty} />
          </section>
        )}
        {plans.length > 0 && (
          <section aria-label={t('benchmarks.plans')}>
            <h2 className={classes.heading}>{t('benchmarks.plans')}</h2>
            <ul className={classes.rows}>
              {plans.map((plan) => (
                <PlanRow key={plan.id} saved={plan} />
              ))}
            </ul>
          </section>
        )}
        {isLoaded && !isEmpty && (
          <section aria-label={t('benchmarks.runs')}>
            <h2 className={classes.heading}>{t('benchmarks.runs')}</h2>
            {runs.length === 0 ? (
              <p className={classes.dim}>{t('benchmarks.noRuns')}</p>
            ) : (
              <ul className={classes.rows}>
                {runs.map((run) => (
                  <RunRow key={run.id} run={run} />
                ))}
              </ul>
            )}
          </section>
        )}
      </div>
    </div>
  );
}
