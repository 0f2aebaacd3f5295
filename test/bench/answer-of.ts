import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a process that measures sends when it is done. Rejects when it ends before. */
export const answerOf = async (child: ChildProcess): Promise<unknown[]> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that measures ended with ${code}.`);
  });
  // After the answer it ends, and nobody minds.
  ended.catch(() => {});
  return Promise.race([once(child, 'message'), ended]);
};
