import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './SettingsScreen.module.css';

export interface Reset {
  /** The default, as a person reads it. */
  value: string;
  act(): void;
}

interface RowControlProps {
  label: string;
  isSaved?: boolean;
  /** Offered where the value differs from its default. */
  reset?: Reset | null;
  children: ReactNode;
}

/** A setting's control between the sign that it was saved and the way back to its default. */
export function RowControl({ label, isSaved = false, reset = null, children }: RowControlProps) {
  const { t } = useWords();
  const words = reset ? t('settings.resetOne', { name: label, value: reset.value }) : '';
  return (
    <div className={classes.control}>
      <span className={classes.side} role="status">
        {isSaved && <Check size={14} className={classes.saved} role="img" aria-label={t('settings.saved')} />}
      </span>
      {children}
      <span className={classes.side}>
        {reset && (
          <Tooltip label={words}>
            <ActionIcon aria-label={words} onClick={reset.act}>
              <Undo2 size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </span>
    </div>
  );
}
