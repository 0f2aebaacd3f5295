/** What every system's table has about a process. */
export interface ProcessRow {
  pid: number;
  parent: number;
  /** Process group and session; 0 where there are none. */
  group: number;
  session: number;
}

/**
 * Everything below `root`, itself included: descendants, its process group, its session, and the descendants of all `marked` ones
 * (which may have left the tree when their parent died). Never this process, nor the system's first. Pure.
 */
export const treeOf = <Row extends ProcessRow>(
  rows: readonly Row[],
  root: number,
  marked: ReadonlySet<number>,
  own: number,
): Row[] => {
  const children = new Map<number, Row[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  const family = new Set<Row>();
  const queue = rows.filter(({ pid, group, session }) => pid === root || group === root || session === root || marked.has(pid));
  for (let row = queue.pop(); row; row = queue.pop()) {
    if (family.has(row) || row.pid === own || row.pid <= 1) continue;
    family.add(row);
    queue.push(...(children.get(row.pid) ?? []));
  }
  return [...family];
};

/** The one whose parent is not among them. Pure. */
export const rootOf = <Row extends ProcessRow>(rows: readonly Row[]): Row | undefined => {
  const pids = new Set(rows.map(({ pid }) => pid));
  return rows.find(({ parent }) => !pids.has(parent));
};
