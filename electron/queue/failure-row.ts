import type { JobError } from '../../shared/job.ts';
import { signatureOf } from './job-error.ts';

/** So many different jobs failing the same way in a row are no bad luck. */
const longestRow = 3;

/** Counts failures in a row. Successes and other failures begin a new row. */
export interface FailureRow {
  /** Whether this failure makes the row long enough to stop; the next row begins anew then. */
  failed(jobId: string, error: JobError): boolean;
  succeeded(): void;
}

export const createFailureRow = (): FailureRow => {
  let signature = '';
  let jobs = new Set<string>();
  return {
    failed(jobId, error) {
      const found = signatureOf(error);
      if (found !== signature) [signature, jobs] = [found, new Set()];
      jobs.add(jobId);
      if (jobs.size < longestRow) return false;
      [signature, jobs] = ['', new Set()];
      return true;
    },
    succeeded() {
      [signature, jobs] = ['', new Set()];
    },
  };
};
