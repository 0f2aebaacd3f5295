import type { JobRow } from '../db/jobs.ts';

/** Who waited this long may pass those that would run first. */
export const starvedAfterMs = 600_000;
/** So many claims in a row may pass a starved job. */
export const passesBeforeStarved = 4;
/** Grade of the priority `batch`: no job comes after it. */
const lastGrade = 3;

export interface Choice {
  /** First in run order among those that wait. */
  first: JobRow | undefined;
  /** First in run order among those whose next attempt is due. */
  due: JobRow | undefined;
  /** The one that waits longest, and the grades of the jobs claimed last, newest first: asked for only when they matter. */
  oldest: () => JobRow | undefined;
  lastGrades: (limit: number) => number[];
  now: number;
}

/**
 * The next job to run: lower grade first, then lower rank. A job of a high grade that has waited long gets one claim after every
 * few that passed it, so that a stream of urgent jobs cannot starve it, nor it them. Pure.
 */
export const pick = (choice: Choice): JobRow | undefined => {
  const { first, due, lastGrades, now } = choice;
  const best = first && due ? (isBefore(due, first) ? due : first) : (first ?? due);
  if (!best || best.grade >= lastGrade) return best;
  const oldest = choice.oldest();
  if (!oldest || oldest.grade <= best.grade || now - oldest.created_at < starvedAfterMs) return best;
  const grades = lastGrades(passesBeforeStarved);
  return grades.length === passesBeforeStarved && grades.every((grade) => grade < oldest.grade) ? oldest : best;
};

/** Of two that stand at the same place the older one comes first, as in every list. */
const isBefore = (a: JobRow, b: JobRow): boolean => (a.grade - b.grade || a.rank - b.rank || a.seq - b.seq) < 0;
