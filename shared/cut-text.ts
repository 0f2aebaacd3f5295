/** Longest text of somebody else (an engine, a log, a file) that becomes part of a sentence, in UTF-16 units. */
const longestText = 500;

/** `text` cut to at most `most` UTF-16 units between two characters as people count them, with `…` for what is missing. Pure. */
export const cutText = (text: string, most: number = longestText): string => {
  if (text.length <= most) return text;
  let end = 0;
  // The last one may be half of a character; there must be room for the mark anyway.
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, most)))
    if (index + segment.length < most) end = index + segment.length;
  return `${text.slice(0, end)}…`;
};
