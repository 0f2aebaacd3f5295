/** The known word that is most like `word`, if any is like it at all. Pure. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 0.5;
  for (const candidate of known) {
    const steps = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best;
}

/** "Unknown option --prot. Did you mean --port?" Pure. */
export function unknownWord(word: string, what: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return `Unknown ${what} ${word}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** How many letters must be added, taken away or changed (Levenshtein). Pure. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
