import { Button, Select } from '@mantine/core';
import type { Template } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useView } from '../../store/view.ts';
import { PlanValue } from './PlanValue.tsx';
import classes from './plan.module.css';
import { changeDraft, type PlanDraft } from './plan-draft.ts';
import type { ReadDraft, Supplied } from './read-draft.ts';
import { Step } from './Step.tsx';

interface StepWhatProps {
  draft: PlanDraft;
  template: Template | undefined;
  supplied: Supplied;
  read: ReadDraft;
}

/** The work that every configuration does: a template with its values. */
export function StepWhat({ draft, template, supplied, read }: StepWhatProps) {
  const { t, of, say } = useWords();
  const templates = useHearth((state) => state.templates);
  const order = useHearth((state) => state.templateOrder);
  const typed = useView((view) => (template ? view.drafts[template.id] : undefined));
  const isUnknown = draft.template !== '' && !template;
  const hasSeed = template?.parameters.some(({ type }) => type === 'seed') ?? true;
  return (
    <Step number={1} title={t('benchmarks.plan.what')}>
      <Select
        label={t('benchmarks.plan.template')}
        data={order.flatMap((id) => (templates[id] ? [{ value: id, label: of(templates[id].title) }] : []))}
        value={template?.id ?? null}
        error={
          isUnknown
            ? t('benchmarks.plan.unknownTemplate', { template: draft.template })
            : !template && t('benchmarks.plan.noTemplate')
        }
        onChange={(id) => id !== null && changeDraft({ template: id, values: {}, seeds: undefined })}
      />
      {template && (
        <>
          {typed && Object.keys(typed).length > 0 && (
            <Button variant="default" onClick={() => changeDraft({ template: template.id, values: typed })}>
              {t('benchmarks.plan.fromForm')}
            </Button>
          )}
          <div className={classes.values}>
            {template.parameters
              .filter(({ type }) => type !== 'seed')
              .map((parameter) => {
                const issue = read.issues[parameter.key];
                return (
                  <PlanValue
                    key={parameter.key}
                    parameter={parameter}
                    value={draft.values[parameter.key]}
                    supplied={supplied}
                    problem={issue && say({ key: issue.key, params: issue.params, message: issue.key })}
                    onChange={(value) => {
                      const { [parameter.key]: _before, ...values } = draft.values;
                      changeDraft({ values: value === undefined ? values : { ...values, [parameter.key]: value } });
                    }}
                  />
                );
              })}
          </div>
          <p className={classes.note}>{t(hasSeed ? 'benchmarks.plan.seedNote' : 'benchmarks.plan.seedless')}</p>
        </>
      )}
    </Step>
  );
}
