import { z } from 'zod';
import { OutputFile, OutputText } from '../../shared/artifact.ts';
import { JobError } from '../../shared/job.ts';
import type { Settings } from '../../shared/settings.ts';
import type { CollectedFile } from '../artifacts/artifacts.ts';
import type { AttemptPatch, AttemptRow } from '../db/attempts.ts';
import type { JobPatch, JobRow } from '../db/jobs.ts';
import type { Lane } from '../engine/engines.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ledger } from './ledger.ts';
import { type Ending, type EndingKind, judge, type Tally, type Verdict } from './policy.ts';

/** What an attempt made, as history lists it or the socket told it from start to end, as stored while its files are collected; `ending` null: it succeeds once they are. */
export const Outputs = z.object({
  files: z.array(OutputFile),
  texts: z.array(OutputText),
  // The kind was written by us and is checked against the table where it is used.
  ending: z.object({ kind: z.string(), error: JobError.nullable() }).nullable(),
});
export type Outputs = z.infer<typeof Outputs>;

/**
 * The steps of an attempt, each the body of a transaction (`Ledger.commit`). A step whose attempt has already gone another way
 * changes nothing, so that a late answer can never end an attempt twice.
 */
export interface Settler {
  /** The lane takes the job: its attempt is open from now on. */
  claim(job: JobRow, lane: Lane, attempt: string): void;
  /** The engine took the prompt `at` this time; `fault` is what it dropped of it. */
  accepted(attempt: string, fault: JobError | null, at: number): void;
  /** The engine runs it, since `at`. */
  started(attempt: string, at: number): void;
  /** The engine is done with it; its outputs are to be stored. */
  collecting(attempt: string, outputs: Outputs): AttemptRow | undefined;
  /** Its outputs are others than those of `collecting`. undefined: it is no longer collected. */
  listed(attempt: string, outputs: Outputs): AttemptRow | undefined;
  /** Every output is stored. Whether the attempt was still collecting. */
  succeeded(attempt: string, files: CollectedFile[]): boolean;
  /** It ended without success; `files` are kept as partial. undefined: it had already ended. */
  failed(attempt: string, ending: Ending, files?: CollectedFile[]): Verdict | undefined;
  /** A waiting job cannot be run as it is: no attempt is made of it. */
  refused(job: JobRow, ending: Ending): Verdict;
}

