import type { Settings } from '../../shared/settings.ts';

/** What is known of a running attempt's pace. */
export interface Pace {
  /** Longest time between two steps of the bar that runs now; null where none runs. */
  longestStepMs: number | null;
}

/** Shortest silence between two steps that can mean anything. */
const floorMs = 120_000;

/**
 * How long a running attempt may be silent. While steps come regularly, twenty times the longest of them is enough; loading and
 * decoding tell nothing of themselves, so the whole time of the setting is left to them. Never more than the setting. Pure.
 */
export const stallAfterMs = ({ longestStepMs }: Pace, { stallMs }: Pick<Settings, 'stallMs'>): number =>
  longestStepMs === null ? stallMs : Math.min(stallMs, Math.max(floorMs, 20 * longestStepMs));
