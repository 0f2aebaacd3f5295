import { TextInput } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { type ImportDraft, isLimit, limitNames } from './import-draft.ts';
import classes from './templates.module.css';

interface LimitFieldsProps {
  limits: ImportDraft['limits'];
  onChange: (limits: ImportDraft['limits']) => void;
}

/** The most that a job of the template may ask for; what is left empty is not limited. */
export function LimitFields({ limits, onChange }: LimitFieldsProps) {
  const { t } = useWords();
  const set = limitNames.filter((name) => limits[name].trim() !== '').length;
  return (
    <details className={classes.limits}>
      <summary>{set === 0 ? t('templates.limits.title') : t('templates.limits.some', { count: set })}</summary>
      <p className={classes.dim}>{t('templates.limits.meaning')}</p>
      {limitNames.map((name) => (
        <TextInput
          key={name}
          label={t(`templates.limits.${name}`)}
          inputMode="numeric"
          value={limits[name]}
          error={!isLimit(name, limits[name]) && t('templates.limits.bad')}
          onChange={(event) => onChange({ ...limits, [name]: event.currentTarget.value })}
        />
      ))}
    </details>
  );
}
