import { z } from 'zod';

/** Which finished jobs stay. Those that wait for a person are never touched. */
export const RetentionRule = z.object({
  /** Jobs that ended longer ago go; 0: age does not matter. */
  keepJobsMs: z.int().min(0),
  /** The newest that stay; 0: all of them. */
  keepJobsCount: z.int().min(0),
  /** Jobs that made pictures go with them; else such jobs stay for their pictures' sake. */
  dropPicturesWithJobs: z.boolean(),
});
export type RetentionRule = z.infer<typeof RetentionRule>;

/** What a rule takes away, or took. */
export const RetentionPlan = z.object({
  jobs: z.int().nonnegative(),
  pictures: z.int().nonnegative(),
  bytes: z.number().nonnegative(),
  /** Jobs that would go but for their pictures. */
  keptForPictures: z.int().nonnegative(),
});
export type RetentionPlan = z.infer<typeof RetentionPlan>;
