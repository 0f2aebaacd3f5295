import type { Settings } from '../../shared/settings.ts';

/** More than any work: nothing is too heavy. */
export const anyWork = Number.MAX_VALUE;

/**
 * The most work that a job may be for a lane to take it. Heavy jobs are kept for the engine they are bound to as long as there is that
 * engine, running or not; that one takes everything. Pure.
 */
export const mostWorkFor = (
  lane: string,
  { heavyWork, heavyEngine }: Pick<Settings, 'heavyWork' | 'heavyEngine'>,
  isThere: (engine: string) => boolean,
): number => (heavyWork > 0 && heavyEngine !== null && heavyEngine !== lane && isThere(heavyEngine) ? heavyWork : anyWork);
