import type { JobRow } from '../db/jobs.ts';
import type { Lane } from '../engine/engines.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import type { Ending, Verdict } from './policy.ts';
import { createPreparer, type Prepared } from './prepare.ts';
import type { Settler } from './settle.ts';

/** The prompt that a lane hands over next, made while another one runs. */
export interface Ahead {
  isThere(): boolean;
  /** Whether a job waits for this lane. */
  isWanted(): boolean;
  /**
   * Makes it of the job that comes next, if that is another one than before; jobs that cannot run here as they are end on the way.
   * Answers with false where the engine was asked and did not answer. Rejects as a commit does.
   */
  make(): Promise<boolean>;
  /** Inside a transaction: claims its job, if that still comes next. */
  claim(): Prepared | null;
  /** The claim is committed: the next one may be made. */
  taken(): void;
  /** Nothing is made any more. */
  close(): void;
}

export interface AheadPorts {
  ledger: Pick<Ledger, 'jobs' | 'changes' | 'commit'>;
  settler: Pick<Settler, 'claim' | 'refused'>;
  /** The job that a lane runs next; undefined: none waits, or the queue is paused. */
  next(lane: string): JobRow | undefined;
  /** What the lane makes its next prompt of; null: of nothing. */
  reserve(lane: string, job: string | null): void;
  /** The lane took what it had reserved. */
  claimed(lane: string): void;
  /** A job could not even be begun. */
  onFailed(job: string, attempt: null, ending: Ending, verdict: Verdict): void;
}

export const createAhead = (
  lane: Lane,
  deps: Pick<QueueDeps, 'templates' | 'inputs' | 'clock' | 'log'>,
  { ledger, settler, next: nextOf, reserve, claimed, onFailed }: AheadPorts,
): Ahead => {
  const { engineId } = lane;
  const prepare = createPreparer(lane, deps, ledger.changes.of);
  let prepared: Prepared | null = null;
  let isClosed = false;

  const next = (): JobRow | undefined => (isClosed ? undefined : nextOf(engineId));
  const refuse = (job: JobRow, ending: Ending): void => {
    const verdict = ledger.commit(() => {
      // It may have been cancelled, or taken by another engine, while its prompt was made.
      const now = ledger.jobs.find(job.id);
      return now && now.attempt === null && now.state === job.state ? settler.refused(now, ending) : undefined;
    });
    if (verdict) onFailed(job.id, null, ending, verdict);
  };

  return {
    isThere: () => prepared !== null,
    isWanted: () => next() !== undefined,
    async make() {
      for (let job = next(); job && job.id !== prepared?.jobId; job = next()) {
        prepared = null;
        reserve(engineId, job.id);
        const made = await prepare(job);
        if (isClosed) return true;
        if (made.kind === 'later') return false;
        if (made.kind === 'refused') refuse(job, { kind: 'refused', error: made.error });
        else prepared = made.prepared;
      }
      return true;
    },
    claim() {
      const job = prepared && next();
      if (!prepared || job?.id !== prepared.jobId) return null;
      settler.claim(job, lane, prepared.attemptId);
      return prepared;
    },
    taken() {
      prepared = null;
      claimed(engineId);
    },
    close() {
      isClosed = true;
      reserve(engineId, null);
    },
  };
};
