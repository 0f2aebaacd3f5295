export interface Sized {
  width: number | null;
  height: number | null;
}

export interface JustifiedRow<T> {
  items: { item: T; width: number }[];
  height: number;
}

export interface RowShape {
  /** Width of the wall in px. */
  width: number;
  /** Height that a row should have in px; a full row differs a little so that it ends flush. */
  height: number;
  gap: number;
}

// Panoramas and strips would push everything else out of their row.
const ratioOf = ({ width, height }: Sized): number => Math.min(3, Math.max(0.4, width && height ? width / height : 1));

/**
 * Lays pictures out in rows that end flush with the wall and keep each picture's shape; the last row keeps the wanted
 * height and may end early. Pure.
 */
export const justifyRows = <T extends Sized>(items: readonly T[], shape: RowShape): JustifiedRow<T>[] => {
  const rows: JustifiedRow<T>[] = [];
  let row: T[] = [];
  let ratios = 0;
  const push = (height: number): void => {
    // Edges are rounded, not widths: rounding errors must not add up along the row.
    let edge = 0;
    const placed = row.map((item) => {
      const start = Math.round(edge);
      edge += ratioOf(item) * height;
      return { item, width: Math.round(edge) - start };
    });
    rows.push({ height: Math.round(height), items: placed });
    row = [];
    ratios = 0;
  };
  for (const item of items) {
    row.push(item);
    ratios += ratioOf(item);
    const free = shape.width - shape.gap * (row.length - 1);
    if (ratios * shape.height >= free) push(Math.max(40, free / ratios));
  }
  if (row.length > 0) push(shape.height);
  return rows;
};
