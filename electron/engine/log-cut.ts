import { type FileHandle, open } from 'node:fs/promises';

/** How much of a log's beginning survives a cut: boot lines say what the engine is, and are never written again. */
const keptHeadBytes = 1_048_576;

const reasons = { grown: 'the log had grown beyond its limit', noRoom: 'the disk was full' } as const;
const note = new RegExp(`^\\[hearth\\] cut here: (?:${Object.values(reasons).join('|')})\\. Lines (\\d+) to (\\d+) are gone\\.$`);

/** The line that stands where a runaway log was cut. Pure. */
const cutNote = (why: keyof typeof reasons, first: number, last: number): string =>
  `[hearth] cut here: ${reasons[why]}. Lines ${first} to ${last} are gone.`;

/** Number of the last line that a cut took, if `line` tells of one: the note itself has the next number. Pure. */
export const lastCutLine = (line: string): number | null => {
  const last = line.startsWith('[hearth]') ? note.exec(line)?.[2] : undefined;
  return last === undefined ? null : Number(last);
};

/**
 * Cuts everything behind the beginning of a log that grew too large, or for which there is no room any more, and says so in its place.
 * Safe while the engine writes: it appends, so its next line follows. What it writes in this very moment may be lost. The note is
 * written over what goes, before that goes: on a full disk whoever filled it takes every byte that gets free.
 *
 * @param path of the same file, for writing in its middle
 * @param lines number of the last line that was read
 * @returns the byte from which reading goes on: the note comes next
 */
export const cutLog = async (
  file: FileHandle,
  path: string,
  maxBytes: number,
  lines: number,
  why: keyof typeof reasons = 'grown',
): Promise<number> => {
  const head = Buffer.alloc(Math.min(keptHeadBytes, Math.floor(maxBytes / 4)));
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const kept = head.subarray(0, bytesRead).lastIndexOf(10) + 1;
  let keptLines = 0;
  for (let at = head.indexOf(10); at !== -1 && at < kept; at = head.indexOf(10, at + 1)) keptLines++;
  const note = Buffer.from(`${cutNote(why, keptLines + 1, lines)}\n`);
  const writer = await open(path, 'r+');
  try {
    await writer.write(note, 0, note.length, kept);
    await writer.truncate(kept + note.length);
  } finally {
    await writer.close();
  }
  return kept;
};
