import { JobError } from '../../shared/job.ts';
import type { TemplateOutput } from '../../shared/template.ts';
import type { AttemptRow } from '../db/attempts.ts';
import type { HistoryEntry } from '../engine/client-types.ts';
import { classifyExecution } from './failure.ts';
import type { Outcome } from './follower.ts';
import { jobError } from './job-error.ts';
import { type Ending, isTerminal } from './policy.ts';
import type { Outputs } from './settle.ts';

/** What is to be done with an attempt that left the engine. */
export type Plan =
  /** Its files are stored first; `outputs.ending` says whether it then fails all the same. */
  | { kind: 'collect'; outputs: Outputs; isEngineBroken: boolean }
  /** It ends now. `isMaybeThere`: the engine may still have the prompt. */
  | { kind: 'fail'; ending: Ending; isEngineBroken: boolean; isMaybeThere: boolean };

/**
 * Decides by what history says, or will say, for the outputs that the template declares; where nobody knows the template any more, whatever was
 * made counts. Pure but for asking whether the engine is being stopped.
 */
export const planOf = (
  outcome: Outcome,
  attempt: Pick<AttemptRow, 'error_json'>,
  declared: readonly TemplateOutput[] | null,
  isEngineStopping: () => boolean,
): Plan => {
  if (outcome.kind === 'ended') {
    const { ending, isEngineGone } = outcome;
    // These were concluded without the engine's word that it is rid of the prompt.
    const isMaybeThere =
      !isEngineGone && ['unanswered', 'answerBroken', 'stalledForGood', 'workerDead', 'cancelled'].includes(ending.kind);
    return { kind: 'fail', ending, isEngineBroken: false, isMaybeThere };
  }
  const stoppedAs = outcome.kind === 'history' ? outcome.stoppedAs : null;
  const entry: Pick<HistoryEntry, 'outcome' | 'files' | 'texts' | 'error'> =
    outcome.kind === 'history' ? outcome.entry : { outcome: 'success', error: null, ...outcome.made };
  const nodes = new Set((declared ?? [...entry.files, ...entry.texts]).map(({ node }) => node));
  const files = entry.files.filter(({ node }) => nodes.has(node));
  const texts = entry.texts.filter(({ node }) => nodes.has(node));
  const made = new Set([...files, ...texts].map(({ node }) => node));
  const ending = endingOf(
    entry,
    made.size === 0 && nodes.size === 0 ? ['?'] : [...nodes].filter((node) => !made.has(node)),
    attempt.error_json,
    () => stoppedAs ?? { kind: isEngineStopping() ? 'engineStopped' : 'interruptedElsewhere', error: null },
  );
  const isEngineBroken = ending?.kind === 'gpuBroken';
  if (ending === null || (isTerminal(ending.kind) && made.size > 0))
    return { kind: 'collect', outputs: { files, texts, ending }, isEngineBroken };
  return { kind: 'fail', ending, isEngineBroken, isMaybeThere: false };
};

const endingOf = (
  entry: Pick<HistoryEntry, 'outcome' | 'error'>,
  missing: string[],
  dropped: string | null,
  interrupted: () => Ending,
): Ending | null => {
  if (entry.outcome === 'interrupted') {
    const ending = interrupted();
    return ending.kind === 'interruptedElsewhere' ? { ...ending, error: jobError('jobInterruptedElsewhere') } : ending;
  }
  if (entry.outcome === 'error') {
    const unknown = { nodeId: '?', nodeClass: '?', exceptionType: '?', message: '', traceback: [] };
    return classifyExecution(entry.error ?? unknown);
  }
  if (missing.length === 0) return null;
  // What validation had dropped when the prompt was handed over explains it best.
  const error =
    dropped === null ? jobError('engineOutputMissing', { nodes: missing.join(', ') }) : JobError.parse(JSON.parse(dropped));
  return { kind: 'outputMissing', error };
};
