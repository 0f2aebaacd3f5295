import type { Diagnosis } from '../../shared/incident.ts';
import { catalogScanner } from './catalog/catalog.ts';
import { type DiagnoseOptions, diagnose } from './diagnose.ts';
import { readChunks } from './log/read-chunks.ts';
import type { LogReading } from './log/read-log.ts';

/** Reads a log to its end and diagnoses it. Rejects with the stream's own error. */
export const diagnoseLog = async (
  chunks: AsyncIterable<Uint8Array>,
  options: DiagnoseOptions,
): Promise<{ diagnosis: Diagnosis; reading: LogReading }> => {
  const reading = await readChunks(chunks, catalogScanner());
  return { diagnosis: diagnose(reading, options), reading };
};
