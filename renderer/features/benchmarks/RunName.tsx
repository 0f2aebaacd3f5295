import { ActionIcon, TextInput } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { BenchmarkRun } from '../../../shared/benchmark.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { attempt } from '../../ui/toasts.tsx';
import classes from './run.module.css';

/** The name of a run, to be changed in place. */
export function RunName({ run, title }: { run: BenchmarkRun; title: string }) {
  const { t } = useWords();
  /** What is being typed; null: nobody types. */
  const [typed, setTyped] = useState<string | null>(null);
  const end = (isKept: boolean): void => {
    setTyped(null);
    if (isKept && typed !== null && typed.trim() !== run.name)
      void attempt(api.call('benchmarks.rename', { id: run.id, name: typed }));
  };
  if (typed !== null)
    return (
      <h1 className={classes.title}>
        <TextInput
          aria-label={t('benchmarks.rename')}
          value={typed}
          maxLength={200}
          autoFocus
          placeholder={title}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => end(true)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') end(true);
            if (key === 'Escape') end(false);
          }}
        />
      </h1>
    );
  return (
    <h1 className={classes.title}>
      {title}
      <ActionIcon
        size={24}
        aria-label={t('benchmarks.rename')}
        onClick={() => setTyped(run.name)}
        className={classes.noPrint ?? ''}
      >
        <Pencil size={13} aria-hidden />
      </ActionIcon>
    </h1>
  );
}
