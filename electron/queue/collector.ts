import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/app-error.ts';
import type { OutputFile } from '../../shared/artifact.ts';
import { lineOf } from '../../shared/problem.ts';
import { ArtifactMissing, type CollectedFile } from '../artifacts/artifacts.ts';
import type { AttemptRow } from '../db/attempts.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';
import type { EngineClient } from '../engine/client-types.ts';
import { pause } from '../lib/clock.ts';
import type { QueueDeps } from './deps.ts';
import type { DiskGuard } from './disk-guard.ts';
import { foldersOf } from './folders.ts';
import { jobError, jobErrorOf } from './job-error.ts';
import type { Ledger } from './ledger.ts';
import { logFieldsOf } from './log-fields.ts';
import type { Plan } from './outcome.ts';
import type { Ending, Verdict } from './policy.ts';
import { Outputs, type Settler, storedEnding } from './settle.ts';

/** Stores the outputs of attempts whose engine is done, each until it is stored or proven gone. */
export interface Collector {
  /**
   * Begins, or goes on with, a collecting attempt. `client` fetches what is not on this machine's disk. `confirmed`: what history says of
   * it, where its list was made without; it counts then. null: nothing.
   */
  collect(attempt: AttemptRow, client: EngineClient | null, confirmed?: Promise<Plan | null>): void;
  /** How many of an engine are being stored. */
  count(engine: string): number;
  /** Gives up one that waits for room or for its engine. Whether it could: one that is being stored is not disturbed. */
  giveUp(attempt: string): boolean;
  /** Resolves when nothing is being written any more; what waits is taken up again by the next start. */
  close(): Promise<void>;
}

const againMs = 5_000;
const closeMs = 5_000;

interface Work {
  attempt: AttemptRow;
  client: EngineClient | null;
  confirmed: Promise<Plan | null> | undefined;
  /** Waits for room, for its engine, or for a fault to pass. */
  isWaiting: boolean;
  stopTimer: () => void;
}

