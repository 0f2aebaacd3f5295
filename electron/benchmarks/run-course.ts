import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkRun } from '../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../shared/benchmark-outlook.ts';
import { looks, nextLook } from '../../shared/compare-samples.ts';
import type { Problem } from '../../shared/engine.ts';
import { problemWith } from '../../shared/problem.ts';
import { insist } from '../db/insist.ts';
import { asStorageError } from '../queue/storage-error.ts';
import { awaitIdle } from './await-idle.ts';
import type { BenchmarkBook } from './benchmark-book.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import { watchEngines } from './engine-watch.ts';
import { planBlocks } from './plan-blocks.ts';
import type { PreparedRun } from './prepare-run.ts';
import { restoreEngines } from './restore-engines.ts';
import { createBlockRunner } from './run-block.ts';
import { createRunControl, Ended } from './run-control.ts';
import { createRunProgress } from './run-progress.ts';
import { createSampler } from './sampler.ts';
import { enginesOf } from './start-cell.ts';

/** One run under way, from the first start of an engine to the last. */
export interface RunCourse {
  readonly run: BenchmarkRun;
  readonly progress: BenchmarkProgress | null;
  rename(name: string): void;
  /** Ends it in the middle. */
  stop(why: Problem): void;
  /** Resolves when it is over and every engine is as it was. Never rejects. */
  readonly done: Promise<void>;
  /** Lets go of it as it is: the next host ends it. */
  leave(): void;
}

export const startRunCourse = (prepared: PreparedRun, book: BenchmarkBook, deps: BenchmarkDeps): RunCourse => {
  const { clock, log, queue, followCards } = deps;
  const { plan, cells } = prepared;
  const control = createRunControl();
  const progress = createRunProgress(book, deps);
  /** What has to be done before others go on: again while the disk is full; anything else that goes wrong is logged. */
  const surely = async (what: string, act: () => unknown): Promise<void> => {
    const note = (error: unknown): void => log.error(what, { run: book.run.id, error });
    await insist(act, { clock, isOver: () => control.isLeft, onRefused: note }).catch(note);
  };
  const endSamples = (): Promise<void> =>
    surely('a sample could not be cancelled', async () => {
      const open = book.openJobs();
      if (open.length > 0) await queue.cancel(open);
    });
  control.onEnd(() => {
    if (!control.isLeft) void endSamples();
  });

  const measure = async (runBlock: ReturnType<typeof createBlockRunner>): Promise<void> => {
    for (const { id, name } of enginesOf(cells)) queue.trials.begin(id, name, 'benchmark');
    await awaitIdle(deps, control);
    let from = 0;
    for (let to: number | null = plan.extra ? looks[0] : plan.repeats; to !== null; ) {
      control.mustGoOn();
      book.change({ wanted: to * cells.length });
      const { seeds, warmupSeeds } = prepared;
      const wish = { cells: cells.length, from, to, warmup: plan.warmup, seeds, warmupSeeds, seed: book.run.seed };
      const blocks = planBlocks(wish);
      progress.expect(blocks);
      for (const block of blocks) await runBlock(block);
      from = to;
      const verdicts = book.run.comparisons.map(({ verdict }) => verdict);
      to = plan.extra ? nextLook(from, verdicts) : null;
    }
  };
  const course = async (): Promise<void> => {
    const watch = watchEngines(cells, deps, control);
    const sampler = createSampler({ clock, followCards });
    try {
      await measure(createBlockRunner({ prepared, book, deps, control, watch, sampler, progress }));
    } catch (error) {
      if (!(error instanceof Ended)) {
        log.error('a benchmark could not go on', { run: book.run.id, error });
        const known = asStorageError(error);
        control.end(
          'partial',
          problemWith('benchFault', known instanceof AppError ? known : new AppError('internal', 'internal')),
        );
      }
    } finally {
      watch.stop();
      sampler.stop();
    }
    if (control.isLeft) return;
    progress.phase('restoring');
    // However it ended: what was queued for it is nobody else's work.
    await endSamples();
    await restoreEngines(book.left, deps, surely);
    await surely('the queue could not be resumed after a benchmark', () => {
      // Failures in a row that were measured are no reason to keep others waiting.
      if (!book.left.wasRecovering && queue.pauses().some(({ owner }) => owner === 'recovery')) queue.resume('recovery');
    });
    for (const { id } of enginesOf(cells))
      await surely('the queue could not be given back after a benchmark', () => queue.trials.end(id));
    // Last: whoever hears that it is over finds everything as it was before.
    await surely('the end of a benchmark could not be written', () => {
      const { ended } = control;
      book.change({ state: ended?.state ?? 'done', problem: ended?.why ?? null, endedAt: new Date(clock.now()).toISOString() });
    });
  };

  return {
    get run() {
      return book.run;
    },
    get progress() {
      return book.run.state === 'running' ? progress.now : null;
    },
    rename: (name) => book.change({ name }),
    stop: (why) => control.end('partial', why),
    done: course().catch((error: unknown) => log.error('a benchmark ended badly', { run: book.run.id, error })),
    leave: control.leave,
  };
};
