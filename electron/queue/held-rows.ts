/** The statements that every table of rows with a life has. */
interface Rows<Row> {
  find(id: string): Row | undefined;
  write(row: Row, before: Row): void;
}

/** The same table to somebody who changes its rows step by step. */
export type HeldRows<Row, All extends Rows<Row>, Patch> = Omit<All, 'write'> & {
  /** The row as it is with `patch`. It is written with the transaction that this is called in. */
  change(row: Row, patch: Patch): Row;
};

/**
 * Rows that are changed several times in one transaction and written once: each write renews five indexes, and a job that went from
 * `queued` to `succeeded` would pay for every state on its way. They are written before the table is read in any other way than by
 * id, and by `flush`, which a transaction ends with; `drop` forgets those of one that failed.
 */
export const holdRows = <Row extends { id: string }, All extends Rows<Row>, Patch extends Partial<Row>>(
  rows: All,
  isInTransaction: () => boolean,
): { rows: HeldRows<Row, All, Patch>; flush: () => void; drop: () => void } => {
  const held = new Map<string, { row: Row; before: Row }>();
  const flush = (): void => {
    if (held.size === 0) return;
    const all = [...held.values()];
    held.clear();
    for (const { row, before } of all) rows.write(row, before);
  };
  const others = Object.entries(rows).map(([name, act]) => [
    name,
    (...input: unknown[]) => {
      flush();
      return act(...input);
    },
  ]);
  return {
    rows: {
      // Each has the type of the one that it stands for.
      ...(Object.fromEntries(others) as All),
      find: (id: string) => held.get(id)?.row ?? rows.find(id),
      change(row: Row, patch: Patch) {
        if (!isInTransaction()) throw new Error('a row can be changed in a transaction only');
        const next = { ...row, ...patch };
        held.set(row.id, { row: next, before: held.get(row.id)?.before ?? row });
        return next;
      },
    },
    flush,
    drop: () => held.clear(),
  };
};
