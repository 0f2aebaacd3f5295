import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Banners } from './Banners.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import classes from './Frame.module.css';
import { Rail } from './Rail.tsx';
import { RunningJobs } from './RunningJobs.tsx';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useProgressTitle } from './use-progress-title.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useVerdicts } from './use-verdicts.ts';

/** What stands around every screen: where to go, how the engine is, what needs a person, what runs. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useWords();
  useShortcuts();
  useProgressTitle();
  useVerdicts();
  return (
    <div className={classes.root}>
      <button type="button" className={classes.skip} onClick={() => document.getElementById('content')?.focus()}>
        {t('frame.toContent')}
      </button>
      <Rail />
      <StatusBar />
      <Banners />
      <main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <RunningJobs />
      <CommandPalette />
      <ShortcutHelp />
    </div>
  );
}
