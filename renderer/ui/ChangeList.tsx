import type { JobChange } from '../../shared/job-change.ts';
import type { Template } from '../../shared/template.ts';
import { changeText } from '../i18n/change-text.ts';
import { useWords } from '../i18n/use-words.ts';
import classes from './ChangeList.module.css';

interface ChangeListProps {
  changes: readonly JobChange[];
  template: Template | undefined;
}

/** What a remedy changes in a job, one line each. */
export function ChangeList({ changes, template }: ChangeListProps) {
  const { t, of } = useWords();
  const nameOf = (key: string): string => {
    const parameter = template?.parameters.find((one) => one.key === key);
    return parameter ? of(parameter.label) : key;
  };
  return (
    <ul className={classes.changes} aria-label={t('incidents.changes.title')}>
      {changes.map((change) => (
        <li key={JSON.stringify(change)}>{changeText(t, change, nameOf)}</li>
      ))}
    </ul>
  );
}
