import { AppError } from '../../shared/app-error.ts';
import { type JobState, Priority } from '../../shared/job.ts';
import type { JobSweepRows } from '../db/job-sweeps.ts';
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
  /** Ranks for `count` jobs right before the waiting one at `rank`, for which others move along where they stand too close. */
  const makeRoom = (grade: number, rank: number, count: number, movers: ReadonlySet<number>): number[] => {
    const lower = lastBefore(grade, rank, movers);
    const spread = (from: number, to: number, many: number): number[] =>
      Array.from({ length: many }, (_, place) => from + Math.floor(((place + 1) * (to - from)) / (many + 1)));
    if (lower === null) return Array.from({ length: count }, (_, place) => rank - (count - place) * rankStep);
    if (rank - lower > count) return spread(lower, rank, count);
    for (let wide = 64; ; wide *= 4) {
      const found = rows.from(grade, rank, wide + 1);
      const window = found.filter(({ seq }) => !movers.has(seq));
      const isMore = found.length > wide;
      const end = isMore ? window.pop() : undefined;
      const many = window.length + count;
      if (isMore && (!end || end.rank - lower <= many)) continue;
      const ranks = spread(lower, end?.rank ?? lower + (many + 1) * rankStep, many);
      for (const [place, { seq }] of window.entries()) {
        const job = rows.bySeq(seq);
        if (job) rows.place(seq, grade, ranks[count + place] ?? job.rank, job.priority);
      }
      return ranks.slice(0, count);
    }
  };
  /** Rank of the last job before `rank` that stays where it is. */
  const lastBefore = (grade: number, rank: number, movers: ReadonlySet<number>): number | null => {
    let at = rank;
    for (;;) {
      const before = rows.rankBefore(grade, at);
      if (before === null) return null;
      if (rows.from(grade, before, 1).some(({ seq }) => !movers.has(seq))) return before;
      at = before;
    }
  };
  /** Rank that the jobs must come before; undefined: they go to the end of the grade. */
  const rankToPass = ({ at, id }: { at: 'before' | 'after'; id: string }, movers: ReadonlySet<number>) => {
    const target = jobs.find(id);
    if (target?.state !== 'queued' || target.attempt !== null)
      throw new AppError('conflict', target ? 'jobNotWaiting' : 'jobUnknown', { id });
    const rest = rows.from(target.grade, target.rank, movers.size + 2).filter(({ seq }) => !movers.has(seq));
    // A target that moves too gives its place: right before the next one that stays.
    const isBefore = at === 'before' && !movers.has(target.seq);
    const next = rest.find(({ seq }) => isBefore === (seq === target.seq));
    return { grade: target.grade, rank: next?.rank, last: target.rank };
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
        const { grade, rank, last } = rankToPass(to, seqs);
        const ranks =
          rank === undefined
            ? movers.map((_, place) => last + (place + 1) * rankStep)
            : makeRoom(grade, rank, movers.length, seqs);
        for (const [place, job] of movers.entries()) put(job, grade, ranks[place] ?? job.rank, 'moved');
      });
    },
    setPriority: (ids, priority) =>
      change(ids, (movers) => {
        // By age among those of that priority, as if they had been queued with it.
        for (const job of movers) put(job, grades[priority], job.seq * rankStep, 'prioritised');
      }),
  };
};
