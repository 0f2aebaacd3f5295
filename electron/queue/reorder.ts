import { AppError } from '../../shared/app-error.ts';
import { type JobState, Priority } from '../../shared/job.ts';
import type { JobPlace, JobSweepRows } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import type { JobsChanged } from './queue.ts';
import { grades, rankStep } from './run-order.ts';
import { asStorageError } from './storage-error.ts';

/** Where jobs are to stand: before everything that waits, or beside another waiting job. */
type Destination = { at: 'front' } | { at: 'before' | 'after'; id: string };

/** The order of what waits, as a person wants it. */
export interface Reorderer {
  /** Puts waiting jobs together at one place, in the order given. Beside a job of another priority they take that one's. */
  move(ids: string[], to: Destination): JobsChanged;
  setPriority(ids: string[], priority: Priority): JobsChanged;
}

const movable: readonly JobState[] = ['queued', 'failed_retryable'];

export const createReorderer = (
  ledger: Ledger,
  rows: JobSweepRows,
  now: () => number,
  /** The order changed: what waits is listed otherwise, and another may be next. */
  onOrder: () => void,
): Reorderer => {
  const { jobs, events } = ledger;

  const refusal = (id: string, job: JobRow | undefined): JobsChanged['refused'][number] => {
    const { key, message, params } = job
      ? new AppError('conflict', 'jobNotWaiting', { id })
      : new AppError('not-found', 'jobUnknown', { id });
    return { id, key, message, params };
  };
  /** Changes what waits of `ids` in one transaction. */
  const change = (ids: readonly string[], act: (movers: JobRow[]) => void): JobsChanged => {
    const changed: JobsChanged = { jobs: [], refused: [] };
    const movers: JobRow[] = [];
    for (const id of new Set(ids)) {
      const job = jobs.find(id);
      if (job && job.attempt === null && movable.includes(job.state)) movers.push(job);
      else changed.refused.push(refusal(id, job));
    }
    if (movers.length === 0) return changed;
    try {
      ledger.commit(() => act(movers));
    } catch (error) {
      throw asStorageError(error);
    }
    onOrder();
    return { ...changed, jobs: movers.flatMap(({ id }) => jobs.find(id) ?? []).map((job) => ledger.view.of(job)) };
  };
  const put = (job: JobRow, grade: number, rank: number, reason: 'moved' | 'prioritised'): void => {
    const priority = Priority.options.find((name) => grades[name] === grade) ?? job.priority;
    rows.place(job.seq, grade, rank, priority);
    events.insert(job.id, now(), job.state, job.state, reason, null);
    ledger.touch(job.id);
  };
  /** Rank that whatever is queued next in a grade will have; null: nothing is queued behind what was moved to the front. */
  const endOf = (grade: number): number | null => (grade === 0 ? null : (jobs.lastSeq() + 1) * rankStep);
  /**
   * Ranks for `count` jobs right before a place, without those that move. Where the others stand too close, as many of them on both
   * sides as it takes move apart.
   */
  const makeRoom = (place: JobPlace, count: number, movers: ReadonlySet<number>): number[] => {
    const { grade } = place;
    for (let wide = 0; ; wide = wide * 4 || 32) {
      const most = wide + 1 + movers.size;
      const stays = ({ seq }: JobPlace): boolean => !movers.has(seq);
      const before = rows.before(place, most).filter(stays);
      const after = rows.from(place, most).filter(stays);
      const left = before.slice(0, wide).reverse();
      const right = after.slice(0, wide);
      const many = left.length + count + right.length;
      const [low, high] = [before[wide]?.rank, after[wide]?.rank ?? endOf(grade)];
      const from = low ?? (high === null ? 0 : high - (many + 1) * rankStep);
      const to = high ?? from + (many + 1) * rankStep;
      if (to - from <= many) continue;
      const ranks = Array.from({ length: many }, (_, index) => from + Math.floor(((index + 1) * (to - from)) / (many + 1)));
      const [mine, others] = [ranks.splice(left.length, count), ranks];
      for (const [index, { seq }] of [...left, ...right].entries()) {
        const job = rows.bySeq(seq);
        if (job) rows.place(seq, grade, others[index] ?? job.rank, job.priority);
      }
      return mine;
    }
  };
  /** Place that the jobs must come right before; where none stays behind them, the end of the grade. */
  const placeToPass = ({ at, id }: { at: 'before' | 'after'; id: string }, movers: ReadonlySet<number>): JobPlace => {
    const target = jobs.find(id);
    if (target?.state !== 'queued' || target.attempt !== null)
      throw new AppError('conflict', target ? 'jobNotWaiting' : 'jobUnknown', { id });
    const rest = rows.from(target, movers.size + 2).filter(({ seq }) => !movers.has(seq));
    // A target that moves too gives its place: right before the next one that stays.
    const isBefore = at === 'before' && !movers.has(target.seq);
    const next = rest.find(({ seq }) => isBefore === (seq === target.seq));
    return next ?? { grade: target.grade, rank: Number.MAX_SAFE_INTEGER, seq: 0 };
  };

  return {
    move(ids, to) {
      return change(ids, (movers) => {
        const seqs = new Set(movers.map(({ seq }) => seq));
        if (to.at === 'front') {
          const first = jobs.frontRank(0);
          for (const [place, job] of movers.entries()) put(job, 0, first - (movers.length - 1 - place) * rankStep, 'moved');
          return;
        }
        const place = placeToPass(to, seqs);
        const ranks = makeRoom(place, movers.length, seqs);
        for (const [index, job] of movers.entries()) put(job, place.grade, ranks[index] ?? job.rank, 'moved');
      });
    },
    setPriority: (ids, priority) =>
      change(ids, (movers) => {
        // By age among those of that priority, as if they had been queued with it; whoever has it keeps the place it was given.
        for (const job of movers)
          if (job.grade !== grades[priority]) put(job, grades[priority], job.seq * rankStep, 'prioritised');
      }),
  };
};
