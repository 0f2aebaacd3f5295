/** A name from a file as people may see it: no control characters, not endless. Pure. */
export const tidy = (text: string): string =>
  text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 120);
