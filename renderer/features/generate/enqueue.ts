import { AppError } from '../../../shared/app-error.ts';
import type { EnqueueInput } from '../../../shared/contract.ts';
import type { Output } from '../../../shared/rpc.ts';
import { api } from '../../api.ts';

/** What a person asked for when the connection broke: whether the host took it is not known. */
let unanswered: { request: string; key: string } | null = null;

type Wish = Omit<EnqueueInput, 'key' | 'priority'>;

/**
 * Queues a wish under a key of its own. If the connection breaks before the answer, the same wish made again carries the same
 * key, so that pressing the button twice cannot queue it twice.
 */
export async function enqueue(wish: Wish): Promise<Output<'jobs.enqueue'>> {
  const request = JSON.stringify(wish);
  const key = unanswered?.request === request ? unanswered.key : crypto.randomUUID();
  try {
    const answer = await api.call('jobs.enqueue', { ...wish, key });
    unanswered = null;
    return answer;
  } catch (error) {
    unanswered = error instanceof AppError && error.code === 'disconnected' ? { request, key } : null;
    throw error;
  }
}