/** `onSettled` hears of every end: `ending` null for a success. */
export const createCollector = (
  deps: Pick<QueueDeps, 'artifacts' | 'clock' | 'defer' | 'log' | 'settings' | 'templates'>,
  ledger: Ledger,
  settler: Settler,
  disk: DiskGuard,
  onSettled: (attempt: AttemptRow, ending: Ending | null, verdict: Verdict | undefined) => void,
): Collector => {
  const { artifacts, clock, defer, log, settings, templates } = deps;
  const works = new Map<string, Work>();
  const active = new Set<Promise<void>>();
  let isClosed = false;

  const run = (work: Work): void => {
    work.isWaiting = false;
    const doing = attemptOnce(work).finally(() => active.delete(doing));
    active.add(doing);
  };
  const later = (work: Work): void => {
    work.isWaiting = true;
    work.stopTimer = clock.after(againMs, () => run(work));
  };

  const attemptOnce = async (work: Work): Promise<void> => {
    const { attempt } = work;
    try {
      await store(work, outputsOf(attempt));
    } catch (error) {
      if (isClosed) return;
      if (error instanceof ArtifactMissing)
        return fail(work, {
          kind: 'fileMissing',
          error: jobError('engineFileMissing', { line: error.message }, { said: lineOf(error) }),
        });
      // The engine named what is no output: it would name it again.
      if (error instanceof AppError && error.code === 'invalid-input')
        return fail(work, { kind: 'outputMissing', error: jobErrorOf(error) });
      if (isStorageFault(error) || (error instanceof AppError && error.code === 'storage')) disk.refused(error);
      // Nothing is known of the files, so nothing may be concluded: the attempt stays collecting.
      log.warn('outputs could not be stored yet', { ...logFieldsOf(ledger.jobs, attempt), error });
      later(work);
    }
  };

  const store = async (work: Work, outputs: Outputs): Promise<void> => {
    const { attempt, client } = work;
    const folders = foldersOf(attempt);
    const job = ledger.jobs.find(attempt.job);
    const ending = storedEnding(outputs);
    const request = job && {
      jobId: job.id,
      attemptId: attempt.id,
      template: job.template,
      title: templates.get(job.template, job.version)?.title.en ?? job.template,
      seed: job.seed,
      createdAt: attempt.started_at,
      files: outputs.files,
      texts: outputs.texts,
      isPartial: ending !== null,
    };
    const source = { folders, view: (file: OutputFile) => (client ? client.view(file) : Promise.resolve(null)) };
    let files: CollectedFile[] = [];
    let fault: { error: unknown } | null = null;
    try {
      if (request) files = await artifacts.collect(request, source);
    } catch (error) {
      fault = { error };
    }
    const plan = (await work.confirmed) ?? null;
    if (isClosed) return;
    // Also where what the socket told could not be stored: that may be wrong.
    if (plan !== null && !isOf(plan, outputs)) return follow(work, plan, files);
    if (fault) throw fault.error;
    const verdict = ledger.commit(() => {
      if (ending === null) return void settler.succeeded(attempt.id, files);
      return settler.failed(attempt.id, ending, files);
    });
    disk.stored();
    // Whoever waits for the picture hears of it before the lanes look for more work.
    await new Promise<void>((resolve) => defer(resolve));
    done(work, ending, verdict);
    if (folders && (ending !== null || !settings().keepEngineCopies))
      await artifacts.dropEngineCopies(attempt.id, folders.output);
  };
  /** History tells otherwise than the socket: what was stored by the socket's word goes, and history's is followed. */
  const follow = async (work: Work, plan: Plan, files: readonly CollectedFile[]): Promise<void> => {
    const { attempt } = work;
    log.warn('history tells otherwise than the socket', { ...logFieldsOf(ledger.jobs, attempt), plan });
    await artifacts.removeFiles(files.map(({ path }) => path));
    if (isClosed) return;
    if (plan.kind === 'fail') return fail(work, plan.ending);
    const listed = ledger.commit(() => settler.listed(attempt.id, plan.outputs));
    work.confirmed = undefined;
    if (listed) work.attempt = listed;
    await store(work, plan.outputs);
  };
  const fail = (work: Work, ending: Ending): void => {
    const { attempt } = work;
    try {
      done(
        work,
        ending,
        ledger.commit(() => settler.failed(attempt.id, ending)),
      );
    } catch (error) {
      log.warn('a missing output could not be noted yet', { ...logFieldsOf(ledger.jobs, attempt), error });
      later(work);
    }
  };
  const done = (work: Work, ending: Ending | null, verdict: Verdict | undefined): void => {
    works.delete(work.attempt.id);
    onSettled(work.attempt, ending, verdict);
  };

  return {
    collect(attempt, client, confirmed) {
      const known = works.get(attempt.id);
      if (known && !known.isWaiting) {
        known.client = client ?? known.client;
        return;
      }
      known?.stopTimer();
      const work: Work = {
        attempt,
        client: client ?? known?.client ?? null,
        confirmed: confirmed ?? known?.confirmed,
        isWaiting: false,
        stopTimer() {},
      };
      works.set(attempt.id, work);
      if (foldersOf(attempt) === null && work.client === null) work.isWaiting = true;
      else run(work);
    },
    count: (engine) => [...works.values()].filter(({ attempt }) => attempt.engine === engine).length,
    giveUp(id) {
      const work = works.get(id);
      if (!work?.isWaiting) return false;
      const ending: Ending = { kind: 'cancelled', error: null };
      // Where the disk does not take it, the work goes on waiting.
      const verdict = ledger.commit(() => settler.failed(id, ending));
      work.stopTimer();
      done(work, ending, verdict);
      return true;
    },
    async close() {
      isClosed = true;
      for (const { stopTimer } of works.values()) stopTimer();
      // One that hangs on a dead disk or line is left to the next start.
      await Promise.race([Promise.allSettled([...active]), pause(clock, closeMs)]);
    },
  };
};

/** Whether the plan is to store just these. */
const isOf = (plan: Plan, outputs: Outputs): boolean => plan.kind === 'collect' && isDeepStrictEqual(plan.outputs, outputs);

const outputsOf = ({ outputs_json }: AttemptRow): Outputs => {
  try {
    return Outputs.parse(JSON.parse(outputs_json ?? ''));
  } catch (cause) {
    throw new ArtifactMissing('outputListUnreadable', {}, { cause });
  }
};
