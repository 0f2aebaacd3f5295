import { newSegment, type Run, type Segment } from './segment.ts';

/** Beginnings of the lines that the page of ComfyUI writes above the stack of a failed job. */
const opening =
  /^(?:#{1,4} (?:ComfyUI )?Error (?:Report|Details)\b|- \*\*(?:Node ID|Node Type|Exception Type|Exception Message):\*\*)/;

/** Literal texts of those lines. */
export const reportAnchors: readonly string[] = ['Error Report', 'Error Details', '**Exception ', '**Node '];

/** Whether an error report begins here. Pure. */
export const opensReport = (text: string): boolean => opening.test(text);

/** An error report that people copy from ComfyUI's page: message and stack, before the system's facts and the log. */
export interface ErrorReport {
  /** Takes in a line; false: the report's own part was over before it. */
  take(n: number, text: string): boolean;
  /** The failure in the words of ComfyUI's log, with the report's line numbers; null without a message. */
  toSegment(run: Run): Segment | null;
}

const maxLines = 600;

/** Reads an error report line by line. Memory stays bounded. */
export const createErrorReport = (): ErrorReport => {
  const lines: { n: number; raw: string }[] = [];
  let type = '';
  let told: { n: number; message: string } | null = null;
  const keep = (n: number, raw: string): void => void (lines.length < maxLines && lines.push({ n, raw }));
  return {
    take(n, text) {
      const fact = /^- \*\*([A-Z][A-Za-z ]{1,30}):\*\* ?(.*)$/.exec(text);
      if (fact?.[1] === 'Exception Type') type = fact[2]?.trim() ?? '';
      else if (fact?.[1] === 'Exception Message') {
        told = { n, message: fact[2] ?? '' };
        keep(n, `!!! Exception during processing !!! ${told.message}`);
      } else if (/^#{1,4} Stack Trace/.test(text)) keep(n, 'Traceback (most recent call last):');
      else if (/^#{1,4} (?!(?:ComfyUI )?Error )/.test(text)) return false;
      else if (!text.startsWith('```')) keep(n, text);
      return true;
    },
    toSegment(run) {
      if (told === null) return null;
      const segment = newSegment(run, lines[0]?.n ?? told.n);
      segment.head.push(...lines, { n: told.n, raw: type === '' ? told.message : `${type}: ${told.message}` });
      segment.failed = 'node';
      return segment;
    },
  };
};
