import { open } from 'node:fs/promises';

/** How much of a log's end is looked at after each job. */
const tailBytes = 65_536;
/** What numpy says when a picture that overflowed is turned into bytes. It says so once in the life of a process. */
const overflow = 'invalid value encountered in cast';
const executed = 'Prompt executed in ';

/**
 * Whether the end of a log tells of a job that ran through with values that overflowed: its picture is black although it counts as
 * done. A log that cannot be read tells nothing.
 *
 * @param from first byte of the launch
 */
export const toldOfBlackOutput = async (file: string, from: number): Promise<boolean> => {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    const begin = Math.max(from, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - begin)), 0, Math.max(0, size - begin), begin);
    const bytes = buffer.subarray(0, bytesRead);
    const at = bytes.lastIndexOf(overflow);
    return at >= 0 && bytes.indexOf(executed, at) >= 0;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
};
