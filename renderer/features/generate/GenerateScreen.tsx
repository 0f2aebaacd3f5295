import { Button } from '@mantine/core';
import { LayoutTemplate } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useReadinessTable } from '../../store/readiness.ts';
import { go, useView } from '../../store/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './GenerateScreen.module.css';
import { ResultColumn } from './ResultColumn.tsx';
import { TemplateColumn } from './TemplateColumn.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { firstTemplate } from './template-state.ts';

/** Pick a template, fill its form, watch the picture come: three columns. */
export function GenerateScreen() {
  const { t } = useWords();
  const table = useHearth((state) => state.templates);
  const order = useHearth((state) => state.templateOrder);
  const problems = useHearth((state) => state.templateProblems);
  const isLoaded = useHearth((state) => state.areTemplatesLoaded);
  const readiness = useReadinessTable();
  const chosen = useView((view) => view.template);
  const templates = order.flatMap((id) => table[id] ?? []);
  const selected = templates.find(({ id }) => id === chosen) ?? firstTemplate(templates, readiness);
  return (
    <div className={classes.root}>
      <h1 className={classes.title}>{t('frame.screens.generate')}</h1>
      <TemplateColumn templates={templates} problems={problems} readiness={readiness} selected={selected?.id ?? null} />
      {selected ? (
        <TemplateForm key={selected.id} template={selected} readiness={readiness[selected.id]} />
      ) : (
        <section aria-label={t('generate.form')}>
          {isLoaded && (
            <EmptyState
              icon={<LayoutTemplate size={36} />}
              title={t('generate.noTemplates')}
              hint={t('generate.noTemplatesHint')}
              action={<Button onClick={() => go('templates')}>{t('generate.import')}</Button>}
            />
          )}
        </section>
      )}
      <ResultColumn templates={templates} />
    </div>
  );
}
