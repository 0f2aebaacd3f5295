import { Button } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { go } from '../../store/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { RunHead } from './RunHead.tsx';
import { RunLive } from './RunLive.tsx';
import { RunResult } from './RunResult.tsx';
import classes from './run.module.css';
import { useRun } from './use-run.ts';

/** One run: while it measures what comes in, afterwards its verdict with everything it stands on. */
export function RunPage({ id }: { id: string }) {
  const { t } = useWords();
  const { run, samples, progress, error } = useRun(id);
  if (!run) {
    if (error === undefined) return null;
    return (
      <EmptyState
        isWholePage
        title={t('benchmarks.notFound')}
        hint={t('benchmarks.notFoundHint')}
        action={
          <Button variant="default" onClick={() => go('benchmarks')}>
            {t('benchmarks.back')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.root}>
      <RunHead run={run} samples={samples} />
      {error !== undefined && <ErrorNotice error={error} isCompact />}
      {run.state === 'running' ? (
        <RunLive run={run} samples={samples} progress={progress} />
      ) : (
        <RunResult run={run} samples={samples} />
      )}
    </div>
  );
}
