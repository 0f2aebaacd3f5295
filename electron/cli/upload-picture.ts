import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileNameHeader, InputStored, inputsUrl } from '../../shared/addresses.ts';
import { AppError, WireError } from '../../shared/app-error.ts';
import { imageValuePattern } from '../../shared/check-value.ts';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';
import type { HostTarget } from './host-target.ts';

/**
 * Gives a picture file to the host, which keeps its own copy, and answers with the value that stands for it. A value of that kind
 * is taken as it is. Throws UsageError when the file cannot be read, AppError when it is refused or the host has gone.
 */
export async function uploadPicture(target: HostTarget, file: string, io: CliIo): Promise<string> {
  if (imageValuePattern.test(file)) return file;
  const path = resolve(io.cwd, file);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(
      `The picture ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}. Nothing was queued.`,
    );
  });
  const response = await fetch(target.url + inputsUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, [fileNameHeader]: encodeURIComponent(basename(path)) },
    body: bytes,
  }).catch(() => {
    throw target.missing();
  });
  const answer: unknown = await response.json();
  if (response.ok) return InputStored.parse(answer).value;
  const error = WireError.safeParse(answer);
  throw error.success ? AppError.fromWire(error.data) : new AppError('internal', 'unreadableAnswer');
}
