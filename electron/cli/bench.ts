import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkPlan, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import { maxPlanBytes, readPlanFile } from '../../shared/read-plan-file.ts';
import { benchmarkJson } from './benchmark-json.ts';
import { benchmarkText, estimateText, sampleLine } from './benchmark-text.ts';
import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { type HostConnection, withHost } from './host-connection.ts';
import { printJson } from './print-json.ts';
import { readGivenFile } from './read-given-file.ts';
import { uploadPicture } from './upload-picture.ts';

export const bench = defineCommand({
  usage: 'bench PLAN',
  about:
    'Measures the configurations of a plan against each other. The queue waits meanwhile, and the engine is started anew before each\nblock of samples. PLAN is a JSON file: {"template","values","seeds"?,"configurations":[{"name","profile"?,"flags"?:[…],"engine"?}],\n"repeats","warmup","cold"?,"extra"?}. Exit code 0 when it was measured, whatever the verdict.',
  options: {},
  words: { min: 1, max: 1 },
  async run({ options, positionals: [file = ''] }, io) {
    const plan = await readPlan(file, io);
    return withHost(options.data, io, async (host) => {
      const whole = await withPictures(plan, host, io);
      io.err(estimateText(await host.client.call('benchmarks.estimate', whole)));
      const begun = await host.client.call('benchmarks.start', whole);
      const run = await followRun(host, begun, io);
      if (run.problem) io.err(`${run.problem.message}\n`);
      const { samples } = await host.client.call('benchmarks.get', { id: run.id });
      if (io.isJson) printJson(io, benchmarkJson(run, samples));
      else io.out(benchmarkText(run));
      return run.state === 'done' ? exitCode.done : exitCode.notDone;
    });
  },
});

const readPlan = async (file: string, io: CliIo): Promise<BenchmarkPlan> =>
  readPlanFile((await readGivenFile(file, { what: 'The plan', mostBytes: maxPlanBytes }, io)).toString('utf8'));

/** Pictures are given as files. */
const withPictures = async (plan: BenchmarkPlan, { client, target }: HostConnection, io: CliIo): Promise<BenchmarkPlan> => {
  const { templates } = await client.call('templates.list', {});
  const values = { ...plan.values };
  for (const { key, type } of templates.find(({ id }) => id === plan.template)?.parameters ?? []) {
    const value = values[key];
    if (type === 'image' && typeof value === 'string' && value !== '') values[key] = await uploadPicture(target, value, io);
  }
  return { ...plan, values };
};

/** Tells of each sample on standard error. Resolves with the run when it is over; rejects when the host goes away. */
const followRun = async ({ client, closed }: HostConnection, begun: BenchmarkRun, io: CliIo): Promise<BenchmarkRun> => {
  const told = new Set<number>();
  const onSample = (sample: BenchmarkSample): void => {
    if (sample.run !== begun.id || told.has(sample.number)) return;
    told.add(sample.number);
    io.err(`${sampleLine(sample, begun)}\n`);
  };
  const over = new Promise<BenchmarkRun>((found) => {
    const see = (run: BenchmarkRun): void => {
      if (run.id === begun.id && run.state !== 'running') found(run);
    };
    client.on('benchmark.sampled', onSample);
    client.on('benchmark.changed', see);
    // It may have ended before anybody listened.
    const look = async (): Promise<void> => {
      const { run, samples } = await client.call('benchmarks.get', { id: begun.id });
      samples.forEach(onSample);
      see(run);
    };
    void look().catch(() => {});
  });
  const gone = closed.then((): never => {
    throw new AppError('disconnected', 'benchHostGone');
  });
  return Promise.race([over, gone]);
};
