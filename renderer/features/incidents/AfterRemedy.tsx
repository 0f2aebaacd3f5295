import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { Trial } from '../../../shared/trial.ts';
import { remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { undoTrial } from '../../store/remedy-trial.ts';
import classes from './IncidentPage.module.css';

/** Pictures came out black after a remedy was kept: it may be its price, and is undone from here. */
export function AfterRemedy({ trial }: { trial: Trial }) {
  const { t, format } = useWords();
  const remedy = remedyText(t, trial.remedy);
  return (
    <p className={classes.after} role="note">
      <span>{t('incidents.afterRemedy', { time: format.time(trial.endedAt ?? trial.startedAt), remedy })}</span>
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<Undo2 size={13} aria-hidden />}
        title={t('incidents.undoTrialHint')}
        aria-label={`${t('incidents.undoTrial')}: ${remedy}`}
        onClick={() => undoTrial(trial.id)}
      >
        {t('incidents.undoTrial')}
      </Button>
    </p>
  );
}
