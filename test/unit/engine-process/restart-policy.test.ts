import { describe, expect, it } from 'vitest';
import { decideRestart, failedRestMs } from '../../../electron/engine/restart-policy.ts';
import { defaultSettings } from '../../../shared/settings.ts';

const now = 1_800_000_000_000;
const second = 1_000;
const minute = 60_000;
const ago = (...ms: number[]): number[] => ms.map((one) => now - one);
const decide = (deaths: number[], jitter = 0.5, limits = defaultSettings) => decideRestart(deaths, now, jitter, limits);

describe('what follows a death', () => {
  it.each([
    ['the first in calm times', [0], { kind: 'restart', delayMs: 0 }],
    ['one after ten calm minutes', [10 * minute, 0], { kind: 'restart', delayMs: 0 }],
    ['the second within the window', [10 * minute - 1, 0], { kind: 'restart', delayMs: 1_000 }],
    ['the third', [2 * second, second, 0], { kind: 'restart', delayMs: 2_000 }],
    ['the fourth', [3 * second, 2 * second, second, 0], { kind: 'giveUp' }],
    ['old ones are forgotten', [40 * minute, 30 * minute, 20 * minute, 11 * minute, 0], { kind: 'restart', delayMs: 0 }],
    ['the clock was set back an hour since', [-60 * minute, -59 * minute, -58 * minute, 0], { kind: 'restart', delayMs: 0 }],
    ['the clock was corrected by a second', [-second, -second, -second, 0], { kind: 'giveUp' }],
  ] as const)('%s', (_case, deaths, decision) => {
    expect(decide(ago(...deaths))).toEqual(decision);
  });

  it('backs off by doubling up to the limit, whatever the budget', () => {
    const limits = { ...defaultSettings, crashBudget: 100_000 };
    const delays = [2, 3, 4, 5, 6, 7, 8, 9, 5_000].map((count) => {
      const decision = decide(ago(...Array.from({ length: count }, () => 0)), 0.5, limits);
      return decision.kind === 'restart' ? decision.delayMs : null;
    });
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((s) => s * second));
  });

  it('spreads restarts of several engines, within a quarter either way', () => {
    expect(decide(ago(second, 0), 0)).toEqual({ kind: 'restart', delayMs: 750 });
    expect(decide(ago(second, 0), 1)).toEqual({ kind: 'restart', delayMs: 1_250 });
  });

  it('takes its limits from the settings', () => {
    expect(decide(ago(second, 0), 0.5, { ...defaultSettings, crashBudget: 1 })).toEqual({ kind: 'giveUp' });
    expect(decide(ago(second, 0), 0.5, { ...defaultSettings, restartBaseMs: 0 })).toEqual({ kind: 'restart', delayMs: 0 });
    expect(decide(ago(second, 0), 0.5, { ...defaultSettings, crashWindowMs: second })).toEqual({ kind: 'restart', delayMs: 0 });
  });
});

it('lets a failed engine rest 10, 30, then 60 minutes', () => {
  expect([0, 1, 2, 3, 9].map((retries) => failedRestMs(retries) / minute)).toEqual([10, 30, 60, 60, 60]);
});
