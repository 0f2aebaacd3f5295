import { z } from 'zod';
import { fileNameHeader } from '../../shared/addresses.ts';
import { AppError } from '../../shared/app-error.ts';
import type { LogAnswer } from '../../shared/evidence.ts';
import { Outcome } from '../../shared/incident.ts';
import type { AssetRequest } from './assets.ts';
import type { GivenLogs } from './given-logs.ts';
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

/** Answers with what is thought of the log in the request's body. */
export const diagnoseUpload = async (
  request: AssetRequest,
  query: URLSearchParams,
  logs: GivenLogs,
  diagnose: DiagnoseFile,
): Promise<Reply> => {
  try {
    const outside = Outside.safeParse({
      outcome: query.get('outcome'),
      exit: query.get('exit'),
      signal: query.get('signal'),
      version: query.get('version'),
    });
    if (!outside.success) throw new AppError('invalid-input', 'logAskedWrong', { detail: z.prettifyError(outside.error) });
    const announced = Number(request.header('content-length') ?? 0);
    const name = nameOf(request.header(fileNameHeader));
    const answer = await logs.hold(request.body ?? [], announced, (file) => diagnose(file, name, outside.data));
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(answer) };
  } catch (error) {
    if (error instanceof AppError) return wireReply(statusOf(error), error.toWire());
    throw error;
  }
};

const statusOf = ({ code }: AppError): number => (code === 'storage' ? 507 : code === 'conflict' ? 429 : 400);

const nameOf = (header: string | undefined): string => {
  try {
    return decodeURIComponent(header ?? '') || 'log';
  } catch {
    return 'log';
  }
};
