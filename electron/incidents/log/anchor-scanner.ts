/** What an anchor means for the line that holds it. Bits, so that a line may have several. `trouble`: what follows is worth keeping. */
export const anchorBit = { interest: 1, marker: 2, context: 4, trouble: 8 } as const;

/** Finds lines that hold any of many literal texts, in one pass over the bytes. */
export interface AnchorScanner {
  /**
   * Looks at `bytes` from `from` on; for every line that ends there, `onLine` gets where it begins and ends (without LF) and the
   * bits of all anchors in it. Returns where the unfinished last line begins.
   */
  scan(bytes: Buffer, from: number, onLine: (begin: number, end: number, bits: number) => void): number;
  /** Bits of the anchors in one line. */
  bitsOf(bytes: Buffer, begin: number, end: number): number;
}

/** Shorter anchors are not looked for: every line would have to be read byte by byte. */
export const shortestAnchor = 6;

const lf = 10;
/** Codes of three bytes, five bits each: tables that stay in the processor's first cache. */
const codes = 0x8000;
/** How far to go on where nothing begins. */
const farthest = shortestAnchor - 2;

/** Classes of bytes: LF is 0, letters 1 to 26 without regard to case, the rest by kind. */
const classOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === lf) return 0;
  const letter = byte | 32;
  if (letter >= 97 && letter <= 122 && byte < 128) return letter - 96;
  if (byte >= 48 && byte <= 57) return 27;
  if (byte === 32) return 28;
  if (byte === 95 || byte === 45) return 29;
  return byte < 128 ? 30 : 31;
});
const lower = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** How common letters are in logs, the most common first; blanks, digits and signs are more common still. */
const common = 'etaoinrsdlcmpuhgbfvkywxqjz';
const weightOf = Uint8Array.from({ length: 32 }, (_, code) => {
  if (code >= 27) return 27;
  return code === 0 ? 0 : 26 - common.indexOf(String.fromCharCode(96 + code));
});

interface Anchor {
  bytes: Uint8Array;
  /** Where its window of `shortestAnchor` bytes ends. */
  at: number;
  bits: number;
}

const codeAt = (bytes: Uint8Array, end: number): number =>
  ((classOf[bytes[end - 2] ?? 0] ?? 0) << 10) | ((classOf[bytes[end - 1] ?? 0] ?? 0) << 5) | (classOf[bytes[end] ?? 0] ?? 0);
const weightAt = (bytes: Uint8Array, end: number): number => {
  const code = codeAt(bytes, end);
  return (weightOf[code >> 10] ?? 0) + (weightOf[(code >> 5) & 31] ?? 0) + (weightOf[code & 31] ?? 0);
};

/** The end of the window that is least likely elsewhere; its last three bytes count most, for they start a comparison. */
const rarestWindow = (bytes: Uint8Array): number => {
  let best = shortestAnchor - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let end = shortestAnchor - 1; end < bytes.length; end++) {
    let weight = 4 * weightAt(bytes, end);
    for (let back = 1; back < farthest; back++) weight += weightAt(bytes, end - back);
    if (weight < least) [best, least] = [end, weight];
  }
  return best;
};

/**
 * Builds a scanner for literal ASCII texts, found without regard to case, after Wu and Manber (1994): three bytes tell how far the
 * next anchor can begin at the earliest, so that most bytes are never looked at. What a log holds cannot make it slower than one
 * step and one comparison for each byte.
 *
 * @param anchors literal text → bits of `anchorBit`; those shorter than `shortestAnchor` are left out
 */
export const createAnchorScanner = (anchors: ReadonlyMap<string, number>): AnchorScanner => {
  const buckets: (Anchor[] | undefined)[] = new Array(codes);
  const steps = new Uint8Array(codes).fill(farthest);
  for (const [text, bits] of anchors) {
    if (text.length < shortestAnchor) continue;
    const bytes = Uint8Array.from(Buffer.from(text.toLowerCase(), 'latin1'));
    const at = rarestWindow(bytes);
    for (let back = 0; back < farthest; back++) {
      const code = codeAt(bytes, at - back);
      steps[code] = Math.min(steps[code] ?? 0, back);
    }
    const code = codeAt(bytes, at);
    const bucket = buckets[code] ?? [];
    buckets[code] = bucket;
    bucket.push({ bytes, at, bits });
  }

  /** Bits of the anchors whose window ends at `end`. */
  const compare = (bytes: Buffer, end: number, begin: number, stop: number, code: number): number => {
    let found = 0;
    for (const { bytes: wanted, at, bits } of buckets[code] ?? []) {
      const start = end - at;
      if (start < begin || start + wanted.length > stop) continue;
      let k = 0;
      while (k < wanted.length && lower[bytes[start + k] ?? 0] === wanted[k]) k++;
      if (k === wanted.length) found |= bits;
    }
    return found;
  };

  const bitsOf = (bytes: Buffer, begin: number, stop: number): number => {
    let found = 0;
    let at = begin + shortestAnchor - 1;
    while (at < stop) {
      // Inside the bounds by construction; typed arrays answer with a number there.
      const code =
        ((classOf[bytes[at - 2] as number] as number) << 10) |
        ((classOf[bytes[at - 1] as number] as number) << 5) |
        (classOf[bytes[at] as number] as number);
      const step = steps[code] as number;
      if (step === 0) {
        found |= compare(bytes, at, begin, stop, code);
        at++;
      } else at += step;
    }
    return found;
  };

  return {
    scan(bytes, from, onLine) {
      let begin = from;
      for (let end = bytes.indexOf(lf, begin); end !== -1; end = bytes.indexOf(lf, begin)) {
        onLine(begin, end, bitsOf(bytes, begin, end));
        begin = end + 1;
      }
      return begin;
    },
    bitsOf,
  };
};
