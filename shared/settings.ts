import { z } from 'zod';

/** What a person can set. Durations in ms, sizes in bytes. */
export const Settings = z.object({
  language: z.enum(['system', 'en', 'ko']),
  theme: z.enum(['dark', 'light', 'system']),
  /** What happens to waiting jobs when a host starts; "ask" counts as paused where nobody can be asked. */
  onStart: z.enum(['resume', 'paused', 'ask']),
  /** Keep the engine's own copy under `output/hearth/` after it was stored. */
  keepEngineCopies: z.boolean(),
  /** Nothing is claimed while a folder has less free space. */
  diskFloorBytes: z.int().nonnegative(),
  /** Attempts before a job goes to the dead letter state. */
  maxAttempts: z.int().min(1).max(1000),
  /** Engine deaths under one job before it is held. */
  deathsToHold: z.int().min(1).max(1000),
  retryBaseMs: z.int().min(0),
  retryMaxMs: z.int().min(0),
  /** Crashes within the window before the engine counts as failed. */
  crashBudget: z.int().min(1).max(100_000),
  crashWindowMs: z.int().min(1_000),
  restartBaseMs: z.int().min(0),
  restartMaxMs: z.int().min(0),
  retryFailedEngine: z.boolean(),
  bootTimeoutMs: z.int().min(1_000),
  lateAfterMs: z.int().min(1_000),
  unresponsiveAfterMs: z.int().min(1_000),
  unresponsiveGraceMs: z.int().min(1_000),
  /** No progress message of a running job for this long is a stall. */
  stallMs: z.int().min(1_000),
  attemptTimeoutMs: z.int().min(1_000),
  /** An engine's log is cut when it grows beyond this. */
  logMaxBytes: z.int().min(1_000_000),
  /** Logs of earlier launches go when they are older, or the oldest when all of an engine's are together larger. */
  logKeepMs: z.int().min(0),
  logKeepBytes: z.int().min(0),
  /** Jobs of more megapixel-steps are heavy; 0: none are. */
  heavyWork: z.number().nonnegative(),
  /** The only engine that heavy jobs run on, while there is such an engine; null: any. */
  heavyEngine: z.string().nullable(),
  /** Finished jobs go when they are older, or when there are more; 0: they stay. */
  keepJobsMs: z.int().min(0),
  keepJobsCount: z.int().min(0),
  /** Pictures go with the jobs that made them; else such jobs stay for their pictures' sake. */
  dropPicturesWithJobs: z.boolean(),
  /** Whether remedies that change flags only are tried without asking: not unless somebody clicks, at night, or not even offered at once. */
  autoTrials: z.enum(['ask', 'night', 'never']),
  /** Local hours in which they are. */
  nightFromHour: z.int().min(0).max(23),
  nightToHour: z.int().min(0).max(23),
  previews: z.enum(['none', 'auto', 'latent2rgb', 'taesd']),
});
export type Settings = z.infer<typeof Settings>;
export const SettingsPatch = Settings.partial();
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** What every setting is before a person changed it; only changes are stored, so new settings appear by themselves. */
export const defaultSettings: Settings = {
  language: 'system',
  theme: 'dark',
  onStart: 'resume',
  keepEngineCopies: false,
  diskFloorBytes: 2_000_000_000,
  maxAttempts: 3,
  deathsToHold: 2,
  retryBaseMs: 2_000,
  retryMaxMs: 60_000,
  crashBudget: 3,
  crashWindowMs: 600_000,
  restartBaseMs: 1_000,
  restartMaxMs: 60_000,
  retryFailedEngine: true,
  bootTimeoutMs: 600_000,
  lateAfterMs: 15_000,
  unresponsiveAfterMs: 60_000,
  unresponsiveGraceMs: 30_000,
  stallMs: 600_000,
  attemptTimeoutMs: 7_200_000,
  logMaxBytes: 268_435_456,
  logKeepMs: 2_592_000_000,
  logKeepBytes: 2_147_483_648,
  heavyWork: 0,
  heavyEngine: null,
  keepJobsMs: 0,
  keepJobsCount: 0,
  dropPicturesWithJobs: false,
  autoTrials: 'ask',
  nightFromHour: 23,
  nightToHour: 7,
  previews: 'auto',
};
