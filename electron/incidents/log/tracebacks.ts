import type { StoryLine } from './story-line.ts';

export interface Frame {
  n: number;
  file: string;
  line: number;
  /** Name of the function; empty where the line was cut. */
  name: string;
}

/** A Python traceback, as far as the log has it. */
export interface Traceback {
  /** Line of its beginning. */
  n: number;
  /** Outermost first. */
  frames: Frame[];
  /** Class of the exception as printed, with its module; null when the log ends before it. */
  type: string | null;
  message: string;
  /** Line of the exception; null when it is missing. */
  exceptionLine: number | null;
  /** Where it was printed: in a node, in the thread that runs jobs, in another thread or callback, while a pack was imported. */
  place: 'node' | 'worker' | 'callback' | 'import' | 'top' | 'other';
}

/** What Python's faulthandler prints when the process is hit by a signal or a Windows exception. */
export interface NativeStack {
  /** Line that names what happened. */
  n: number;
  /** `access violation`, `Segmentation fault`, `Aborted`, `stack overflow` and so on. */
  what: string;
  /** Of the thread that was hit, innermost first. */
  frames: Frame[];
}

const frameLine = /^\s*(?:\| )?File "([^"]*)", line (\d+)(?:,? in (.*))?/;
const exceptionLine = /^((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:: ?(.*))?$/;
const plausibleType = /(?:Error|Exception|Interrupt|Exit|Warning|Failure|Failed|Missing|Iteration|Lost|NotFound|Timeout)$/;
const header = /^(?:(?:Fatal Python error|Windows fatal exception): (.+))$/;

const newTraceback = (n: number): Traceback => ({ n, frames: [], type: null, message: '', exceptionLine: null, place: 'other' });

/** Reads one `File "…", line N, in f` line; null for any other. Pure. */
const parseFrame = ({ n, text }: StoryLine): Frame | null => {
  const match = text.includes('File "') ? frameLine.exec(text) : null;
  return match ? { n, file: match[1] ?? '', line: Number(match[2]), name: (match[3] ?? '').trim() } : null;
};

/** All Python tracebacks in these lines, in order; one that was cut at either end too. Foreign lines between are passed over. Pure. */
export const parseTracebacks = (lines: readonly StoryLine[]): Traceback[] => {
  const found: Traceback[] = [];
  let open: Traceback | null = null;
  let isInStack = false;
  let gap = 0;
  let before: StoryLine | null = null;
  for (const line of lines) {
    const { n, text } = line;
    if (header.test(text) || text.includes('(most recent call first)')) isInStack = true;
    if (text.includes('Traceback (most recent call last)')) {
      isInStack = false;
      open = newTraceback(n);
      if (before && /^Exception in thread .*\(prompt_worker\)/.test(before.text)) open.place = 'worker';
      else if (
        before &&
        /^(?:Exception in (?:thread|callback)|handle: <|future: <|Error handling request|Task )/.test(before.text)
      )
        open.place = 'callback';
      found.push(open);
      gap = 0;
      continue;
    }
    const frame = parseFrame(line);
    if (frame) {
      if (isInStack) continue;
      // The beginning may lie before what was kept.
      if (!open) {
        open = newTraceback(n);
        found.push(open);
      }
      open.frames.push(frame);
      gap = 0;
      continue;
    }
    if (text.trim() !== '' && !/^\s/.test(text)) isInStack = isInStack && !/^[A-Za-z_.]+(?:Error|Exception)\b/.test(text);
    if (open && open.frames.length > 0 && /^\S/.test(text)) {
      const match = exceptionLine.exec(text);
      const type = match?.[1] ?? '';
      if (match && (plausibleType.test(type) || type.includes('.') || (gap === 0 && /^[A-Z]\w+$/.test(type)))) {
        open.type = type;
        open.message = (match[2] ?? '').trim();
        open.exceptionLine = n;
        open = null;
      } else if (++gap > 40) open = null;
    }
    if (text.trim() !== '') before = line;
  }
  for (const traceback of found) traceback.place = placeOf(traceback);
  return found;
};

const placeOf = ({ place, frames }: Traceback): Traceback['place'] => {
  if (place !== 'other') return place;
  const first = frames[0];
  if (frames.some(({ file, name }) => name === 'prompt_worker' && file.endsWith('main.py')) && !frames.some(isExecution))
    return 'worker';
  if (frames.some(({ name }) => name === 'load_custom_node' || name === 'load_custom_node_extra')) return 'import';
  if (frames.some(isExecution)) return 'node';
  if (first?.name === '<module>' && !/custom_nodes[\\/]/.test(first.file)) return 'top';
  return 'other';
};

const isExecution = ({ file, name }: Frame): boolean =>
  /(?:^|[\\/])execution\.py$/.test(file) &&
  /^(?:execute|get_output_data|_?(?:async_)?map_node_over_list|process_inputs|recursive_execute|execute_async|slice_dict)/.test(
    name,
  );

/** All stacks that faulthandler printed, in order. Pure. */
export const parseNativeStacks = (lines: readonly StoryLine[]): NativeStack[] => {
  const found: NativeStack[] = [];
  let open: NativeStack | null = null;
  // Without a word on which thread was hit, the one that is printed first is taken.
  let part: 'hit' | 'first' | 'other' = 'other';
  for (const line of lines) {
    const what = header.exec(line.text)?.[1];
    if (what !== undefined) {
      open = { n: line.n, what: what.trim(), frames: [] };
      found.push(open);
      part = 'other';
      continue;
    }
    if (!open) continue;
    if (line.text.includes('(most recent call first)')) {
      const isHit = /^(?:Stack|Current thread)/.test(line.text.trim());
      if (isHit && part !== 'hit') open.frames.length = 0;
      part = isHit ? 'hit' : open.frames.length === 0 ? 'first' : 'other';
    } else if (line.text.includes('Traceback (most recent call last)')) open = null;
    else {
      const frame = parseFrame(line);
      if (frame && part !== 'other' && open.frames.length < 200) open.frames.push(frame);
    }
  }
  return found;
};
