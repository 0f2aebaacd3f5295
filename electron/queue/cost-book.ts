import { z } from 'zod';
import { CostSample, type CostSamples, estimateSeconds, type QueueEstimate, withSample, workOf } from '../../shared/cost.ts';
import type { Job, JobCounts } from '../../shared/job.ts';
import { createCostRows } from '../db/costs.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';

/** What attempts took on this machine, and what follows from it for what waits. */
export interface CostBook {
  samples(template: string): CostSamples;
  estimate(counts: JobCounts): QueueEstimate;
  /** A job has succeeded; it is learned from soon, once. */
  learn(job: Job): void;
  /** Writes what is still to be written. */
  flush(): void;
}

/** Least time between two looks at what succeeded: nobody waits for it, least of all the next job. */
const learnMs = 1_000;
/** Attempts of the last few jobs: an event may come twice. */
const remembered = 1_000;

export const createCostBook = (
  { db, clock, emit, log, templates, records }: Pick<QueueDeps, 'db' | 'clock' | 'emit' | 'log' | 'templates' | 'records'>,
  ledger: Ledger,
): CostBook => {
  const rows = createCostRows(db);
  const known = new Map<string, CostSample[]>();
  for (const { template, samples_json } of rows.all()) known.set(template, read(samples_json));
  const toLearn = new Map<string, Job>();
  const learned = new Set<string>();
  let stopTimer: (() => void) | null = null;

  /** undefined: nothing can be learned of it. */
  const sampleOf = (attemptId: string, job: Job): CostSample | undefined => {
    const attempt = ledger.attempts.find(attemptId);
    const template = templates.get(job.template, job.version);
    if (!template || attempt?.state !== 'succeeded' || attempt.running_at === null || attempt.ended_at === null) return undefined;
    const { work, size } = workOf(template, job.values);
    const peak = records.ofJob(job.id).find((record) => record.attempt === attemptId)?.peak;
    const peakBytes = peak?.vramBytes ?? peak?.ramBytes ?? null;
    const seconds = Math.max(0, attempt.ended_at - attempt.running_at) / 1000;
    const read = CostSample.safeParse({
      version: job.version,
      work,
      size,
      seconds,
      peakBytes: peakBytes === 0 ? null : peakBytes,
    });
    return read.success ? read.data : undefined;
  };
  const learnAll = (): void => {
    stopTimer = null;
    const changed = new Set<string>();
    for (const [attempt, job] of toLearn) {
      learned.add(attempt);
      try {
        const sample = sampleOf(attempt, job);
        if (!sample) continue;
        known.set(job.template, withSample(known.get(job.template) ?? [], sample));
        changed.add(job.template);
      } catch (error) {
        log.warn('nothing could be learned from an attempt', { job: job.id, attempt, error });
      }
    }
    toLearn.clear();
    for (const attempt of learned) {
      if (learned.size <= remembered) break;
      learned.delete(attempt);
    }
    if (changed.size === 0) return;
    try {
      ledger.note(() => {
        for (const template of changed) rows.put(template, JSON.stringify(known.get(template)));
      });
    } catch (error) {
      // It is known while this host lives; the next success writes it again.
      log.warn('what jobs took could not be written', { error });
    }
    for (const template of changed) emit('cost.changed', samples(template));
  };
  const samples = (template: string): CostSamples => ({ template, samples: known.get(template) ?? [] });

  return {
    samples,
    estimate(counts) {
      const waiting = counts.queued + counts.failed_retryable;
      const total: QueueEstimate = { known: 0, lowMs: 0, highMs: 0, unknown: 0 };
      for (const { template, n, work } of rows.waiting()) {
        const one = estimateSeconds(known.get(template) ?? [], work / n, templates.get(template)?.version);
        if (!one) continue;
        total.known += n;
        total.lowMs += one.low * n * 1000;
        total.highMs += one.high * n * 1000;
      }
      return { ...total, unknown: Math.max(0, waiting - total.known) };
    },
    learn(job) {
      const attempt = job.attempts.at(-1)?.id;
      if (job.state !== 'succeeded' || attempt === undefined || learned.has(attempt)) return;
      toLearn.set(attempt, job);
      stopTimer ??= clock.after(learnMs, learnAll);
    },
    flush() {
      stopTimer?.();
      learnAll();
    },
  };
};

/** What was written; anything unreadable counts as nothing. */
const read = (text: string): CostSample[] => {
  try {
    return z.array(CostSample).parse(JSON.parse(text));
  } catch {
    return [];
  }
};
