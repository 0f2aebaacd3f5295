import type { AnchorScanner } from './anchor-scanner.ts';
import { createLogReader, type LogReading } from './read-log.ts';

/** Reads a log from any stream of bytes to its end; memory stays bounded. Rejects with the stream's own error. */
export const readChunks = async (chunks: AsyncIterable<Uint8Array>, scanner: AnchorScanner): Promise<LogReading> => {
  const reader = createLogReader(scanner);
  for await (const chunk of chunks) reader.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk));
  return reader.finish();
};
