import type { EnqueueInput } from '../../../shared/contract.ts';
import { type Job, type JobState, settledStates } from '../../../shared/job.ts';
import type { World } from '../../fakes/queue-world.ts';

/** What tests do with a world again and again. */
export const play = (world: World) => {
  const job = (id: string): Job => {
    const found = world.host.queue.get(id)?.job;
    if (!found) throw new Error(`no job ${id}`);
    return found;
  };
  const enqueue = (more: Partial<EnqueueInput> = {}) =>
    world.host.queue.enqueue({ template: 'demo', values: {}, count: 1, priority: 'normal', isFront: false, ...more });
  /** All jobs of a request, those of a long one page by page. */
  const submit = async (more: Partial<EnqueueInput> = {}): Promise<Job[]> => {
    const { jobs, count, batch } = await enqueue(more);
    if (batch === null || jobs.length === count) return jobs;
    const all: Job[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = world.host.queue.batches.jobs(batch.id, cursor, 250);
      all.push(...page.jobs);
      cursor = page.next;
    }
    return all;
  };
  return {
    job,
    enqueue,
    submit,
    async submitOne(more: Partial<EnqueueInput> = {}): Promise<string> {
      const [made] = await submit(more);
      if (!made) throw new Error('nothing was queued');
      return made.id;
    },
    reasons: (id: string): string[] => world.host.queue.get(id)?.events.map(({ reason }) => reason) ?? [],
    attemptStates: (id: string): string[] => job(id).attempts.map(({ state }) => state),
    until: (id: string, ...states: JobState[]): Promise<void> =>
      world.clock.until(() => (states.length > 0 ? states.includes(job(id).state) : settledStates.has(job(id).state))),
    /** What a promise answers once the clock has let it, within two minutes. */
    async within<T>(promise: Promise<T>): Promise<T> {
      let isDone = false;
      void promise.finally(() => {
        isDone = true;
      });
      await world.clock.until(() => isDone, 120_000);
      return promise;
    },
    untilAll: (ids: string[]): Promise<void> => world.clock.until(() => ids.every((id) => settledStates.has(job(id).state))),
    /** How often the engines started prompts of this job. */
    starts: (id: string): number =>
      job(id).attempts.reduce(
        (sum, attempt) =>
          sum +
          [...world.engines.values()].reduce(
            (all, { processes }) => all + processes.reduce((n, { starts }) => n + (starts.get(attempt.id) ?? 0), 0),
            0,
          ),
        0,
      ),
  };
};
