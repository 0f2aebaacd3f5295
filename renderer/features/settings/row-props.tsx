import type { InputWrapperProps } from '@mantine/core';
import { type Reset, RowControl } from './RowControl.tsx';
import classes from './SettingsScreen.module.css';
import type { SettingSaver } from './use-setting.ts';

interface Row {
  label: string;
  hint: string;
  saver: SettingSaver;
  reset: Reset | null;
}

/** Lays a field out as a row of the page, with label, hint and refusal tied to it for screen readers by the field itself. */
export const rowProps = ({ label, hint, saver, reset }: Row) =>
  ({
    label,
    description: hint,
    error: saver.refusal,
    errorProps: { role: 'alert' },
    inputWrapperOrder: ['label', 'description', 'input', 'error'],
    inputContainer: (children) => (
      <RowControl label={label} isSaved={saver.isSaved} reset={reset}>
        {children}
      </RowControl>
    ),
    classNames: {
      root: classes.row ?? '',
      label: classes.label ?? '',
      description: classes.hint ?? '',
      error: classes.refusal ?? '',
    },
  }) satisfies Partial<InputWrapperProps>;
