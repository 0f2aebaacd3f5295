import type { Engine } from '../../../shared/engine.ts';
import type { Job } from '../../../shared/job.ts';
import type { ExitSummary } from '../../../shared/launch.ts';
import { processesNaming } from '../processes-naming.ts';
import { type Fault, start } from './fault.ts';
import { type Ground, openStage, type Stage } from './stage.ts';

/** What became of one fault. */
export interface Row {
  fault: string;
  detectedAs: string;
  /** From the fault to the first sign of it, in ms; null: there is nothing to notice. */
  detectMs: number | null;
  stateAfter: string;
  jobAfter: string;
  /** Empty: as it should be. */
  wrong: string[];
}

const jobsOf = ({ isDemo }: Stage): number => (isDemo ? 3 : 2);
const limitMs = 300_000;
const isOver = ({ state }: Job): boolean => ['succeeded', 'failed_terminal', 'dead_letter', 'held', 'cancelled'].includes(state);
const isAtRest = ({ state }: Engine): boolean => ['ready', 'failed', 'stopped'].includes(state);

/** Brings one fault about on a host, an engine and jobs of their own, and looks at what comes of it. Rejects where it cannot. */
export const runFault = async (fault: Fault, ground: Ground, signal: AbortSignal): Promise<Row> => {
  await using stage = await openStage(
    ground,
    { restartBaseMs: 200, retryBaseMs: 200, ...fault.settings },
    fault.demoFlags ?? [],
    (dataDir) => fault.prepare?.(dataDir),
  );
  try {
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
      setTimeout(() => reject(new Error(`not over within ${limitMs / 1000} s: ${statusOf(stage)}`)), limitMs).unref();
    });
    return await Promise.race([play(fault, stage), late]);
  } finally {
    await fault.free?.(stage);
  }
};

const play = async (fault: Fault, stage: Stage): Promise<Row> => {
  const wrong: string[] = [];
  const { when = 'running', sign = ({ state }: Engine) => state !== 'ready' } = fault;
  const { id } = stage.engine();
  const jobs = jobsOf(stage);
  const enqueue = () =>
    stage.client.call('jobs.enqueue', {
      template: 'sd15',
      values: {
        steps: stage.isDemo ? 40 : 20,
        width: stage.isDemo ? 512 : 64,
        height: stage.isDemo ? 512 : 64,
        ...(!stage.isDemo && { checkpoint: 'random-sd15-small.safetensors' }),
      },
      count: jobs,
    });
  if (when !== 'starting') {
    const { state, problem } = await start(stage);
    if (state !== 'ready') throw new Error(`the engine did not start: ${problem?.message}`);
  }
  if (when !== 'idle') await enqueue();
  if (when === 'running') await stage.until(() => stage.jobs().some(({ state }) => state === 'running'));
  const [before, wallBefore] = [stage.told.length, Date.now()];
  const from = await fault.bring(stage);

  const isSign = ({ engine }: { engine: Engine }): boolean => sign?.(engine, stage) ?? false;
  if (sign) await stage.until(() => stage.told.slice(before).some(isSign));
  const seen = sign ? stage.told.slice(before).find(isSign) : undefined;
  // It may be ready again, and the next job under way, before anybody looks.
  await stage.until(() => isAtRest(stage.engine()));
  const waiting = stage.jobs().filter((job) => !isOver(job)).length;
  const restsAs = stage.engine().state;
  if (fault.cure) {
    if (restsAs !== fault.after) wrong.push(`came to ${restsAs} instead of ${fault.after}`);
    await fault.cure(stage);
  }
  if (when === 'idle') await enqueue();
  await stage.until(() => stage.jobs().length >= jobs && stage.jobs().every(isOver));
  await stage.until(() => isAtRest(stage.engine()));
  const state = fault.cure ? restsAs : stage.engine().state;
  if (state !== fault.after) wrong.push(`came to ${state} instead of ${fault.after}`);

  const { steps } = await stage.client.call('engines.history', { id, limit: 100 });
  const step = steps.find(
    ({ at, exit }) => exit !== null && Date.parse(at) >= wallBefore - 3_700_000 && exit.end !== 'requested',
  );
  const found = step?.exit ?? steps.find(({ exit }) => exit !== null)?.exit ?? null;
  const attempts = stage.jobs().map((job) => job.attempts.length);
  const lost = jobs - stage.jobs().filter((job) => job.state === 'succeeded' && job.artifacts.length === 1).length;
  if (lost > 0)
    wrong.push(
      `${lost} of ${jobs} jobs without their picture: ${stage
        .jobs()
        .map((job) => job.state)
        .join(', ')}`,
    );
  for (const job of stage.jobs())
    if (job.attempts.filter((attempt) => attempt.state === 'succeeded').length > 1) wrong.push('a job that succeeded twice');
  const problem = (seen?.engine.problem ?? null)?.key;
  const death = found && (problem === undefined || found.end !== 'requested') ? `${found.end} (${wordOf(found)})` : null;
  const seenAs = [problem, death ?? (await fault.seen?.(stage))].filter(Boolean).join(', ');
  const code = await stage.stopHost();
  if (code !== 143) wrong.push(`the host ended with ${code} instead of 143`);
  for (const left of processesNaming(stage.dataDir)) wrong.push(`left running: ${left.slice(0, 120)}`);
  return {
    fault: fault.name,
    detectedAs: seenAs || 'nothing to detect',
    detectMs: seen ? Math.max(0, seen.at - from) : null,
    stateAfter: state,
    jobAfter: fault.cure
      ? `${waiting} waited, then succeeded`
      : Math.max(...attempts) > 1
        ? `succeeded, attempt ${Math.max(...attempts)}`
        : 'succeeded, first attempt',
    wrong,
  };
};

/** By itself: how the process ended; else who ended it, and for what. */
const wordOf = ({ why, meaning, code }: ExitSummary): string => (why === 'exit' ? (meaning ?? `code ${code ?? 'unknown'}`) : why);

const statusOf = (stage: Stage): string =>
  `engine ${stage.engine().state} (${stage.engine().problem?.key ?? 'no problem'}), jobs ${stage
    .jobs()
    .map(({ state }) => state)
    .join(', ')}`;
