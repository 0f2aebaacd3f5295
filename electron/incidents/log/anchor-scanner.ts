/** What an anchor means for the line that holds it. Bits, so that a line may have several. */
export const anchorBit = { interest: 1, marker: 2, context: 4 } as const;

/** Finds lines that hold any of many literal texts, in one pass over the bytes. */
export interface AnchorScanner {
  /**
   * Looks at `bytes` from `from` on; for every line that ends there, `onLine` gets where it begins and ends (without LF) and the
   * bits of all anchors in it. Returns where the unfinished last line begins.
   */
  scan(bytes: Uint8Array, from: number, onLine: (begin: number, end: number, bits: number) => void): number;
  /** Bits of the anchors in one line. */
  bitsOf(bytes: Uint8Array, begin: number, end: number): number;
}

const lf = 10;

/**
 * Builds the automaton of Aho and Corasick (1975) over ASCII anchors, without regard to case: constant work for each byte, however
 * many anchors there are and whatever the log holds.
 *
 * @param anchors literal ASCII text → bits of `anchorBit`
 */
export const createAnchorScanner = (anchors: ReadonlyMap<string, number>): AnchorScanner => {
  const classOf = new Uint8Array(256);
  let classes = 1;
  const codesOf = (anchor: string): number[] => [...Buffer.from(anchor.toLowerCase(), 'latin1')];
  for (const anchor of anchors.keys())
    for (const code of codesOf(anchor)) {
      if (classOf[code]) continue;
      classOf[code] = classes++;
      if (code >= 97 && code <= 122) classOf[code - 32] = classOf[code] ?? 0;
    }

  // The trie: children by class, 0 = none (nothing leads back to the root by a child).
  const size = [...anchors.keys()].reduce((sum, anchor) => sum + anchor.length, 1);
  const next = new Uint16Array(size * classes);
  const bits = new Uint8Array(size);
  let states = 1;
  for (const [anchor, bit] of anchors) {
    let state = 0;
    for (const code of codesOf(anchor)) {
      const at = state * classes + (classOf[code] ?? 0);
      if (!next[at]) next[at] = states++;
      state = next[at] ?? 0;
    }
    bits[state] = (bits[state] ?? 0) | bit;
  }
  if (states > 65_535) throw new Error('Too many anchors for 16-bit states.');

  // Breadth first: missing transitions are those of the longest proper suffix.
  const suffix = new Uint16Array(states);
  const queue: number[] = [];
  for (let c = 0; c < classes; c++) if (next[c]) queue.push(next[c] ?? 0);
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] ?? 0;
    const back = suffix[state] ?? 0;
    bits[state] = (bits[state] ?? 0) | (bits[back] ?? 0);
    for (let c = 0; c < classes; c++) {
      const at = state * classes + c;
      const through = next[back * classes + c] ?? 0;
      const child = next[at] ?? 0;
      if (child) {
        suffix[child] = through;
        queue.push(child);
      } else next[at] = through;
    }
  }

  // Rows are addressed directly: one addition less for each byte.
  const rows = new Uint32Array(states * classes);
  for (let at = 0; at < rows.length; at++) rows[at] = (next[at] ?? 0) * classes;
  const rowBits = new Uint8Array(states * classes);
  for (let state = 0; state < states; state++) rowBits[state * classes] = bits[state] ?? 0;

  return {
    scan(bytes, from, onLine) {
      let begin = from;
      let row = 0;
      let found = 0;
      const end = bytes.length;
      for (let at = from; at < end; at++) {
        // Inside the bounds by construction; typed arrays answer with a number there.
        const byte = bytes[at] as number;
        if (byte === lf) {
          onLine(begin, at, found);
          begin = at + 1;
          row = 0;
          found = 0;
          continue;
        }
        row = rows[row + (classOf[byte] as number)] as number;
        found |= rowBits[row] as number;
      }
      return begin;
    },
    bitsOf(bytes, begin, end) {
      let row = 0;
      let found = 0;
      for (let at = begin; at < end; at++) {
        row = rows[row + (classOf[bytes[at] ?? 0] ?? 0)] ?? 0;
        found |= rowBits[row] ?? 0;
      }
      return found;
    },
  };
};
