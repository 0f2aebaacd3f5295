import type { BenchmarkProgress } from '../../shared/benchmark-outlook.ts';
import { median } from '../../shared/stats.ts';
import type { BenchmarkBook } from './benchmark-book.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { Block } from './plan-blocks.ts';

/** Where a run is, told with each step. */
export interface RunProgress {
  readonly now: BenchmarkProgress;
  /** The blocks that come, in order, after all before. */
  expect(blocks: readonly Block[]): void;
  /** The next of them begins: its engine is started. */
  begin(): void;
  /** How long that start took. */
  started(ms: number): void;
  /** A prompt of the current block begins. */
  prompt(isWarmup: boolean): void;
  phase(phase: BenchmarkProgress['phase']): void;
}

/** Begins with `waiting`. */
export const createRunProgress = (
  book: Pick<BenchmarkBook, 'run' | 'samples'>,
  { clock, hub }: Pick<BenchmarkDeps, 'clock' | 'hub'>,
): RunProgress => {
  const blocks: Block[] = [];
  const startTimes: number[] = [];
  let at = -1;
  let prompts = 0;
  let phase: BenchmarkProgress['phase'] = 'waiting';

  /** Prompts and starts that are left, each at the median of those before. */
  const leftMs = (): number | null => {
    const timesOf = (isWarmup: boolean, cell: number | null): number[] =>
      book.samples.flatMap((one) =>
        one.wallMs !== null && one.isWarmup === isWarmup && (cell === null || one.cell === cell) ? [one.wallMs] : [],
      );
    if (timesOf(false, null).length === 0 || startTimes.length === 0) return null;
    const usual = (isWarmup: boolean, cell: number): number => {
      const known = [timesOf(isWarmup, cell), timesOf(isWarmup, null), timesOf(false, null)].find((times) => times.length > 0);
      return median(known ?? []);
    };
    let left = 0;
    for (let index = Math.max(0, at); index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) continue;
      const all = [...block.warmups.map(() => true), ...block.seeds.map(() => false)];
      const isCurrent = index === at;
      if (!isCurrent || prompts === 0) left += median(startTimes);
      for (const isWarmup of isCurrent ? all.slice(Math.max(0, prompts - 1)) : all) left += usual(isWarmup, block.cell);
    }
    return left;
  };
  const look = (): BenchmarkProgress => ({
    run: book.run.id,
    at: new Date(clock.now()).toISOString(),
    phase,
    cell: phase === 'waiting' || phase === 'restoring' ? null : (blocks[at]?.cell ?? null),
    next: phase === 'restoring' ? null : (blocks[at + 1]?.cell ?? null),
    starts: at + 1,
    startsInAll: blocks.length,
    taken: book.run.taken,
    wanted: book.run.wanted,
    leftMs: phase === 'restoring' ? 0 : leftMs(),
  });
  let now = look();
  const tell = (): void => {
    now = look();
    hub.emit('benchmark.progress', now);
  };
  return {
    get now() {
      return now;
    },
    expect: (more) => void blocks.push(...more),
    begin() {
      at++;
      prompts = 0;
      phase = 'starting';
      tell();
    },
    started: (ms) => void startTimes.push(ms),
    prompt(isWarmup) {
      prompts++;
      phase = isWarmup ? 'warmup' : 'sampling';
      tell();
    },
    phase(next) {
      phase = next;
      tell();
    },
  };
};
