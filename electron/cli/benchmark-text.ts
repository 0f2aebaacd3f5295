import type { BenchmarkComparison, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import type { BenchmarkEstimate } from '../../shared/benchmark-outlook.ts';
import { noiseLimit } from '../../shared/compare-samples.ts';
import { columns } from './command.ts';

const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1000).toFixed(ms < 10_000 ? 3 : 1)} s`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** One sample as it comes in. Pure. */
export const sampleLine = (sample: BenchmarkSample, { cells }: Pick<BenchmarkRun, 'cells'>): string => {
  const name = cells[sample.cell]?.configuration ?? '?';
  const what = sample.isWarmup ? ' (warm-up)' : '';
  const result = sample.outcome === 'ok' ? seconds(sample.executionMs ?? sample.wallMs) : sample.outcome;
  return `${name}${what}: ${result}${sample.problem ? ` – ${sample.problem.message}` : ''}`;
};

/** What is about to happen, before it begins. Pure. */
export const estimateText = ({ ms, prompts, starts, engines, queue, cautions }: BenchmarkEstimate): string => {
  const [few, many] = prompts;
  const count = few === many ? String(few) : `${few} to ${many}`;
  const restarts = starts[0] === starts[1] ? String(starts[0]) : `${starts[0]} to ${starts[1]}`;
  const time = ms ? `about ${minutes(ms[0])} to ${minutes(ms[1])}` : 'an unknown time, because this was never run here';
  const names = engines.map(({ name }) => name).join(', ');
  const waiting = queue.running + queue.waiting > 0 ? ` ${queue.running + queue.waiting} jobs are in the queue now.` : '';
  const cares = cautions.map(({ message }) => `${message}\n`).join('');
  return `${count} prompts and ${restarts} starts of ${names} take ${time}; the queue waits meanwhile.${waiting}\n${cares}`;
};
const minutes = (ms: number): string => (ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`);

/** The result in words and a table. Pure. */
export const benchmarkText = (run: BenchmarkRun): string => {
  const rows = run.cells.map(({ configuration, medianMs, deviationMs, counted, failures }): [string, string] => [
    configuration,
    `median ${seconds(medianMs)} ± ${seconds(deviationMs)}, ${counted} samples${failures > 0 ? `, ${failures} failed` : ''}`,
  ]);
  const first = run.cells[0]?.configuration ?? '';
  const verdicts = run.comparisons.map((comparison) => `${verdictText(comparison, first)}\n`).join('');
  const dirty = run.isDirty ? 'The machine was busy with something else meanwhile: measure again before you rely on this.\n' : '';
  return `${columns(rows)}\n${verdicts}${dirty}`;
};

const verdictText = (
  { configuration, verdict, ratio, interval, detectable, moreRuns, isTentative }: BenchmarkComparison,
  first: string,
): string => {
  if (verdict === 'not-comparable' || ratio === null) return `"${configuration}" cannot be compared with "${first}".`;
  const range = interval ? ` (${percent(interval[0] - 1)} to ${percent(interval[1] - 1)})` : '';
  if (verdict !== 'no-difference-shown')
    return `"${configuration}" ${isTentative ? 'seems' : 'is'} ${percent(Math.abs(ratio - 1))} ${verdict} than "${first}"${range}.`;
  const hidden = ' With this noise even a change of 50 % could stay hidden.';
  const seen =
    detectable === null ? '' : detectable > noiseLimit ? hidden : ` Changes above ${percent(detectable)} would have been seen.`;
  const more = moreRuns === null ? '' : ` ${moreRuns} more runs of each may settle it.`;
  return `No difference shown between "${configuration}" and "${first}": ${percent(ratio - 1)}${range}.${seen}${more}`;
};
