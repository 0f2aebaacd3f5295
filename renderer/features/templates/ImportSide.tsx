import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ImportInspection, Template } from '../../../shared/template.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { type ImportDraft, saveable } from './import-draft.ts';
import { LimitFields } from './LimitFields.tsx';
import classes from './templates.module.css';

interface ImportSideProps {
  inspection: ImportInspection;
  draft: ImportDraft;
  /** A person's own templates, which this could be the next version of. */
  own: readonly Template[];
  error: unknown;
  isBusy: boolean;
  onChange: (draft: ImportDraft) => void;
  onTarget: (id: string | null) => void;
  onSave: () => void;
}

type Warning = ImportInspection['warnings'][number];

const warningWords = ({ key, params }: Warning): string => {
  const full = `templates.importWarnings.${key}`;
  // The key comes from the host, which may know warnings that this page does not.
  return i18n.exists(full) ? String(i18n.t(full as 'templates.importWarnings.noOutput', params)) : key;
};

/** What the template is called, what it keeps, what to know about it, and the one button that saves it. */
export function ImportSide({ inspection, draft, own, error, isBusy, onChange, onTarget, onSave }: ImportSideProps) {
  const { t, of } = useWords();
  const wanted = saveable(inspection, draft);
  const next = own.find(({ id }) => id === draft.target);
  const toggle = (node: string): void => {
    const outputs = new Set(draft.outputs);
    if (!outputs.delete(node)) outputs.add(node);
    onChange({ ...draft, outputs });
  };
  return (
    <section className={classes.side} aria-label={t('templates.template')}>
      {inspection.warnings.length > 0 && (
        <ul className={classes.warnings} aria-label={t('templates.warnings')}>
          {inspection.warnings.map((warning) => (
            <li key={warning.key}>
              <TriangleAlert size={14} aria-hidden />
              <span>{warningWords(warning)}</span>
            </li>
          ))}
        </ul>
      )}
      {own.length > 0 && (
        <Select
          label={t('templates.saveAs')}
          data={[
            { value: '', label: t('templates.asNew') },
            ...own.map(({ id, title, version }) => ({
              value: id,
              label: t('templates.asVersion', { title: of(title), version: version + 1 }),
            })),
          ]}
          value={draft.target ?? ''}
          onChange={(id) => onTarget(id || null)}
        />
      )}
      <TextInput
        label={t('templates.titleEn')}
        value={draft.title.en}
        onChange={(event) => onChange({ ...draft, title: { ...draft.title, en: event.currentTarget.value } })}
      />
      <TextInput
        label={t('templates.titleKo')}
        value={draft.title.ko}
        onChange={(event) => onChange({ ...draft, title: { ...draft.title, ko: event.currentTarget.value } })}
      />
      <fieldset className={classes.outputs}>
        <legend>{t('templates.outputs')}</legend>
        {inspection.outputs.map(({ node, kind, nodeTitle }) => (
          <Checkbox
            key={node}
            label={t('templates.output', { title: nodeTitle, node, kind: t(`gallery.kind.${kind}`) })}
            checked={draft.outputs.has(node)}
            onChange={() => toggle(node)}
          />
        ))}
        {inspection.outputs.length === 0 && <p className={classes.dim}>{t('templates.noOutputs')}</p>}
      </fieldset>
      <LimitFields limits={draft.limits} onChange={(limits) => onChange({ ...draft, limits })} />
      {error !== null && <ErrorNotice error={error} />}
      <Button size="sm" loading={isBusy} disabled={wanted === null} onClick={onSave}>
        {next ? t('templates.saveVersion', { version: next.version + 1 }) : t('templates.save')}
      </Button>
      {wanted === null && <p className={classes.dim}>{t('templates.cannotSave')}</p>}
      {wanted !== null && <p className={classes.dim}>{t('templates.formWillHave', { count: wanted.parameters.length })}</p>}
    </section>
  );
}
