import type { ReactNode } from 'react';
import classes from './plan.module.css';

/** One numbered step of a plan. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={classes.step} aria-label={title}>
      <h2>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
