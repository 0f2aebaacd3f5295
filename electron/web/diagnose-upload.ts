import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { fileNameHeader, maxLogBytes } from '../../shared/addresses.ts';
import { AppError } from '../../shared/app-error.ts';
import type { LogAnswer } from '../../shared/evidence.ts';
import { Outcome } from '../../shared/incident.ts';
import type { AssetRequest } from './assets.ts';
import { type Reply, wireReply } from './reply.ts';

/** Reads a log file of this machine. */
export type DiagnoseFile = (
  file: string,
  name: string,
  options: { exit: number | null; signal: string | null; outcome: Outcome | null; version: string | null },
) => Promise<LogAnswer>;

/** What is known besides the log, as words of an address. */
const Outside = z.object({
  outcome: Outcome.nullable(),
  exit: z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .nullable(),
  signal: z.string().max(20).nullable(),
  version: z.string().max(60).nullable(),
});

/**
 * Answers with what is thought of the log in the request's body. It is kept in a file while it is read, so that a log of any size needs
 * little memory, and is gone afterwards.
 */
export const diagnoseUpload = async (request: AssetRequest, query: URLSearchParams, diagnose: DiagnoseFile): Promise<Reply> => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-log-'));
  try {
    const outside = Outside.safeParse({
      outcome: query.get('outcome'),
      exit: query.get('exit'),
      signal: query.get('signal'),
      version: query.get('version'),
    });
    if (!outside.success) throw new AppError('invalid-input', 'logAskedWrong', { detail: z.prettifyError(outside.error) });
    const tooLarge = new AppError('invalid-input', 'logTooLarge', { max: maxLogBytes / 1024 ** 3 });
    if (Number(request.header('content-length') ?? 0) > maxLogBytes) throw tooLarge;
    const file = join(folder, 'given.log');
    await pipeline(Readable.from(bounded(request.body ?? [], tooLarge)), createWriteStream(file, { mode: 0o600 }));
    const answer = await diagnose(file, nameOf(request.header(fileNameHeader)), outside.data);
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(answer) };
  } catch (error) {
    if (error instanceof AppError) return wireReply(400, error.toWire());
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function* bounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tooLarge: AppError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxLogBytes) throw tooLarge;
    yield chunk;
  }
}

const nameOf = (header: string | undefined): string => {
  try {
    return decodeURIComponent(header ?? '') || 'log';
  } catch {
    return 'log';
  }
};
