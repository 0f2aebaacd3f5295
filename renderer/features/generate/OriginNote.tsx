import { CloseButton } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { setOrigin } from '../../store/view.ts';
import classes from './TemplateForm.module.css';

/** That what is queued next from this form belongs to the job it was taken from. */
export function OriginNote({ template, origin }: { template: string; origin: string }) {
  const { t } = useWords();
  return (
    <p className={classes.origin} role="note">
      <Pencil size={14} aria-hidden />
      <span>
        {t('generate.editing')} <a href={placeOf({ screen: 'queue', id: origin })}>{t('generate.toOrigin')}</a>
      </span>
      <CloseButton size="xs" aria-label={t('generate.forgetOrigin')} onClick={() => setOrigin(template, null)} />
    </p>
  );
}
