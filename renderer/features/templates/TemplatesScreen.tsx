import { Button } from '@mantine/core';
import { FolderSync } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { go, useView } from '../../store/view.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
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
  // What was put into the folders by hand is there when a person comes to look; the list itself arrives as an event.
  useEffect(() => void api.call('templates.reload', {}).catch(() => undefined), []);
  const readAgain = async (): Promise<void> => {
    const list = await attempt(api.call('templates.reload', {}));
    if (!list) return;
    const done = t('templates.readDone', { count: list.templates.length });
    const faults = list.problems.length;
    showDone(faults === 0 ? done : `${done} ${t('templates.readFaults', { count: faults })}`);
  };
  return (
    <div className={classes.screen}>
      <nav className={classes.trail} aria-label={t('templates.trail')}>
        <a href={placeOf({ screen: 'generate', id: null })}>{t('frame.screens.generate')}</a>
        <span aria-hidden>›</span>
        <span>{t(id === null ? 'templates.import' : 'templates.template')}</span>
        <Button
          className={classes.readAgain}
          variant="subtle"
          size="compact-xs"
          leftSection={<FolderSync size={14} aria-hidden />}
          onClick={() => void readAgain()}
        >
          {t('templates.readAgain')}
        </Button>
      </nav>
      {id === null ? <ImportPage renewed={renewed} /> : <TemplatePage key={id} id={id} onRenew={renew} />}
    </div>
  );
}
