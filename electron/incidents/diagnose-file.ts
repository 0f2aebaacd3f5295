import { createReadStream } from 'node:fs';
import type { LogPart } from '../../shared/evidence.ts';
import type { Diagnosis } from '../../shared/incident.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import { diagnoseLog } from './diagnose-log.ts';
import { excerptOf } from './log/excerpt.ts';

/** Bytes of a file: all of it, or one launch's part. */
export interface LogPlace {
  file: string;
  from?: number;
  /** First byte that is not looked at any more. */
  to?: number;
}

/** What is thought of a log, and its lines that are worth keeping. */
export interface FileDiagnosis {
  diagnosis: Diagnosis;
  encoding: string;
  sizeBytes: number;
  lineCount: number;
  parts: LogPart[];
}

/** Small enough that looking at one of them holds up nothing else. */
const chunkBytes = 65_536;

/** Reads a log twice: to find the cause, and to keep its lines. Rejects when it cannot be read. Memory stays bounded. */
export const diagnoseFile = async (place: LogPlace, options: DiagnoseOptions): Promise<FileDiagnosis> => {
  const { diagnosis, reading } = await diagnoseLog(bytesOf(place), options);
  const { parts, lineCount } = await excerptOf(bytesOf(place), diagnosis.lines);
  return { diagnosis, encoding: reading.encoding, sizeBytes: reading.sizeBytes, lineCount, parts };
};

/** An empty stretch has no bytes; a stream would take its end for the byte before it. */
async function* bytesOf({ file, from = 0, to }: LogPlace): AsyncGenerator<Uint8Array> {
  if (to !== undefined && to <= from) return;
  yield* createReadStream(file, { start: from, highWaterMark: chunkBytes, ...(to !== undefined && { end: to - 1 }) });
}
