import type { RetentionPlan, RetentionRule } from '../../shared/retention.ts';
import type { FinishedJob, RetentionRows } from '../db/retention.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';

/** Lets finished jobs go by age and number. */
export interface Retention {
  /** What a rule would take away now. */
  plan(rule: RetentionRule): Promise<RetentionPlan>;
  /** Takes away what the settings say; answers with what that was. */
  run(): Promise<RetentionPlan>;
  /** Looks again and again. Returns the way to stop. */
  start(): () => void;
}

/** Rows looked at in one go, and jobs removed in one transaction: a few milliseconds each. */
const stretch = 1_000;
const chunkJobs = 50;
const chunkFiles = 200;
const firstMs = 60_000;
const everyMs = 3_600_000;

type RetentionDeps = Pick<QueueDeps, 'clock' | 'log' | 'settings' | 'emit'> & {
  artifacts: Pick<QueueDeps['artifacts'], 'removeFiles'>;
  breathe: () => Promise<void>;
};

export const createRetention = (
  { clock, log, settings, emit, artifacts, breathe }: RetentionDeps,
  ledger: Ledger,
  rows: RetentionRows,
): Retention => {
  let running: Promise<RetentionPlan> | undefined;
  let isClosed = false;

  /** Looks through all jobs, newest first; `take` gets those that go, some at a time. */
  const scan = async (rule: RetentionRule, take: (jobs: FinishedJob[]) => Promise<void>): Promise<RetentionPlan> => {
    const { keepJobsMs, keepJobsCount, dropPicturesWithJobs } = rule;
    const plan: RetentionPlan = { jobs: 0, pictures: 0, bytes: 0, keptForPictures: 0 };
    if (keepJobsMs === 0 && keepJobsCount === 0) return plan;
    const oldest = keepJobsMs === 0 ? Number.NEGATIVE_INFINITY : clock.now() - keepJobsMs;
    const most = keepJobsCount === 0 ? Number.POSITIVE_INFINITY : keepJobsCount;
    let newer = 0;
    for (let to = rows.lastSeq(); to > 0 && !isClosed; to -= stretch) {
      const going: FinishedJob[] = [];
      for (const job of rows.finished(to - stretch, to)) {
        if (++newer <= most && job.finished_at >= oldest) continue;
        if (job.pictures > 0 && !dropPicturesWithJobs) {
          plan.keptForPictures++;
          continue;
        }
        going.push(job);
        plan.jobs++;
        plan.pictures += job.pictures;
        plan.bytes += job.bytes;
      }
      await take(going);
      await breathe();
    }
    return plan;
  };
  /** Files whose rows are gone. What cannot be removed now stays noted for the next time. */
  const removeFiles = async (paths: readonly string[]): Promise<void> => {
    if (paths.length === 0) return;
    const stay = new Set(await artifacts.removeFiles(paths));
    if (isClosed) return;
    ledger.note(() => rows.forgetFiles(paths.filter((path) => !stay.has(path))));
  };
  /** What an earlier host noted and did not come to, or the disk did not let go of. */
  const removeNoted = async (): Promise<void> => {
    for (let before = ''; !isClosed; ) {
      const paths = rows.notedFiles(before, chunkFiles);
      const last = paths.at(-1);
      if (last === undefined) return;
      before = last;
      await removeFiles(paths);
      await breathe();
    }
  };
  const remove = async (jobs: FinishedJob[]): Promise<void> => {
    for (let from = 0; from < jobs.length; from += chunkJobs) {
      const part = jobs.slice(from, from + chunkJobs);
      const files = part.flatMap(({ seq }) => rows.paths(seq));
      // Rows whose files are gone must not come back after a power cut; of the others nobody misses the last moment.
      const write = files.length > 0 ? ledger.commit : ledger.note;
      write(() => {
        rows.noteFiles(files);
        rows.remove(part.map(({ seq }) => seq));
        for (const batch of new Set(part.flatMap(({ batch: id }) => id ?? []))) rows.removeEmptyBatch(batch);
      });
      await removeFiles(files);
      await breathe();
    }
  };
  const runOnce = async (): Promise<RetentionPlan> => {
    await removeNoted();
    const removed = await scan(settings(), remove);
    if (removed.jobs > 0) {
      log.info('finished jobs were removed', { ...removed });
      ledger.touchQueue();
      emit('jobs.stale', { why: 'many' });
    }
    return removed;
  };
  const run = (): Promise<RetentionPlan> => {
    running ??= runOnce().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    plan: (rule) => scan(rule, () => Promise.resolve()),
    run,
    start() {
      let stopTimer: () => void = () => {};
      const again = (): void => {
        run().catch((error: unknown) => log.warn('finished jobs could not be removed', { error }));
        stopTimer = clock.after(everyMs, again);
      };
      removeNoted().catch((error: unknown) => log.warn('files without a job could not be removed', { error }));
      stopTimer = clock.after(firstMs, again);
      return () => {
        isClosed = true;
        stopTimer();
      };
    },
  };
};
