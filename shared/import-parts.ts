import { AppError } from './app-error.ts';
import type { QueueFileJob, QueueImported } from './queue-file.ts';

type Problem = Pick<QueueImported['problems'][number], 'key' | 'message' | 'params'>;

/**
 * Queues a file part by part. `sentenceOf` says an error in the reader's language. Throws AppError with the place in the whole file, and
 * with how many jobs are in already: what is queued stays, and the same file again adds only the rest.
 */
export const importParts = async (
  parts: readonly QueueFileJob[][],
  bring: (jobs: QueueFileJob[]) => Promise<QueueImported>,
  sentenceOf: (problem: Problem) => string,
): Promise<{ added: number; known: number }> => {
  const done = { added: 0, known: 0 };
  let from = 0;
  const refusal = (index: number, problem: Problem): AppError => {
    const params = { place: `jobs[${from + index}]`, why: sentenceOf(problem) };
    return done.added > 0
      ? new AppError('invalid-input', 'importStopped', { ...params, added: done.added })
      : new AppError('invalid-input', 'importRefused', params);
  };
  for (const jobs of parts) {
    const { added, known, problems } = await bring(jobs).catch((error: unknown) => {
      throw error instanceof AppError && done.added > 0 ? refusal(0, error) : error;
    });
    const [problem] = problems;
    if (problem) throw refusal(problem.index, problem);
    done.added += added;
    done.known += known;
    from += jobs.length;
  }
  return done;
};
