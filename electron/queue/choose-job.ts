import type { JobRow, JobRows } from '../db/jobs.ts';
import { type Choice, pick } from './order.ts';

/** Which job each lane takes next, so that no two make a prompt of the same one while another waits. */
interface JobChooser {
  /** undefined: none waits for this lane. */
  next(lane: string): JobRow | undefined;
  /** The lane makes its next prompt of this job; null: of none. */
  reserve(lane: string, job: string | null): void;
  /** The lane has claimed a job: what others had reserved before was passed by, and may be taken from them now. */
  claimed(lane: string): void;
}

interface Reservation {
  job: string;
  isPassed: boolean;
}

/**
 * A lane leaves what another makes ready alone, with three exceptions that keep the order: nothing else of that grade waits; a job
 * claimed since has passed it by once; or that lane is busy and this one has nothing to do.
 */
export const createJobChooser = (
  jobs: Pick<JobRows, 'firstFew' | 'dueFew' | 'oldest' | 'oldestDue'>,
  choice: (lane: string) => Pick<Choice, 'lastGrades' | 'now'> & { writing: string | null; most: number },
  isBusy: (lane: string) => boolean,
): JobChooser => {
  const reservations = new Map<string, Reservation>();

  const pickWithout = (lane: string, taken: ReadonlySet<string>): JobRow | undefined => {
    const { writing, most, now, lastGrades } = choice(lane);
    const isFree = (row: JobRow | undefined): row is JobRow => row !== undefined && !taken.has(row.id);
    const few = taken.size + 1;
    return pick({
      first: jobs.firstFew(writing, most, few).find(isFree),
      due: jobs.dueFew(now, most, few).find(isFree),
      oldest: () =>
        [jobs.oldest(writing, most), jobs.oldestDue(now, most)].filter(isFree).reduce<JobRow | undefined>(older, undefined),
      lastGrades,
      now,
    });
  };
  return {
    next(lane) {
      const taken = new Set<string>();
      for (const [other, { job, isPassed }] of reservations)
        if (other !== lane && !isPassed && (isBusy(lane) || !isBusy(other))) taken.add(job);
      const best = pickWithout(lane, new Set());
      if (!best || !taken.has(best.id)) return best;
      const free = pickWithout(lane, taken);
      return free && free.grade <= best.grade ? free : best;
    },
    reserve(lane, job) {
      if (job === null) reservations.delete(lane);
      else if (reservations.get(lane)?.job !== job) reservations.set(lane, { job, isPassed: false });
    },
    claimed(lane) {
      reservations.delete(lane);
      for (const other of reservations.values()) other.isPassed = true;
    },
  };
};

const older = (a: JobRow | undefined, b: JobRow): JobRow => (a && a.seq <= b.seq ? a : b);
