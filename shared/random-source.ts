/**
 * Numbers in [0, 1) that look random and are the same for the same seed: so that what was computed once can be computed again.
 * mulberry32 (Tommy Ettinger, public domain); period 2^32, good enough for resampling, for no secret. Pure.
 */
export const createRandomSource = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
};
