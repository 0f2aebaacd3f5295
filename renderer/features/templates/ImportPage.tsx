import { useState } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import type { ImportInspection } from '../../../shared/template.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go, selectTemplate } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDone } from '../../ui/toasts.tsx';
import { CandidateList } from './CandidateList.tsx';
import { ImportSide } from './ImportSide.tsx';
import { type ImportDraft, likelyTarget, saveable, startDraft } from './import-draft.ts';
import classes from './templates.module.css';
import { WorkflowDrop } from './WorkflowDrop.tsx';

/** What `templates.inspect` takes at most. */
const mostBytes = 50_000_000;

interface Opened {
  /** As it came, so that nothing in it changes on its way to the store. */
  text: string;
  fileName: string;
  inspection: ImportInspection;
}

/**
 * Turns a workflow that was exported from ComfyUI into a form: choose the file, tick what may be changed, save. `renewed` is the
 * template whose next version a person came to bring.
 */
export function ImportPage({ renewed }: { renewed: string | null }) {
  const { t, of } = useWords();
  const templates = useHearth((state) => state.templates);
  const own = Object.values(templates).filter(({ origin }) => origin === 'own');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [draft, setDraft] = useState<ImportDraft | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  const open = async (text: string, fileName: string): Promise<void> => {
    setError(null);
    setIsBusy(true);
    try {
      if (text.length > mostBytes)
        throw new AppError('invalid-input', 'importTooLarge', { size: Math.round(text.length / 1e6), limit: mostBytes / 1e6 });
      const inspection = await api.call('templates.inspect', { text, fileName });
      setOpened({ text, fileName, inspection });
      setDraft(startDraft(inspection, own.find(({ id }) => id === renewed) ?? likelyTarget(inspection, own)));
    } catch (refusal) {
      setOpened(null);
      setError(refusal);
    }
    setIsBusy(false);
  };
  const save = async (): Promise<void> => {
    const wanted = opened && draft ? saveable(opened.inspection, draft) : null;
    if (!opened || !wanted) return;
    setError(null);
    setIsBusy(true);
    try {
      const saved = await api.call('templates.save', { ...wanted, graph: opened.text });
      showDone(t('templates.saved', { title: of(saved.title), version: saved.version }));
      selectTemplate(saved.id);
      go('generate');
    } catch (refusal) {
      setError(refusal);
    }
    setIsBusy(false);
  };
  const forget = (): void => {
    setOpened(null);
    setDraft(null);
    setError(null);
  };

  if (!opened || !draft)
    return (
      <div className={classes.narrow}>
        <h1 className={classes.title}>{t('templates.importTitle')}</h1>
        <p className={classes.lead}>{t('templates.importLead')}</p>
        <WorkflowDrop isBusy={isBusy} onOpen={(text, name) => void open(text, name)} />
        {error !== null && <ErrorNotice error={error} />}
        <ol className={classes.how}>
          <li>{t('templates.how1')}</li>
          <li>{t('templates.how2')}</li>
          <li>{t('templates.how3')}</li>
        </ol>
      </div>
    );
  return (
    <div className={classes.review}>
      <CandidateList
        fileName={opened.fileName}
        candidates={opened.inspection.candidates}
        drafts={draft.inputs}
        onForget={forget}
        onChange={(inputs) => setDraft({ ...draft, inputs })}
      />
      <ImportSide
        inspection={opened.inspection}
        draft={draft}
        own={own}
        error={error}
        isBusy={isBusy}
        onChange={setDraft}
        onTarget={(target) =>
          setDraft(
            startDraft(
              opened.inspection,
              own.find(({ id }) => id === target),
            ),
          )
        }
        onSave={() => void save()}
      />
    </div>
  );
}
