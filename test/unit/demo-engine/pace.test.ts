import { describe, expect, test } from 'vitest';
import { Interrupt, Interrupted } from '../../../electron/demo-engine/execute/interrupt.ts';
import { Pace } from '../../../electron/demo-engine/pace.ts';

describe('pace', () => {
  const draws = (noise: number): number[] => {
    const pace = new Pace(1, noise);
    return Array.from({ length: 4000 }, () => {
      pace.startPrompt();
      return pace.scaled(1);
    });
  };
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

  test('spreads from prompt to prompt as told, and not within one', () => {
    const values = draws(0.1);
    const centre = mean(values);
    expect(centre).toBeCloseTo(1, 1);
    expect(Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))).toBeCloseTo(0.1, 1);
    expect(new Set(draws(0))).toEqual(new Set([1]));
    const pace = new Pace(2, 0.5);
    pace.startPrompt();
    expect(pace.scaled(10)).toBe(pace.scaled(10));
  });

  test('follows speed, size, batch and model', () => {
    expect(new Pace(10, 0).scaled(1000)).toBe(100);
    const pace = new Pace(1, 0);
    // 20 steps of 512 × 512 take most of the two seconds that a whole picture takes.
    expect(pace.stepMs('sd15', 512 * 512, 1) * 20).toBeGreaterThan(1400);
    expect(pace.stepMs('sd15', 512 * 512, 1) * 20).toBeLessThan(2000);
    expect(pace.stepMs('sd15', 1024 * 1024, 1)).toBeGreaterThan(2 * pace.stepMs('sd15', 512 * 512, 1));
    expect(pace.stepMs('sd15', 512 * 512, 4)).toBeGreaterThan(2 * pace.stepMs('sd15', 512 * 512, 1));
    expect(pace.stepMs('flux', 512 * 512, 1)).toBeGreaterThan(pace.stepMs('sdxl', 512 * 512, 1));
  });
});

describe('an interrupt', () => {
  test('ends a wait, is thrown once, and is forgotten when a prompt begins', async () => {
    const interrupt = new Interrupt();
    const waiting = interrupt.wait(3_600_000);
    interrupt.request();
    await waiting;
    expect(() => interrupt.check()).toThrow(Interrupted);
    interrupt.check();
    interrupt.request();
    interrupt.clear();
    interrupt.check();
  });
});
