/** A line of a log that was kept. */
export interface StoryLine {
  /** Physical line number, 1-based, split at LF. */
  n: number;
  /** Without colours and prefixes. */
  text: string;
}

/**
 * What a line is to the rules. `source`: a line of program text below a frame, kept for show only. `child`: output of a process that
 * ComfyUI-Manager started, which says nothing about ComfyUI itself.
 */
export type LineRole = 'text' | 'frame' | 'source' | 'child';

const frame = /^\s*(?:\| )?File "[^"]*", line \d+/;
const underline = /^\s*[~^]+[~^ ]*$/;

/** The roles of consecutive lines. Pure. */
export const rolesOf = (lines: readonly StoryLine[]): LineRole[] => {
  let isInFrame = false;
  return lines.map(({ text }) => {
    if (text.startsWith('[!] ')) return 'child';
    if (frame.test(text)) {
      isInFrame = true;
      return 'frame';
    }
    if (isInFrame && (underline.test(text) || /^(?: {4}|\t)/.test(text))) return 'source';
    if (text.trim() !== '') isInFrame = false;
    return 'text';
  });
};
