import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import type { Values } from '../../../shared/job.ts';
import type { Readiness, Template } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { clearDraft, editDraft, selectTemplate, setDraft, setOrigin, useView } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showUndo } from '../../ui/toasts.tsx';
import { checkForm } from './check-form.ts';
import { useCostSamples } from './cost-samples.ts';
import { enqueue } from './enqueue.ts';
import { FormHead } from './FormHead.tsx';
import { GridPreview } from './GridPreview.tsx';
import { issueWords } from './issue-words.ts';
import { KeptChanges } from './KeptChanges.tsx';
import { OriginNote } from './OriginNote.tsx';
import { ParameterForm } from './ParameterForm.tsx';
import { countOf, QueueBar } from './QueueBar.tsx';
import { useRecentPictures } from './recent-pictures.ts';
import classes from './TemplateForm.module.css';
import { engineChoices } from './template-state.ts';
import type { Variation } from './variation.ts';
import { setVariation, setVariations, useVariations } from './variation-store.ts';

const noDraft: Values = {};
const invalid = '[aria-invalid="true"]';

interface TemplateFormProps {
  template: Template;
  readiness: readonly Readiness[] | undefined;
}

/** The form of one template with its draft, and the acts that queue it. */
export function TemplateForm({ template, readiness }: TemplateFormProps) {
  const { t, of, format, say } = useWords();
  const draft = useView((view) => view.drafts[template.id]) ?? noDraft;
  const lastSeed = useRecentPictures(
    (state) => state.pictures.find(({ artifact }) => artifact.template === template.id)?.seed ?? null,
  );
  const variations = useVariations(template.id);
  const samples = useCostSamples(template.id);
  const origin = useView((view) => view.origins[template.id]);
  const kept = useView((view) => view.keptChanges[template.id]);
  const root = useRef<HTMLElement>(null);
  const [countText, setCountText] = useState('1');
  const [done, setDone] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);

  const supplied = Object.fromEntries(
    template.parameters
      .filter(({ choices }) => choices !== undefined && !Array.isArray(choices))
      .map(({ key }) => [key, engineChoices(readiness, key)]),
  );
  const canRepeat = template.parameters.some(({ type }) => type === 'seed');
  const seedKey = template.parameters.find(({ type }) => type === 'seed')?.key;
  const isSeedVaried = seedKey !== undefined && variations[seedKey] !== undefined;
  const shownCount = canRepeat && !isSeedVaried ? countOf(countText) : 1;
  const { values, grid, complete, issues, issue } = checkForm(template, draft, variations, supplied, shownCount ?? 1);
  const problems: Record<string, string> = {};
  for (const { key, type } of template.parameters) {
    const wrong = issues[key];
    if (!wrong) continue;
    const why = issueWords(t, wrong, type);
    // Among many entries the one at fault is named.
    problems[key] =
      variations[key] && wrong.key.startsWith('value') ? t('batches.vary.bad', { given: wrong.params.given, why }) : why;
  }
  // What the host refused belongs beside the field that it names.
  const refusedKey = refusal instanceof AppError ? String(refusal.params.key ?? refusal.params.input ?? '') : '';
  const isAtField = template.parameters.some(({ key }) => key === refusedKey);
  if (isAtField) problems[refusedKey] ??= say(refusal);

  const change = (edit: (before: Values) => Values): void => {
    // What arrives after a person went to another template does not lead them back.
    if (root.current) selectTemplate(template.id);
    editDraft(template.id, edit);
    setRefusal(null);
    setDone('');
  };
  const vary = (key: string, variation: Variation | null): void => {
    selectTemplate(template.id);
    setVariation(template.id, key, variation);
    setRefusal(null);
    setDone('');
  };
  const queue = async (isFront: boolean, given?: number): Promise<void> => {
    const count = given ?? shownCount;
    if (Object.keys(issues).length > 0 || count === null || (given === undefined && issue !== null))
      return root.current?.querySelector<HTMLElement>(invalid)?.focus();
    setRefusal(null);
    try {
      const { count: made } = await enqueue({
        template: template.id,
        version: template.version,
        values,
        count,
        isFront,
        ...(grid.length > 0 && { grid }),
        ...(origin !== undefined && { origin }),
        ...(kept !== undefined && { keepsChanges: true }),
      });
      setOrigin(template.id, null);
      setDone(t(isFront ? 'generate.queuedFront' : 'generate.queued', { count: made, n: format.number(made) }));
    } catch (error) {
      setDone('');
      setRefusal(error);
    }
  };
  useHotkeys(
    [
      // A key that is held down is one wish.
      ['mod+Enter', ({ repeat }) => void (repeat || queue(false)), { usePhysicalKeys: true }],
      ['mod+shift+Enter', ({ repeat }) => void (repeat || queue(true)), { usePhysicalKeys: true }],
    ],
    [],
  );

  return (
    <section ref={root} className={classes.root} aria-label={t('generate.form')}>
      <div className={classes.body}>
        <FormHead template={template} readiness={readiness} />
        {origin !== undefined && <OriginNote template={template.id} origin={origin} />}
        {kept !== undefined && <KeptChanges template={template} kept={kept} />}
        <ParameterForm
          template={template}
          draft={draft}
          supplied={supplied}
          problems={problems}
          variations={variations}
          lastSeed={lastSeed}
          onVary={vary}
          onChange={change}
        />
      </div>
      {refusal !== null && !isAtField && (
        <div className={classes.refusal}>
          <ErrorNotice error={refusal} isCompact />
        </div>
      )}
      <QueueBar
        problemCount={Object.keys(problems).length}
        refusal={issue === null ? null : say({ key: issue.key, params: issue.params, message: issue.key })}
        preview={
          Object.keys(problems).length === 0 && (
            <GridPreview template={template} request={complete} seeds={isSeedVaried ? 1 : (shownCount ?? 1)} samples={samples} />
          )
        }
        countText={countText}
        canRepeat={canRepeat && !isSeedVaried}
        isSeedVaried={isSeedVaried}
        done={done}
        hasDraft={Object.keys(draft).length > 0 || Object.keys(variations).length > 0}
        onCount={setCountText}
        onQueue={(isFront, count) => void queue(isFront, count)}
        onReset={() => {
          clearDraft(template.id);
          setVariations(template.id, {});
          showUndo(t('generate.wasReset', { title: of(template.title) }), () => {
            setDraft(template.id, draft);
            setVariations(template.id, variations);
          });
        }}
      />
    </section>
  );
}
