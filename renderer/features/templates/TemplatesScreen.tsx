import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { go, useView } from '../../store/view.ts';
import { ImportPage } from './ImportPage.tsx';
import { TemplatePage } from './TemplatePage.tsx';
import classes from './templates.module.css';

/** A person's own templates: bring one in, go back to an older version, remove it. */
export function TemplatesScreen() {
  const { t } = useWords();
  const id = useView((view) => (view.place.screen === 'templates' ? view.place.id : null));
  /** The template whose next version is being brought in. */
  const [renewed, setRenewed] = useState<string | null>(null);
  const renew = (template: string): void => {
    setRenewed(template);
    go('templates');
  };
  return (
    <div className={classes.screen}>
      <nav className={classes.trail} aria-label={t('templates.trail')}>
        <a href={placeOf({ screen: 'generate', id: null })}>{t('frame.screens.generate')}</a>
        <span aria-hidden>›</span>
        <span>{t(id === null ? 'templates.import' : 'templates.template')}</span>
      </nav>
      {id === null ? <ImportPage renewed={renewed} /> : <TemplatePage key={id} id={id} onRenew={renew} />}
    </div>
  );
}
