import type { causes } from '../../../shared/i18n/en/causes.ts';
import type { CauseLayer, Confidence } from '../../../shared/incident.ts';
import type { Evidence, EvidenceLine } from '../evidence.ts';
import type { RemedyId } from '../remedy-catalog.ts';

/** Ids of the causes that the log can show, each with its words. */
export type CauseId = Exclude<keyof typeof causes, 'none' | 'unknown'>;

/**
 * Something to be found in one line. A line counts that holds one of the anchors, in the same case unless the pattern ignores it,
 * and fits the pattern, if there is one. Patterns see one line of bounded length and are linear.
 */
export interface Clue {
  anchors: readonly string[];
  pattern?: RegExp;
  /**
   * `text`: messages of the failure. `frames`: its traceback frames. `any`: both and the program text below frames. `run`: all
   * messages of the run. `child`: output of processes that ComfyUI-Manager started, messages of the run included.
   */
  where: 'text' | 'frames' | 'any' | 'run' | 'child';
}

/** When a rule may speak. `outside`: the log cannot show it, somebody who saw the picture or the HTTP answer says so. */
type Applies = 'failure' | 'failure-or-advisory' | 'advisory' | 'advisory-unless-success' | 'hang' | 'reboot' | 'outside';

/** How one cause is recognised and what may cure it. */
export interface Rule {
  id: CauseId;
  layer: CauseLayer;
  /** Default `failure`. */
  applies?: Applies;
  confidence: Confidence;
  /** Each must be found. */
  all?: readonly Clue[];
  /** At least one must be found. */
  any?: readonly Clue[];
  /** None may be found. */
  not?: readonly Clue[];
  /** Exit codes of the ComfyUI process, unsigned Windows codes and signals. `isEnough`: no text is needed. */
  exit?: { codes?: readonly number[]; signals?: readonly string[]; isEnough: boolean };
  /** What words cannot say: the lines that it relies on, or null when it does not hold. */
  test?: (evidence: Evidence) => readonly number[] | null;
  /** Whether what is known from outside speaks against it, whatever the words. */
  isDenied?: (evidence: Evidence) => boolean;
  /** How sure it is where that depends; default `confidence`. */
  sureness?: (evidence: Evidence) => Confidence;
  /** Literal texts that `test` looks for. */
  testAnchors?: readonly string[];
  /** Lines to show beside the guilty ones. */
  show?: readonly Clue[];
  /** Least invasive first. */
  remedies: readonly RemedyId[];
}

type Words = string | readonly string[];
const clue =
  (where: Clue['where']) =>
  (words: Words, pattern?: RegExp): Clue => ({
    anchors: typeof words === 'string' ? [words] : words,
    where,
    ...(pattern ? { pattern } : {}),
  });

/** In messages of the failure. */
export const text = clue('text');
/** In traceback frames of the failure. */
export const frames = clue('frames');
/** In any line of the failure. */
export const anywhere = clue('any');
/** In messages of the whole run. */
export const run = clue('run');
/** In messages of the whole run, those of child processes included. */
export const child = clue('child');

const fits = ({ where }: Clue, { role }: EvidenceLine): boolean => {
  if (role === 'child') return where === 'child';
  if (where === 'any') return true;
  return where === 'frames' ? role === 'frame' : role === 'text';
};

/** The first line that fits a clue, or null. Pure. */
export const findLine = (evidence: Evidence, wanted: Clue): EvidenceLine | null => {
  const { anchors, pattern, where } = wanted;
  const lines = where === 'run' || where === 'child' ? evidence.run : evidence.scope;
  const isFolded = pattern?.ignoreCase ?? false;
  for (const line of lines) {
    if (!fits(wanted, line)) continue;
    const subject = isFolded ? line.text.toLowerCase() : line.text;
    let has = false;
    for (const anchor of anchors) if (subject.includes(isFolded ? anchor.toLowerCase() : anchor)) has = true;
    if (has && (!pattern || pattern.test(line.text))) return line;
  }
  return null;
};
