import type { BenchmarkSample } from '../../shared/benchmark.ts';
import type { Problem } from '../../shared/engine.ts';
import type { Job } from '../../shared/job.ts';
import { settledStates } from '../../shared/job.ts';
import { problemOf } from '../../shared/problem.ts';
import type { Lane } from '../engine/engines.ts';
import { isEvent } from '../lib/is-event.ts';
import { nodeOf } from '../templates/graph.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { SampleReading } from './sampler.ts';
import { type HeardMessage, timePrompt } from './time-prompt.ts';

/** What one sample is taken of. */
export interface SampleWish {
  prepared: Pick<PreparedRun, 'plan' | 'template' | 'seedKey'>;
  lane: Lane;
  seed: string | null;
  /** The same key makes no second job. */
  key: string;
  /** Begins to read the machine; the answer ends it. */
  begin: () => () => SampleReading;
  /** Asked once the job is queued, before it is let through. Throws where the run ended meanwhile; the job is left to whoever ends it. */
  mustGoOn: () => void;
}

type Taken = Omit<
  BenchmarkSample,
  'run' | 'number' | 'cell' | 'block' | 'round' | 'isWarmup' | 'discarded' | 'at' | 'loadBefore'
>;

/**
 * Runs one job ahead of everything that waits and times it. A job that fails is not tried again. Resolves when it has ended; cancelling
 * the job ends it. Its record is there too, where an engine took it.
 */
export const takeSample = async (
  { prepared: { plan, template, seedKey }, lane, seed, key, begin, mustGoOn }: SampleWish,
  { clock, queue, hub }: Pick<BenchmarkDeps, 'clock' | 'queue' | 'hub'>,
): Promise<Taken> => {
  const heard: HeardMessage[] = [];
  // Wall and steady clock belong together at one moment: an attempt's start is told in wall time.
  const wallOffset = clock.now() - clock.monotonic();
  const stopListening = lane.client.on((message) => {
    if (message.type !== 'preview') heard.push({ at: clock.monotonic(), message });
  });
  let stopReading: (() => SampleReading) | null = null;
  let stopWaiting = (): void => {};
  try {
    const { jobs } = await queue.enqueue({
      template: template.id,
      version: template.version,
      values: { ...plan.values, ...(seedKey !== null && seed !== null && { [seedKey]: seed }) },
      grid: [],
      count: 1,
      key,
      priority: 'interactive',
      isFront: true,
    });
    const [queued] = jobs;
    if (!queued) throw new Error('nothing was queued');
    mustGoOn();
    const { promise: ended, resolve: end } = Promise.withResolvers<Job>();
    stopWaiting = hearEnd(queued.id, hub, end);
    stopReading = begin();
    queue.trials.letThrough(lane.engineId, queued.id);
    const job = await ended;
    const reading = stopReading();
    stopReading = null;
    if (!settledStates.has(job.state)) await queue.cancel([job.id]);
    return { ...(await measured(job, reading)), seed, job: job.id };
  } finally {
    stopListening();
    stopWaiting();
    stopReading?.();
  }

  async function measured(job: Job, { conditions, peak }: SampleReading): Promise<Omit<Taken, 'seed' | 'job'>> {
    const attempt = job.attempts.at(-1);
    const isOk = job.state === 'succeeded';
    const record = queue.records(job.id).at(-1) ?? null;
    const history = isOk && attempt ? await lane.client.history(attempt.id).catch(() => null) : null;
    const classOf = (node: string): string => nodeOf(template.graph, node)?.class_type ?? '';
    const { nodes, stepMs, loadMs, endedAt } = timePrompt(heard, attempt?.id ?? '', classOf);
    const beganAt = attempt ? Date.parse(attempt.startedAt) : null;
    const wallEnd = endedAt === null ? (history?.endedAt ?? null) : endedAt + wallOffset;
    return {
      outcome: isOk ? 'ok' : job.state === 'cancelled' ? 'cancelled' : 'failed',
      wallMs: isOk && beganAt !== null && wallEnd !== null ? Math.max(0, wallEnd - beganAt) : null,
      executionMs: history && history.startedAt !== null && history.endedAt !== null ? history.endedAt - history.startedAt : null,
      nodes: isOk ? nodes : null,
      stepMs: isOk ? stepMs : [],
      loadMs: isOk ? loadMs : null,
      cachedNodes: history?.cachedNodes ?? [],
      // Of the engine itself where it can be read here, else of its whole machine.
      peak: {
        ramBytes: peak.ramBytes ?? record?.peak.ramBytes ?? null,
        vramBytes: peak.vramBytes ?? record?.peak.vramBytes ?? null,
      },
      conditions,
      problem: isOk ? null : problemIn(job),
      record,
    };
  }
};

/** Why a job was no success; a person who cancels leaves no error, and neither does an engine that let go of a prompt. Pure. */
const problemIn = ({ state, error }: Job): Problem =>
  error === null
    ? problemOf(state === 'cancelled' ? 'benchSampleCancelled' : 'benchSampleLost')
    : { key: error.code, params: error.params, message: error.message, ...(error.said && { said: error.said }) };

/** Tells of the job once it has ended or failed, also where it would be tried again, or waits again because its engine went away. */
const hearEnd = (id: string, hub: BenchmarkDeps['hub'], end: (job: Job) => void): (() => void) =>
  hub.attach((message) => {
    if (!isEvent(message, 'job.changed') || message.payload.id !== id) return;
    const job = message.payload;
    const isBack = job.state === 'queued' && job.attempts.some(({ state }) => state === 'lost');
    if (settledStates.has(job.state) || job.state === 'failed_retryable' || isBack) end(job);
  });
