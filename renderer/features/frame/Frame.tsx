import { NavLink } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf, screens } from '../../store/place.ts';
import { useView } from '../../store/view.ts';
import classes from './Frame.module.css';

/** What stands around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const current = useView((view) => view.place.screen);
  return (
    <div className={classes.root}>
      <nav className={classes.rail}>
        {screens.map((screen) => (
          <NavLink
            key={screen}
            href={placeOf({ screen, id: null })}
            label={t(`frame.screens.${screen}`)}
            active={screen === current}
          />
        ))}
      </nav>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
