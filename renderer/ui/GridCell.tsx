import type { ReactNode } from 'react';

interface GridCellProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A cell of a grid whose rows are drawn one by one as they come into sight; table elements cannot be laid out that way. */
export function GridCell({ className, children }: GridCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active row.
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}
