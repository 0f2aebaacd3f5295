import { createHash } from 'node:crypto';
import { storageFault } from './storage-fault.ts';
import type { StoreFiles } from './store-files.ts';

/** What was learnt about a file while its bytes went by. */
export interface Content {
  sha256: string;
  bytes: number;
  /** The beginning, long enough for every header. */
  head: Uint8Array;
  /** The end, long enough for every end mark. */
  tail: Uint8Array;
}

const headBytes = 256 * 1024;
const tailBytes = 64 * 1024;

const join = (before: Uint8Array, chunk: Uint8Array): Uint8Array =>
  before.length === 0 ? chunk : Buffer.concat([before, chunk]);

/** The same chunks; the first one is being read from now on. A fault of it is told to whoever takes it. */
const readAhead = (chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> => {
  const first = chunks.next();
  first.catch(() => {});
  return (async function* () {
    try {
      for (let next = await first; !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return(undefined);
    }
  })();
};

/** Reads chunks to their end, telling each to `onChunk`; neither head nor tail copies a file that comes in one piece. */
export const readContent = async (
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => Promise<void> = async () => undefined,
): Promise<Content> => {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
    if (head.length < headBytes) head = join(head, chunk).subarray(0, headBytes);
    tail = join(chunk.length >= tailBytes ? new Uint8Array() : tail, chunk).subarray(-tailBytes);
    await onChunk(chunk);
  }
  return { sha256: hash.digest('hex'), bytes, head, tail };
};

/**
 * Writes chunks into `file`; `syncFile` brings them to the disk. Throws AppError('storage') when the disk refuses, and whatever the source throws; what
 * was written is then removed.
 */
export const writeContent = async (
  files: StoreFiles,
  chunks: AsyncGenerator<Uint8Array>,
  file: string,
  folder: string,
): Promise<Content> => {
  // Other threads read while this one makes the file.
  const ahead = readAhead(chunks);
  const onDisk = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act;
    } catch (error) {
      throw storageFault(error, folder);
    }
  };
  const out = await onDisk(files.create(file)).catch(async (error: unknown) => {
    // It was begun, so that its end closes what it had opened.
    await chunks.return(undefined);
    throw error;
  });
  let isClosed = false;
  try {
    const content = await readContent(ahead, (chunk) => onDisk(out.write(chunk)));
    isClosed = true;
    await onDisk(out.finish());
    return content;
  } catch (error) {
    if (!isClosed) await out.abandon().catch(() => undefined);
    await files.remove(file).catch(() => undefined);
    throw error;
  }
};
