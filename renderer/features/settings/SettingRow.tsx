import type { ReactNode } from 'react';
import { type Reset, RowControl } from './RowControl.tsx';
import classes from './SettingsScreen.module.css';

interface SettingRowProps {
  label: string;
  hint?: string;
  /** Id of the control, so that the words are its label. */
  htmlFor?: string;
  /** Id that the hint gets, for `aria-describedby`. */
  hintId?: string;
  isSaved?: boolean;
  /** Why the last change was not taken. */
  refusal?: string | null;
  reset?: Reset | null;
  children: ReactNode;
}

/** A row for what is no text field: what it is on the left, the thing itself on the right. */
export function SettingRow({ label, hint, htmlFor, hintId, isSaved = false, refusal, reset = null, children }: SettingRowProps) {
  return (
    <div className={classes.row}>
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
      <RowControl label={label} isSaved={isSaved} reset={reset}>
        {children}
      </RowControl>
      {refusal && (
        <div className={classes.refusal} role="alert">
          {refusal}
        </div>
      )}
    </div>
  );
}
