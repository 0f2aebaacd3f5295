import { cutText } from '../../shared/cut-text.ts';
import type { Evidence } from '../../shared/evidence.ts';
import type { Diagnosis } from '../../shared/incident.ts';
import type { JobError } from '../../shared/job.ts';
import type { IncidentRow } from '../db/incidents.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import type { FileDiagnosis } from './diagnose-file.ts';
import { diagnoseLog } from './diagnose-log.ts';
import type { LogReaders } from './log-readers.ts';
import { memoryAtEnd } from './memory-at-end.ts';
import { ownEnd } from './own-end.ts';
import { signatureOf } from './signature.ts';

/**
 * What is thought of an incident by its log and by what is known from outside. null: it was no failure after all, which only the log of
 * a process that ended unseen can tell. Without a log the engine's own words about the job are read; without those it is unknown.
 */
export const readEvidence = async (
  kind: IncidentRow['kind'],
  evidence: Evidence,
  version: string | null,
  readers: LogReaders,
): Promise<FileDiagnosis | null> => {
  const { launch, job, unseen } = evidence;
  const options = outsideOf(evidence, kind, version);
  const own = launch && kind === 'job' && job?.error ? await ownPart(launch, job.error) : launch;
  const found = await readLog(own, options, readers);
  if (found.diagnosis.failed) return { ...found, diagnosis: withNode(found.diagnosis, job?.error ?? null) };
  if (unseen !== null) {
    if (found.parts.at(-1)?.lines.some((line) => stopped.test(line))) return null;
    const again = await readLog(launch, { ...options, outcome: unseen === 'rebooted' ? 'rebooted' : 'crashed' }, readers);
    return again.diagnosis.failed ? again : { ...again, diagnosis: unexplained(again.diagnosis, null) };
  }
  // It ran through, and its engine told what is wrong with what came of it.
  if (kind === 'job' && job?.error === null && found.diagnosis.cause !== 'none')
    return { ...found, diagnosis: { ...found.diagnosis, failed: true, signature: signatureOf(found.diagnosis) } };
  const told = job?.error ? await diagnoseLog(asLog(job.error), options) : null;
  if (told?.diagnosis.failed && told.diagnosis.cause !== 'unknown')
    return { ...found, diagnosis: withNode({ ...told.diagnosis, lines: [] }, job?.error ?? null) };
  return { ...found, diagnosis: unexplained(found.diagnosis, job?.error ?? null) };
};

/** A job's part of the log: what the next one did wrong meanwhile is not its own. */
const ownPart = async (launch: NonNullable<Evidence['launch']>, error: JobError): Promise<Evidence['launch']> => {
  const end = await ownEnd(launch.logFile, launch.logFrom, launch.logTo, error).catch(() => null);
  return end === null ? launch : { ...launch, logTo: end };
};

/** As ComfyUI ends its log when it was interrupted from the keyboard. */
const stopped = /^(?:\[INFO\] )?Stopped server\s*$/;

/** Codes of a job that was given up because nothing came of it: what failed before in the same log has nothing to do with that. */
const silentCodes: ReadonlySet<string> = new Set(['jobStalled', 'jobTimedOut']);

const outsideOf = (evidence: Evidence, kind: IncidentRow['kind'], version: string | null): DiagnoseOptions => {
  const { exit, job } = evidence;
  const nodeClass = classOf(job?.error ?? null);
  const nothing = { exit: null, signal: null, outcome: null, version, nodeClass };
  if (kind === 'job' && silentCodes.has(job?.error?.code ?? '')) return { ...nothing, outcome: 'hung' };
  // After a job's failure the process was ended on purpose: what matters stands in the log before that.
  if (exit === null || kind === 'job') return nothing;
  if (exit.end === 'hang') return { ...nothing, outcome: 'hung' };
  return { exit: exit.code, signal: exit.signal, outcome: 'crashed', version, memory: memoryAtEnd(evidence) };
};

const readLog = async (launch: Evidence['launch'], options: DiagnoseOptions, readers: LogReaders): Promise<FileDiagnosis> => {
  const gone = async (): Promise<FileDiagnosis> => {
    const { diagnosis, reading } = await diagnoseLog(noBytes(), options);
    return { diagnosis, encoding: reading.encoding, sizeBytes: 0, lineCount: 0, parts: [] };
  };
  if (!launch) return gone();
  return readers.read({ file: launch.logFile, from: launch.logFrom, to: launch.logTo }, options).catch(gone);
};
async function* noBytes(): AsyncGenerator<Uint8Array> {}

const classOf = (error: JobError | null): string | null =>
  typeof error?.params.class === 'string' && error.params.class !== '' ? error.params.class : null;

const typeOf = ({ params }: JobError): string | null => (typeof params.type === 'string' ? params.type : null);

/** An error of a node as ComfyUI would have logged it: all that an engine elsewhere tells. */
async function* asLog(error: JobError): AsyncGenerator<Uint8Array> {
  const type = typeOf(error);
  const message = String(error.params.message ?? error.message);
  if (type === null) return;
  const lines = [
    'got prompt',
    `!!! Exception during processing !!! ${message}`,
    'Traceback (most recent call last):',
    `${type}: ${message}`,
    '',
  ];
  yield Buffer.from(lines.join('\n'));
}

/** The engine says which node it was where its log does not. The signature stays the log's own, so that both kinds fall together. */
const withNode = (diagnosis: Diagnosis, error: JobError | null): Diagnosis => ({
  ...diagnosis,
  node: diagnosis.node ?? error?.node ?? null,
  nodeClass: diagnosis.nodeClass ?? classOf(error),
});

/** What is left to say where nothing names a cause although something failed. */
const unexplained = (diagnosis: Diagnosis, error: JobError | null): Diagnosis => {
  const type = error && typeOf(error);
  const said = error === null ? null : type ? `${type}: ${error.params.message ?? ''}` : error.message;
  const place = {
    cause: 'unknown',
    exception: said && cutText(said),
    frame: diagnosis.frame,
    nodeClass: classOf(error) ?? diagnosis.nodeClass,
  };
  const node = diagnosis.node ?? error?.node ?? null;
  return { ...diagnosis, ...place, confidence: 'low', failed: true, node, signature: signatureOf(place) };
};
