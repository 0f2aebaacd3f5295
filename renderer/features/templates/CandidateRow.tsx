import { ActionIcon, Checkbox, Select, TextInput } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { ImportCandidate } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { type CandidateDraft, type DraftField, hasRange, hasStart, parameterOf, possibleTypes } from './import-draft.ts';
import classes from './templates.module.css';

interface CandidateRowProps {
  candidate: ImportCandidate;
  draft: CandidateDraft;
  onChange: (draft: CandidateDraft) => void;
}

/** One input: a tick makes it a field of the form, and what can be said about that field opens below it. */
export function CandidateRow({ candidate, draft, onChange }: CandidateRowProps) {
  const { t, of } = useWords();
  const { issues } = parameterOf(candidate, draft);
  const types = possibleTypes(candidate);
  const name = of(draft.label) || candidate.input;
  const [isOpen, setIsOpen] = useState(false);
  // What cannot be saved as it is must not hide.
  const isShown = draft.isTicked && (isOpen || Object.keys(issues).length > 0);
  const set = (change: Partial<CandidateDraft>): void => onChange({ ...draft, ...change });
  const field = (key: Exclude<DraftField, 'label'>) => {
    const issue = issues[key];
    return (
      <TextInput
        key={key}
        label={t(`templates.field.${key}`)}
        value={draft[key]}
        error={issue === undefined ? undefined : t(`templates.issue.${issue}`)}
        onChange={(event) => set({ [key]: event.currentTarget.value })}
      />
    );
  };
  return (
    <div className={classes.candidate} data-ticked={draft.isTicked || undefined}>
      <div className={classes.candidateHead}>
        <Checkbox
          label={candidate.input}
          checked={draft.isTicked}
          onChange={(event) => set({ isTicked: event.currentTarget.checked })}
        />
        <span className={classes.value}>
          {draft.isTicked && <strong>{name}</strong>} {draft.start}
        </span>
        <span className={classes.type}>{t(`templates.type.${draft.type}`)}</span>
        {draft.isTicked && (
          <ActionIcon
            size={24}
            aria-label={t('templates.editField', { name })}
            aria-expanded={isShown}
            onClick={() => setIsOpen(!isShown)}
          >
            {isShown ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          </ActionIcon>
        )}
      </div>
      {isShown && (
        <fieldset className={classes.fields}>
          <legend className={classes.hidden}>{name}</legend>
          <TextInput
            label={t('templates.field.labelEn')}
            value={draft.label.en}
            error={issues.label && t('templates.issue.empty')}
            onChange={(event) => set({ label: { ...draft.label, en: event.currentTarget.value } })}
          />
          <TextInput
            label={t('templates.field.labelKo')}
            value={draft.label.ko}
            onChange={(event) => set({ label: { ...draft.label, ko: event.currentTarget.value } })}
          />
          <Select
            label={t('templates.field.type')}
            data={types.map((type) => ({ value: type, label: t(`templates.type.${type}`) }))}
            value={draft.type}
            disabled={types.length === 1}
            onChange={(chosen) => set({ type: types.find((type) => type === chosen) ?? draft.type })}
          />
          {hasStart(draft.type) && field('start')}
          {hasRange(draft.type) && (
            <div className={classes.range}>
              {field('min')}
              {field('max')}
              {draft.type !== 'seed' && field('step')}
            </div>
          )}
        </fieldset>
      )}
    </div>
  );
}
