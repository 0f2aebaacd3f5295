import { describe, expect, test } from 'vitest';
import { planStrikes } from '../../chaos/plan-strikes.ts';
import { jobMoments, writeMoments } from '../../chaos/strike.ts';

const count = (plan: ReturnType<typeof planStrikes>, act: string): number => plan.filter((strike) => strike.act === act).length;

describe('what goes wrong in a chaos run', () => {
  test('the same seed makes the same run, another one another', () => {
    const plan = planStrikes({ jobs: 300, kills: 200, seed: 5 });
    expect(planStrikes({ jobs: 300, kills: 200, seed: 5 })).toEqual(plan);
    expect(planStrikes({ jobs: 300, kills: 200, seed: 6 })).not.toEqual(plan);
  });

  test.each([
    [300, 200],
    [20, 10],
    [5, 9],
    [1, 1],
  ])('%d jobs: %d kills in all, of host and engine alike, with every other fault in between', (jobs, kills) => {
    const plan = planStrikes({ jobs, kills, seed: 1 });
    expect(count(plan, 'killHost') + count(plan, 'killEngine')).toBe(kills);
    expect(count(plan, 'killHost') - count(plan, 'killEngine')).toBeOneOf([0, 1]);
    for (const act of ['cutSockets', 'delaySockets', 'freezeEngine', 'fillDisk']) expect(count(plan, act)).toBeGreaterThan(0);
  });

  test('nothing is planned without kills', () => {
    expect(planStrikes({ jobs: 10, kills: 0, seed: 1 })).toEqual([]);
  });

  test('meets every moment of a job, beginnings only right after a death, and full disks only where something is written', () => {
    const plan = planStrikes({ jobs: 300, kills: 200, seed: 1 });
    const moments = new Set(plan.map(({ moment }) => moment));
    for (const moment of [...jobMoments, 'listening', 'probe', 'lane']) expect(moments).toContain(moment);
    for (const [index, { act, moment }] of plan.entries()) {
      if (!jobMoments.includes(moment)) expect(plan[index - 1]?.act).toMatch(/^kill/);
      if (act === 'fillDisk') expect(writeMoments).toContain(moment);
    }
    // More moments passed than there are jobs: the last strikes would meet no work.
    expect(plan.reduce((sum, { passes }) => sum + passes, 0)).toBeLessThan(300 - plan.length / 2);
  });
});
