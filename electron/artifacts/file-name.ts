/** What a readable file name tells. */
export interface NameParts {
  /** Ms since the epoch; written as local time. */
  at: number;
  /** Title of the template, in any script. */
  title: string;
  seed: string | null;
  /** Number within the attempt, from 1; null when it made one file only. */
  number: number | null;
  /** Makes the name unique. */
  code: string;
  /** Without the dot; '' for none. */
  ending: string;
}

/** Room for the title: with everything else the name stays below the 143 bytes that encrypted Linux folders allow. */
const titleBytes = 72;

const two = (number: number): string => String(number).padStart(2, '0');

/** `text` cut to at most `bytes` of UTF-8 between two characters as people count them. Pure. */
export const cutToBytes = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(cut) + Buffer.byteLength(segment) > bytes) break;
    cut += segment;
  }
  return cut;
};

/** Letters, digits and their marks of any script; everything else, emoji and their variation marks too, becomes one hyphen. */
const nameable = (title: string): string =>
  cutToBytes(title.normalize('NFC').replace(/(?:[^\p{L}\p{M}\p{N}]|[\ufe00-\ufe0f])+/gu, '-'), titleBytes).replace(
    /^-+|-+$/g,
    '',
  );

/** Folder of a day within the store, by local time: `2026/11/30`. Pure but for the machine's time zone. */
export const dayFolder = (at: number): string[] => {
  const date = new Date(at);
  return [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())];
};

/** A readable file name: `2026-11-30_14-05-09_demo_4444-2_1f3a5b7c9d.png`. Valid on every system. Pure but for the time zone. */
export const fileName = ({ at, title, seed, number, code, ending }: NameParts): string => {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('-');
  const run = [seed, number].filter((part) => part !== null).join('-');
  const parts = [dayFolder(at).join('-'), time, nameable(title), run, code].filter((part) => part !== '');
  return `${parts.join('_')}${ending === '' ? '' : `.${ending}`}`;
};
