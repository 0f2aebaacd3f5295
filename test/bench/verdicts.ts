import { readFileSync } from 'node:fs';
import type { BenchmarkComparison } from '../../shared/benchmark.ts';
import type { Verdict } from '../../shared/compare-samples.ts';
import { readBenchmarkPlan } from '../../shared/read-benchmark-plan.ts';
import type { Input } from '../../shared/rpc.ts';
import { Hearth } from '../e2e/hearth.ts';
import type { Tell } from './figure.ts';
import { openHostClient } from './host-client.ts';
import { measurePlan } from './measure-plan.ts';

/**
 * Small pictures in many steps: what the machine itself adds to a prompt is small beside the waiting, which many quick steps make as long
 * as few slow ones, while the start of the engine and its loading, which every block waits for, are over sooner.
 */
const values = { prompt: 'a harbour', width: 128, height: 128, steps: 150 };
const speed = 7.5;
const cases: { effect: number; noise: number; right: Verdict[] }[] = [
  { effect: -0.12, noise: 0.02, right: ['faster'] },
  { effect: 0, noise: 0.02, right: ['no-difference-shown'] },
  { effect: 0.05, noise: 0.02, right: ['slower'] },
  { effect: -0.12, noise: 0.08, right: ['faster'] },
  { effect: 0, noise: 0.08, right: ['no-difference-shown'] },
  // So loud that 5 % need more runs than there are.
  { effect: 0.05, noise: 0.08, right: ['slower', 'no-difference-shown'] },
];

const percent = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;

/** Whether benchmarks call a known true difference of the demo engine what it is: 1 is right. */
export const run = async (tell: Tell): Promise<void> => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const { client, close } = await openHostClient(hearth);
  // Drawing previews is work of this machine, which is as loud as what is to be told apart.
  await client.call('settings.set', { diskFloorBytes: 0, previews: 'none' });
  await client.call('engines.add', { kind: 'demo' });
  const judge = async (truth: number, noise: number, right: Verdict[], plan: Input<'benchmarks.start'>): Promise<void> => {
    const { run: done } = await measurePlan(client, plan);
    const [comparison] = done.comparisons;
    const counted = done.cells[0]?.counted ?? 0;
    tell({
      metric: `${percent(truth - 1)} at ${noise * 100} % noise: ${told(comparison)}, ${counted} samples${done.isDirty ? ', busy' : ''}`,
      value: comparison && right.includes(comparison.verdict) ? 1 : 0,
      unit: 'right',
      goal: 1,
      better: 'higher',
      against: { name: 'true ratio', value: truth },
      ratio: comparison?.ratio ?? null,
    });
  };
  // 101.4 s before an update and 89.5 s after it, at a hundredth.
  const plan = readBenchmarkPlan(JSON.parse(readFileSync('test/fixtures/benchmarks/two-versions.json', 'utf8')));
  await judge(89.5 / 101.4, 0.02, ['faster'], plan);
  for (const { effect, noise, right } of cases)
    await judge(1 + effect, noise, right, {
      template: 'sd15',
      values,
      configurations: [
        { name: 'before', flags: ['--speed', String(speed), '--noise', String(noise)] },
        { name: 'after', flags: ['--speed', String(speed / (1 + effect)), '--noise', String(noise)] },
      ],
      repeats: 10,
      warmup: 1,
      extra: true,
    });
  close();
};

const told = (comparison: BenchmarkComparison | undefined): string => {
  if (!comparison || comparison.ratio === null) return 'nothing';
  const { verdict, ratio, interval } = comparison;
  const range = interval ? ` (${percent(interval[0] - 1)} to ${percent(interval[1] - 1)})` : '';
  return `${verdict} ${percent(ratio - 1)}${range}`;
};
