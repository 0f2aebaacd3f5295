import { createReadStream } from 'node:fs';
import type { JobError } from '../../shared/job.ts';

/** How much of a log's end is looked at: a job's failure stands near it. */
const tailBytes = 8_000_000;
/** What ComfyUI prints when it takes the next prompt. */
const nextPrompt = 'got prompt';
const raised = '!!! Exception during processing !!!';

/**
 * Where the failure of one job ends in a log in which the next job has begun already: the byte before the prompt that follows the last
 * exception with this job's own words. null: it does not stand there, or nothing follows it. Rejects when the file cannot be read.
 */
export const ownEnd = async (file: string, from: number, to: number, { params }: JobError): Promise<number | null> => {
  // What was kept of a long one is its beginning.
  const message = typeof params.message === 'string' ? (params.message.split('\n', 1)[0] ?? '').trim().replace(/…$/, '') : '';
  if (message === '') return null;
  const start = Math.max(from, to - tailBytes);
  let at = start;
  let end: number | null = null;
  let isOwn = false;
  let rest = Buffer.alloc(0);
  const look = (line: string, lineAt: number): void => {
    if (line.includes(raised)) {
      isOwn = line.includes(message);
      if (isOwn) end = null;
    } else if (isOwn && line.includes(nextPrompt)) {
      end = lineAt;
      isOwn = false;
    }
  };
  if (to <= start) return null;
  for await (const chunk of createReadStream(file, { start, end: to - 1 })) {
    const bytes = Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let stop = bytes.indexOf(10); stop >= 0; stop = bytes.indexOf(10, begin)) {
      look(bytes.toString('utf8', begin, stop), at + begin);
      begin = stop + 1;
    }
    at += begin;
    rest = bytes.subarray(begin);
  }
  return end;
};
