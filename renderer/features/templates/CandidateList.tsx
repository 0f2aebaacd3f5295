import { Button, Switch, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ImportCandidate } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { CandidateRow } from './CandidateRow.tsx';
import type { CandidateDraft } from './import-draft.ts';
import classes from './templates.module.css';

interface CandidateListProps {
  fileName: string;
  candidates: readonly ImportCandidate[];
  drafts: readonly CandidateDraft[];
  onForget: () => void;
  onChange: (drafts: readonly CandidateDraft[]) => void;
}

interface Group {
  node: string;
  title: string;
  kind: string;
  rows: { index: number; candidate: ImportCandidate; draft: CandidateDraft }[];
}

/** The inputs of each node that hold plain values: what is ticked becomes a field of the form. */
export function CandidateList({ fileName, candidates, drafts, onForget, onChange }: CandidateListProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const [isTickedOnly, setIsTickedOnly] = useState(false);
  const wanted = text.trim().toLowerCase();
  const groups: Group[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const draft = drafts[index];
    if (!draft || (isTickedOnly && !draft.isTicked)) continue;
    const place = `${candidate.nodeTitle} ${candidate.class} ${candidate.input} ${draft.label.en} ${draft.label.ko}`;
    if (!place.toLowerCase().includes(wanted)) continue;
    const last = groups.at(-1);
    const row = { index, candidate, draft };
    if (last?.node === candidate.node) last.rows.push(row);
    else groups.push({ node: candidate.node, title: candidate.nodeTitle, kind: candidate.class, rows: [row] });
  }
  const ticked = drafts.filter(({ isTicked }) => isTicked).length;
  return (
    <section className={classes.candidates} aria-label={t('templates.inputs')}>
      <header className={classes.listHead}>
        <div>
          <h1 className={classes.title}>{t('templates.inputs')}</h1>
          <p className={classes.dim}>{t('templates.inputsLead', { count: ticked, of: candidates.length, file: fileName })}</p>
        </div>
        <Button variant="default" onClick={onForget}>
          {t('templates.otherFile')}
        </Button>
      </header>
      <div className={classes.listTools}>
        <TextInput
          className={classes.grow ?? ''}
          aria-label={t('templates.findInput')}
          placeholder={t('templates.findInput')}
          leftSection={<Search size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Switch
          label={t('templates.tickedOnly')}
          checked={isTickedOnly}
          onChange={(event) => setIsTickedOnly(event.currentTarget.checked)}
        />
      </div>
      {groups.map((group) => (
        <section key={group.node} className={classes.node} aria-label={`${group.title} ${group.node}`}>
          <h2 className={classes.nodeHead}>
            {group.title}
            <span className={classes.dim}>{group.kind === group.title ? `#${group.node}` : `${group.kind} #${group.node}`}</span>
          </h2>
          {group.rows.map(({ index, candidate, draft }) => (
            <CandidateRow
              key={`${candidate.node} ${candidate.input}`}
              candidate={candidate}
              draft={draft}
              onChange={(next) => onChange(drafts.map((other, at) => (at === index ? next : other)))}
            />
          ))}
        </section>
      ))}
      {groups.length === 0 && <p className={classes.dim}>{t('templates.noInputs')}</p>}
    </section>
  );
}
