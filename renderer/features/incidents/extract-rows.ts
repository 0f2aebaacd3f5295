import type { LogPart } from '../../../shared/evidence.ts';

type ExtractRow =
  | { kind: 'line'; n: number; text: string; isMarked: boolean }
  /** `count` lines after line `after` were left out. */
  | { kind: 'gap'; after: number; count: number };

/** The lines of an extract with the guilty ones marked, and what was left out between its parts. Pure. */
export function extractRows(parts: readonly LogPart[], marked: readonly number[]): ExtractRow[] {
  const guilty = new Set(marked);
  const rows: ExtractRow[] = [];
  let last = 0;
  for (const { firstLine, lines } of parts.toSorted((a, b) => a.firstLine - b.firstLine)) {
    if (firstLine > last + 1) rows.push({ kind: 'gap', after: last, count: firstLine - last - 1 });
    for (const [index, text] of lines.entries()) {
      const n = firstLine + index;
      if (n <= last) continue;
      rows.push({ kind: 'line', n, text, isMarked: guilty.has(n) });
      last = n;
    }
  }
  return rows;
}

/** Numbers of the marked lines that are shown, from the top. Pure. */
export const markedRows = (rows: readonly ExtractRow[]): number[] =>
  rows.flatMap((row) => (row.kind === 'line' && row.isMarked ? [row.n] : []));

/** The marked line to begin with: the one that holds `text` (its first line), else the first one; null where none is marked. Pure. */
export function startOf(rows: readonly ExtractRow[], text: string | null): number | null {
  const wanted = text?.split('\n', 1)[0] ?? '';
  const guilty = rows.flatMap((row) => (row.kind === 'line' && row.isMarked ? [row] : []));
  const named = wanted === '' ? undefined : guilty.find((row) => row.text.includes(wanted));
  return (named ?? guilty[0])?.n ?? null;
}
