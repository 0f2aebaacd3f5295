import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './SettingsScreen.module.css';

interface SettingRowProps {
  label: string;
  hint?: string;
  /** Id of the control, so that the words are its label. */
  htmlFor?: string;
  /** Id that the hint gets, for `aria-describedby`. */
  hintId?: string;
  children: ReactNode;
  isSaved?: boolean;
  /** Why the last input was not taken. */
  refusal?: string | null;
  refusalId?: string;
  /** Offered where the value differs from its default. */
  reset?: { value: string; act(): void } | null;
}

/** One setting: what it is on the left, its control on the right, the way back to the default beside it. */
export function SettingRow({ label, hint, htmlFor, hintId, children, isSaved, refusal, refusalId, reset }: SettingRowProps) {
  const { t } = useWords();
  const resetWords = reset ? t('settings.resetOne', { name: label, value: reset.value }) : '';
  return (
    <div className={classes.row}>
      <div>
        {htmlFor ? (
          <label className={classes.label} htmlFor={htmlFor}>
            {label}
          </label>
        ) : (
          <span className={classes.label}>{label}</span>
        )}
        {hint && (
          <div className={classes.hint} id={hintId}>
            {hint}
          </div>
        )}
      </div>
      <div className={classes.control}>
        <span className={classes.side} role="status">
          {isSaved && <Check size={14} className={classes.saved} role="img" aria-label={t('settings.saved')} />}
        </span>
        {children}
        <span className={classes.side}>
          {reset && (
            <Tooltip label={resetWords}>
              <ActionIcon aria-label={resetWords} onClick={reset.act}>
                <Undo2 size={14} />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </div>
      {refusal && (
        <div className={classes.refusal} id={refusalId} role="alert">
          {refusal}
        </div>
      )}
    </div>
  );
}
