import { Anchor, Button, TextInput } from '@mantine/core';
import { ArrowLeft, Download, FileInput, Save } from 'lucide-react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
import classes from './plan.module.css';
import { exportPlan, pickPlanFile } from './plan-acts.ts';
import { changeDraft, usePlanDraft } from './plan-draft.ts';
import { readDraft } from './read-draft.ts';
import { runTitle } from './run-title.ts';
import { StepHow } from './StepHow.tsx';
import { StepWhat } from './StepWhat.tsx';
import { StepWhich } from './StepWhich.tsx';
import { usePlanTemplate } from './use-plan-template.ts';

/** Three steps side by side: what is measured, on which configurations, and how often; with what it will take and do. */
export function PlanEditor() {
  const { t } = useWords();
  const draft = usePlanDraft();
  const { template, supplied } = usePlanTemplate(draft.template);
  const read = readDraft(draft, template, supplied);
  const { plan } = read;
  const configurations = draft.configurations.map(({ name }) => ({ name, flags: [] }));
  const usualName = runTitle(t, {
    name: '',
    plan: { template: '', values: {}, configurations, repeats: 1, warmup: 0, cold: false, extra: false },
  });
  const name = draft.name.trim() || usualName;
  const save = async (): Promise<void> => {
    if (!plan) return;
    const saved = await attempt(
      api.call('benchmarks.savePlan', { name, plan, ...(draft.savedId !== null && { id: draft.savedId }) }),
    );
    if (!saved) return;
    changeDraft({ savedId: saved.id, name: saved.name });
    showDone(t('benchmarks.plan.saved', { name: saved.name }));
  };
  return (
    <div className={classes.root}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <Anchor href={placeOf({ screen: 'benchmarks', id: null })} size="sm" className={classes.back ?? ''}>
            <ArrowLeft size={14} aria-hidden /> {t('benchmarks.back')}
          </Anchor>
          <h1>{t(draft.savedId === null ? 'benchmarks.plan.title' : 'benchmarks.plan.titleEdit')}</h1>
        </div>
        <TextInput
          className={classes.name ?? ''}
          aria-label={t('benchmarks.plan.name')}
          placeholder={usualName}
          value={draft.name}
          maxLength={200}
          onChange={(event) => changeDraft({ name: event.currentTarget.value })}
        />
        <div className={classes.acts}>
          <Button variant="default" leftSection={<FileInput size={14} aria-hidden />} onClick={pickPlanFile}>
            {t('benchmarks.plan.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            disabled={!plan}
            onClick={() => plan && exportPlan(plan, name)}
          >
            {t('benchmarks.plan.export')}
          </Button>
          <Button variant="default" leftSection={<Save size={14} aria-hidden />} disabled={!plan} onClick={() => void save()}>
            {t('benchmarks.plan.save')}
          </Button>
        </div>
      </header>
      <div className={classes.steps}>
        <StepWhat draft={draft} template={template} supplied={supplied} read={read} />
        <StepWhich draft={draft} read={read} />
        <StepHow draft={draft} read={read} name={name} />
      </div>
    </div>
  );
}
