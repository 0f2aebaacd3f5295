import { type ReactNode, useId } from 'react';
import classes from './IncidentPage.module.css';

/** One part of a story, under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
