import type { AttemptRows } from '../db/attempts.ts';
import type { QueueDeps } from './deps.ts';
import { foldersOf } from './folders.ts';

/** An engine's copies go right after an attempt has ended, so what a host died over is among the last; four a lane are stored at a time. */
const lookedAt = 64;

/** Drops the engine's copies of attempts that ended just before an earlier host died. */
export const dropLeftCopies = (
  { artifacts, settings }: Pick<QueueDeps, 'artifacts' | 'settings'>,
  attempts: Pick<AttemptRows, 'lastSettled'>,
): void => {
  for (const attempt of attempts.lastSettled(lookedAt)) {
    const folders = foldersOf(attempt);
    if (folders && (attempt.state !== 'succeeded' || !settings().keepEngineCopies))
      void artifacts.dropEngineCopies(attempt.id, folders.output);
  }
};
