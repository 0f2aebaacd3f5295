import { basename } from 'node:path';
import { fileNameHeader, InputStored, inputsUrl, maxInputBytes } from '../../shared/addresses.ts';
import { AppError, WireError } from '../../shared/app-error.ts';
import { imageValuePattern } from '../../shared/check-value.ts';
import type { CliIo } from './cli-io.ts';
import type { HostTarget } from './host-target.ts';
import { readGivenFile } from './read-given-file.ts';

/**
 * Gives a picture file to the host, which keeps its own copy, and answers with the value that stands for it. A value of that kind
 * is taken as it is. Throws UsageError when the file cannot be read, AppError when it is refused or the host has gone.
 */
export async function uploadPicture(target: HostTarget, file: string, io: CliIo): Promise<string> {
  if (imageValuePattern.test(file)) return file;
  const bytes = await readGivenFile(file, { what: 'The picture', mostBytes: maxInputBytes }, io);
  const response = await fetch(target.url + inputsUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, [fileNameHeader]: encodeURIComponent(basename(file)) },
    body: new Uint8Array(bytes),
  }).catch(() => {
    throw target.missing();
  });
  const answer: unknown = await response.json();
  if (response.ok) return InputStored.parse(answer).value;
  const error = WireError.safeParse(answer);
  throw error.success ? AppError.fromWire(error.data) : new AppError('internal', 'unreadableAnswer');
}
