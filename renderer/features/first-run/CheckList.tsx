import { Text } from '@mantine/core';
import { Check, TriangleAlert, X } from 'lucide-react';
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
            <CheckSign isOk={check.isOk} isHindering={!install.isUsable} />
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

/** Fine, missing, or good to know: an installation can be used although it lacks a card or models. */
function CheckSign({ isOk, isHindering }: { isOk: boolean; isHindering: boolean }) {
  const { t } = useWords();
  if (isOk) return <Check size={14} color="var(--tone-good)" role="img" aria-label={t('firstRun.isOk')} />;
  if (isHindering) return <X size={14} color="var(--tone-bad)" role="img" aria-label={t('firstRun.isMissing')} />;
  return <TriangleAlert size={14} color="var(--tone-warn)" role="img" aria-label={t('firstRun.isNotice')} />;
}
