import { cutText } from '../../shared/cut-text.ts';
import type { Diagnosis } from '../../shared/incident.ts';
import type { Evidence } from './evidence.ts';
import type { Traceback } from './log/tracebacks.ts';
import { nodeOf } from './node-of.ts';
import { isOwnFrame, packOf } from './pack-of.ts';
import { stageOf } from './stage-of.ts';

/** The traceback that tells most: the last one of a node, else the last one. */
const tracebackOf = ({ tracebacks }: Evidence, lines: readonly number[]): Traceback | null => {
  const wanted = new Set(lines);
  return (
    tracebacks.find(
      ({ exceptionLine, frames }) =>
        (exceptionLine !== null && wanted.has(exceptionLine)) || frames.some(({ n }) => wanted.has(n)),
    ) ??
    tracebacks.findLast(({ place }) => place === 'node' || place === 'worker') ??
    tracebacks.findLast(({ place }) => place === 'top') ??
    // A pack that could not be imported, or a broken connection, is no part of a failure that does not speak of it.
    tracebacks.findLast(({ place }) => place !== 'import' && place !== 'callback') ??
    null
  );
};

const raised = '!!! Exception during processing';

/** What the failure looks like, whatever its cause; `shown`: lines that tell it. Pure. */
export const lookAt = (
  evidence: Evidence,
  lines: readonly number[],
): Omit<Diagnosis, 'cause' | 'confidence' | 'failed' | 'lines' | 'remedies' | 'alsoSeen' | 'signature'> & { shown: number[] } => {
  const traceback = tracebackOf(evidence, lines);
  const stack = evidence.stacks.at(-1) ?? null;
  const native = traceback === null ? stack : null;
  const node = nodeOf(evidence);
  const header = evidence.scope.findLast(({ text }) => text.startsWith(raised));
  const frames = traceback?.frames ?? (native ? native.frames.toReversed() : []);
  const own = frames.findLast(isOwnFrame) ?? frames.at(-1) ?? null;
  const words = traceback?.type
    ? traceback.message === ''
      ? traceback.type
      : `${traceback.type}: ${traceback.message}`
    : (native?.what ?? header?.text.replace(/^!!! Exception during processing ?!!! ?/, '').trim() ?? null);
  const shown = [traceback?.exceptionLine, native?.n, traceback ? own?.n : undefined].filter((n) => typeof n === 'number');
  return {
    exception: words === null || words === '' ? null : cutText(words),
    frame: own && own.name !== '' ? own.name : null,
    node: node.id ?? node.class,
    nodeClass: node.class,
    nodeTitle: node.title,
    pack: traceback ? (packOf(traceback)?.name ?? null) : null,
    stage: evidence.kind === 'none' ? null : stageOf(evidence, frames, node.class ?? evidence.nodeClass),
    shown,
  };
};
