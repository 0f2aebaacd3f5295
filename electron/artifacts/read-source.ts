import { close, closeSync, fstatSync, lstatSync, open, openSync, read, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OutputFile } from '../../shared/artifact.ts';
import { codeOf } from '../lib/code-of.ts';
import { ArtifactMissing, type OutputSource } from './artifacts.ts';
import { checkOutputPath, outputPath } from './output-path.ts';

// Plain descriptors: the handles of fs/promises take three times as long for a small file.
const [openFile, readSome] = [promisify(open), promisify(read)];
/** Of the first read, which is the only one for most pictures, and of those after it. */
const firstChunkBytes = 256 * 1024;
const chunkBytes = 1024 * 1024;
/** What a file that cannot be read fails with; anything else (too many open files, say) tells nothing about the file. */
const unreadable: ReadonlySet<string> = new Set(
  'ENOENT ENOTDIR EISDIR EACCES EPERM EIO ELOOP ENAMETOOLONG ESTALE EINVAL'.split(' '),
);

/**
 * A small file whole, null for a larger one and for whatever is no plain file of `device`: to open a link or a pipe may take for ever. The
 * thread waits for the disk.
 */
const readNow = (file: string, device: number): Uint8Array | null => {
  const found = lstatSync(file);
  if (!found.isFile() || found.dev !== device) return null;
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    if (size >= firstChunkBytes) return null;
    const buffer = Buffer.allocUnsafeSlow(size + 1);
    const length = readSync(opened, buffer, 0, size + 1, 0);
    // It grew meanwhile: it is read like one that is not at hand.
    return length > size ? null : buffer.subarray(0, length);
  } finally {
    closeSync(opened);
  }
};

/** A file in chunks, a small one in a single read, and at once where it lies on `device`. Fails like the system does. */
export async function* readFileChunks(file: string, device: number | null): AsyncGenerator<Uint8Array> {
  const whole = device === null ? null : readNow(file, device);
  if (whole !== null) {
    if (whole.length > 0) yield whole;
    return;
  }
  // A pipe that nobody writes to would hold a thread for ever.
  if (!(await stat(file)).isFile()) throw Object.assign(new Error(`${file} is no file`), { code: 'EINVAL' });
  const opened = await openFile(file, 'r');
  try {
    // As much as it is, and one byte that tells its end: a large buffer for each small picture keeps the collector busy.
    for (let wanted = Math.min(fstatSync(opened).size + 1, firstChunkBytes); ; wanted = chunkBytes) {
      const buffer = Buffer.allocUnsafeSlow(wanted);
      const { bytesRead } = await readSome(opened, buffer, 0, wanted, null);
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      // Of a file, less than was asked for is all that is left.
      if (bytesRead < wanted) return;
    }
  } finally {
    // Nobody waits for it, and nothing that was read is lost where it fails.
    close(opened, () => {});
  }
}

/**
 * The bytes of a file that an engine listed: from its folder (`device`: that of the store, where the folder lies on it), or over HTTP where it has none here. Throws AppError for a path outside
 * the folders, ArtifactMissing when there is no such file, and the connection's own error when that breaks.
 */
export async function* readSource(file: OutputFile, source: OutputSource, device: number | null): AsyncGenerator<Uint8Array> {
  const name = `${file.subfolder === '' ? '' : `${file.subfolder}/`}${file.filename}`;
  if (source.folders) {
    try {
      yield* readFileChunks(outputPath(file, source.folders), device);
    } catch (error) {
      if (error instanceof Error && unreadable.has(codeOf(error))) {
        throw new ArtifactMissing('outputUnreadable', { file: name, node: file.node, detail: error.message }, { cause: error });
      }
      throw error;
    }
    return;
  }
  checkOutputPath(file);
  const stream = await source.view(file);
  if (stream === null) throw new ArtifactMissing('outputGone', { file: name, node: file.node });
  yield* stream;
}
