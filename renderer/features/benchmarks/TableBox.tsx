import type { ReactNode } from 'react';
import classes from './run.module.css';

interface TableBoxProps {
  title: string;
  hint?: string;
  /** Long tables are folded until somebody opens them; on paper they are left out. */
  isFolded?: boolean;
  head: readonly { name: string; isNumber?: boolean }[];
  children: ReactNode;
}

/** A table with its name, which a narrow page may scroll to the side. */
export function TableBox({ title, hint, isFolded = false, head, children }: TableBoxProps) {
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard.
    <section className={classes.tableBox} tabIndex={0} aria-label={title}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map(({ name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
  if (isFolded)
    return (
      <details className={classes.folded}>
        <summary>{title}</summary>
        {hint && <p className={classes.dim}>{hint}</p>}
        {table}
      </details>
    );
  return (
    <div>
      <h2 className={classes.heading}>
        {title} {hint && <span className={classes.dim}>{hint}</span>}
      </h2>
      {table}
    </div>
  );
}
