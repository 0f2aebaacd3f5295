import { Text } from '@mantine/core';
import { Check, X } from 'lucide-react';
import type { Install } from '../../../shared/engine.ts';
import { checkText } from '../../i18n/check-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './FirstRunScreen.module.css';

/** What the checks of an installation found, each in words. */
export function CheckList({ install }: { install: Install }) {
  const { t } = useWords();
  return (
    <>
      <ul className={classes.needs} aria-label={t('firstRun.comfy.checks')}>
        {install.checks.map((check) => (
          <li key={check.id}>
            {check.isOk ? (
              <Check size={14} color="var(--tone-good)" role="img" aria-label={t('firstRun.isOk')} />
            ) : (
              <X size={14} color="var(--tone-bad)" role="img" aria-label={t('firstRun.isMissing')} />
            )}
            {checkText(check)}
          </li>
        ))}
      </ul>
      {!install.isUsable && (
        <Text size="sm" c="var(--tone-bad)" mt="sm">
          {t('firstRun.comfy.unusable')}
        </Text>
      )}
    </>
  );
}
