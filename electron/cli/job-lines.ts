import { type Job, type JobState, settledStates } from '../../shared/job.ts';

const words: Readonly<Record<JobState, string>> = {
  queued: 'waiting',
  submitted: 'handed over',
  running: 'running',
  succeeded: 'succeeded',
  failed_retryable: 'tries again',
  failed_terminal: 'failed',
  dead_letter: 'given up',
  held: 'held',
  cancelled: 'cancelled',
};

/** One line a job, for people. Pure. */
export const jobLines = (jobs: readonly Job[]): string =>
  jobs
    .map((job) => {
      const end = job.error
        ? job.error.message
        : settledStates.has(job.state)
          ? job.artifacts.map(({ path }) => path).join(' ')
          : '';
      return `${job.id}  ${words[job.state].padEnd(11)}  ${job.template}  ${end}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
