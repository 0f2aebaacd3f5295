import { CloseButton } from '@mantine/core';
import { Wrench } from 'lucide-react';
import type { JobChanges } from '../../../shared/job-change.ts';
import type { Template } from '../../../shared/template.ts';
import { remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { setKeptChanges } from '../../store/view.ts';
import { ChangeList } from '../../ui/ChangeList.tsx';
import classes from './TemplateForm.module.css';

/** What a remedy changed in the job that is edited, beside its values: kept in what is queued next, unless a person leaves it out. */
export function KeptChanges({ template, kept }: { template: Template; kept: JobChanges }) {
  const { t } = useWords();
  return (
    <div className={classes.origin} role="note">
      <Wrench size={14} aria-hidden />
      <div>
        {t('generate.keptChanges', { remedy: remedyText(t, kept.remedy) })}
        <ChangeList changes={kept.changes} template={template} />
        {t('generate.keptChangesHint')}
      </div>
      <CloseButton size="xs" aria-label={t('generate.dropChanges')} onClick={() => setKeptChanges(template.id, null)} />
    </div>
  );
}
