import { describe, expect, it } from 'vitest';
import { beginQuiet, isAlive, judge, look, type Quiet, type Signs } from '../../../electron/engine/liveness.ts';
import { defaultSettings } from '../../../shared/settings.ts';

const none: Signs = { answered: false, spoke: false, wrote: false, cpuShare: 0, diskReadBytes: 0, gpuPercent: 0 };

describe('signs of life', () => {
  it.each([
    ['nothing at all', {}, false],
    ['an HTTP answer', { answered: true }, true],
    ['a socket message', { spoke: true }, true],
    ['a log line', { wrote: true }, true],
    ['a tree that loads a model', { cpuShare: 0.9 }, true],
    ['a tree that only idles', { cpuShare: 0.049 }, false],
    ['disk reads while a model is loaded', { diskReadBytes: 4096 }, true],
    ['a graphics card at work', { gpuPercent: 3 }, true],
    ['sources that this system does not have', { cpuShare: null, diskReadBytes: null, gpuPercent: null }, false],
  ] satisfies [string, Partial<Signs>, boolean][])('%s', (_case, signs, alive) => {
    expect(isAlive({ ...none, ...signs })).toBe(alive);
  });
});

/** Looks once a second for `seconds`; `signAt` tells when a sign is seen. */
const watch = (seconds: number, signAt: (second: number) => boolean = () => false, from: Quiet = beginQuiet(0)): Quiet => {
  let quiet = from;
  for (let second = 1; second <= seconds; second++) quiet = look(quiet, from.lookedAt + second * 1_000, signAt(second));
  return quiet;
};
const verdict = (quiet: Quiet) => judge(quiet, defaultSettings);

describe('what silence means', () => {
  it.each([
    [14, 'alive'],
    [15, 'late'],
    [59, 'late'],
    [60, 'unresponsive'],
    [89, 'unresponsive'],
    [90, 'hung'],
  ] as const)('%d s of silence: %s', (seconds, expected) => {
    expect(verdict(watch(seconds))).toBe(expected);
  });

  it('forgives everything at the first sign', () => {
    expect(verdict(watch(89, (second) => second === 89))).toBe('alive');
  });

  it('never ends a long model load that shows work now and then', () => {
    expect(verdict(watch(3_600, (second) => second % 10 === 0))).toBe('alive');
  });

  it.each([
    ['the machine slept an hour', 3_600_000],
    ['the clock went back', -3_600_000],
    ['this process was held up for 20 s', 20_000],
  ])('takes a gap for no hang: %s', (_case, gap) => {
    const before = watch(10);
    const after = look(before, before.lookedAt + gap, false);
    expect(verdict(after)).not.toBe('unresponsive');
    expect(verdict(watch(10, () => false, after))).not.toBe('unresponsive');
  });

  it('still finds the hang after a gap', () => {
    const slept = look(watch(1), 3_600_000, false);
    expect(verdict(watch(90, () => false, slept))).toBe('hung');
  });
});