export const createSettler = (
  ledger: Ledger,
  { clock, settings, random }: { clock: Clock; settings: () => Settings; random: () => number },
): Settler => {
  const { jobs, attempts, artifacts, events } = ledger;

  const unsettled = (id: string, ...states: AttemptRow['state'][]): { attempt: AttemptRow; job: JobRow } | undefined => {
    const attempt = attempts.find(id);
    const job = attempt && jobs.find(attempt.job);
    return attempt && job && states.includes(attempt.state) && job.attempt === id ? { attempt, job } : undefined;
  };
  const change = (attempt: AttemptRow, patch: AttemptPatch): AttemptRow => {
    ledger.touch(attempt.job);
    return attempts.change(attempt, patch);
  };
  /** Brings the job to `running` with every step on the way, whatever was missed of it. */
  const run = ({ attempt, job }: { attempt: AttemptRow; job: JobRow }): JobRow => {
    let row = job;
    if (row.state === 'queued') row = ledger.move(row, 'submitted', 'accepted', attempt.id);
    if (row.state === 'submitted') row = ledger.move(row, 'running', 'started', attempt.id);
    return row;
  };
  const startedPatch = (attempt: AttemptRow, at: number): AttemptPatch => ({
    submitted_at: attempt.submitted_at ?? at,
    running_at: attempt.running_at ?? at,
  });
  const keep = (files: CollectedFile[]): void => {
    const createdAt = new Date(clock.now()).toISOString();
    for (const file of files) artifacts.insert({ ...file, createdAt });
  };
  const end = (job: JobRow, attempt: string | null, verdict: Verdict): void => {
    const now = clock.now();
    const isOver = ['failed_terminal', 'dead_letter', 'cancelled'].includes(verdict.job);
    const patch: JobPatch = {
      ...verdict.tally,
      attempt: null,
      cancel_at: null,
      finished_at: isOver ? now : null,
      retry_at: verdict.retryInMs === null ? null : now + verdict.retryInMs,
      error_json: verdict.error === null ? null : JSON.stringify(verdict.error),
    };
    if (job.state !== verdict.job) return void ledger.move(job, verdict.job, verdict.reason, attempt, patch);
    // Claimed, never accepted, and waiting again: no new state, but something to tell.
    events.insert(job.id, now, job.state, job.state, verdict.reason, attempt);
    ledger.touch(job.id);
    jobs.change(job, patch);
  };

  return {
    claim(job, lane, attempt) {
      const waiting = job.state === 'failed_retryable' ? ledger.move(job, 'queued', 'retrying', attempt) : job;
      const started_at = clock.now();
      const folders_json = lane.folders && JSON.stringify(lane.folders);
      attempts.insert({
        id: attempt,
        job: job.id,
        engine: lane.engineId,
        launch: lane.launchId,
        client: lane.client.clientId,
        started_at,
        folders_json,
      });
      jobs.change(waiting, { attempt, retry_at: null });
      ledger.touch(job.id);
    },
    accepted(id, fault, at) {
      const both = unsettled(id, 'open');
      if (!both || both.attempt.submitted_at !== null) return;
      change(both.attempt, { submitted_at: at, ...(fault ? { error_json: JSON.stringify(fault) } : {}) });
      if (both.job.state === 'queued') ledger.move(both.job, 'submitted', 'accepted', id);
    },
    started(id, at) {
      const both = unsettled(id, 'open');
      if (!both || both.attempt.running_at !== null) return;
      change(both.attempt, startedPatch(both.attempt, at));
      run(both);
    },
    collecting(id, outputs) {
      const both = unsettled(id, 'open');
      if (!both) return undefined;
      run(both);
      return change(both.attempt, {
        ...startedPatch(both.attempt, clock.now()),
        state: 'collecting',
        outputs_json: JSON.stringify(outputs),
      });
    },
    listed(id, outputs) {
      const both = unsettled(id, 'collecting');
      return both && change(both.attempt, { outputs_json: JSON.stringify(outputs) });
    },
    succeeded(id, files) {
      const both = unsettled(id, 'collecting');
      if (!both) return false;
      const now = clock.now();
      change(both.attempt, { state: 'succeeded', ended_at: now, error_json: null });
      keep(files);
      ledger.move(both.job, 'succeeded', 'stored', id, {
        attempt: null,
        cancel_at: null,
        finished_at: now,
        error_json: null,
      });
      return true;
    },
    failed(id, ending, files = []) {
      const both = unsettled(id, 'open', 'collecting');
      if (!both) return undefined;
      const { attempt, job } = both;
      const verdict = judge(ending, tallyOf(job), job.cancel_at !== null, settings(), random());
      change(attempt, {
        state: verdict.attempt,
        ended_at: clock.now(),
        error_json: ending.error === null ? null : JSON.stringify(ending.error),
      });
      keep(files);
      end(job, id, verdict);
      return verdict;
    },
    refused(job, ending) {
      const verdict = judge(ending, tallyOf(job), job.cancel_at !== null, settings(), random());
      end(job, null, verdict);
      return verdict;
    },
  };
};

const tallyOf = ({ tries, deaths, faults }: JobRow): Tally => ({ tries, deaths, faults });

/** The ending that was stored with outputs; its kind was written by us. Pure. */
export const storedEnding = ({ ending }: Outputs): Ending | null =>
  ending && { kind: ending.kind as EndingKind, error: ending.error };
