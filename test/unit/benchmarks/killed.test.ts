import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BenchmarkRun } from '../../../shared/benchmark.ts';
import type { Engine } from '../../../shared/engine.ts';
import type { Client } from '../../../shared/rpc.ts';
import { openHostClient } from '../../bench/host-client.ts';
import { Hearth } from '../../e2e/hearth.ts';

const entry = resolve('dist/electron/cli.js');
let hearth: Hearth;
beforeEach(() => {
  hearth = new Hearth();
});
afterEach(() => hearth[Symbol.asyncDispose]());

const start = async (): Promise<Client> => {
  await hearth.start('--port', '0');
  return (await openHostClient(hearth)).client;
};
/** The first one told of, or there already, that is as wanted. */
const runSeen = (client: Client, isWanted: (run: BenchmarkRun) => boolean): Promise<BenchmarkRun> =>
  new Promise((found) => {
    const see = (run: BenchmarkRun): void => void (isWanted(run) && found(run));
    client.on('benchmark.changed', see);
    void client.call('benchmarks.list', {}).then(({ runs }) => runs.forEach(see));
  });
const engineSeen = (client: Client, isWanted: (engine: Engine) => boolean): Promise<Engine> =>
  new Promise((found) => {
    const see = (engine: Engine): void => void (isWanted(engine) && found(engine));
    client.on('engine.changed', see);
    void client.call('app.snapshot', {}).then(({ engines }) => engines.forEach(see));
  });
const isBack = ({ state, variant }: Engine): boolean => state === 'ready' && variant === 'profile';

const plan = {
  template: 'sd15',
  values: { prompt: 'a harbour', steps: 12 },
  configurations: [
    { name: 'slow', flags: ['--speed', '4'] },
    { name: 'fast', flags: ['--speed', '40'] },
  ],
  repeats: 4,
  warmup: 1,
};

test('the engine killed in the middle is a result; Hearth killed in the middle ends the run as partial, with queue and profile as before', async () => {
  let client = await start();
  await client.call('settings.set', { restartBaseMs: 10, diskFloorBytes: 0 });
  await client.call('profiles.save', { id: 'default', name: 'Default', flags: [{ flag: '--speed', value: '20' }], env: {} });
  const { id: engine } = await client.call('engines.add', { kind: 'demo' });
  await client.call('engines.start', { id: engine });

  const begun = await client.call('benchmarks.start', { ...plan, repeats: 2 });
  const trial = await engineSeen(client, ({ state, variant }) => state === 'ready' && variant === 'trial');
  if (trial.pid !== null) process.kill(trial.pid, 'SIGKILL');
  const done = await runSeen(client, ({ id, state }) => id === begun.id && state !== 'running');
  expect([done.state, done.cells.reduce((sum, { failures }) => sum + failures, 0)]).toEqual(['done', 1]);
  await engineSeen(client, isBack);

  const { id } = await client.call('benchmarks.start', plan);
  const { jobs } = await client.call('jobs.enqueue', { template: 'sd15', values: { steps: 2 } });
  await runSeen(client, (run) => run.id === id && run.taken >= 1);
  await hearth.kill();
  client = await start();
  const { run, samples } = await client.call('benchmarks.get', { id });
  expect([run.state, run.problem?.key, samples.length > 0]).toEqual(['partial', 'benchHostEnded', true]);
  expect((await client.call('app.snapshot', {})).pauses).toEqual([]);
  // The process that was left finishes its prompt before it is started anew.
  await new Promise<void>((own) => {
    const look = async (): Promise<void> => {
      const { launches } = await client.call('engines.launches', { id: engine, limit: 1 });
      if (launches[0]?.command.join(' ').includes('--speed 20')) own();
    };
    client.on('engine.changed', () => void look());
    void look();
  });
  await engineSeen(client, isBack);
  await new Promise<void>((settled) => {
    const waiting = jobs[0]?.id ?? '';
    client.on('job.changed', (job) => job.id === waiting && job.state === 'succeeded' && settled());
    void client.call('jobs.get', { id: waiting }).then(({ job }) => job.state === 'succeeded' && settled());
  });

  // From the command line, over the same host.
  const file = join(hearth.data, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  const bench = (...words: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((ended) => {
      execFile(process.execPath, [entry, 'bench', '--data', hearth.data, ...words], (error, out, err) =>
        ended({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      );
    });
  const { code, out, err } = await bench('--json', file);
  const answer = JSON.parse(out);
  expect([code, answer.verdict, answer.comparisons.length]).toEqual([0, answer.comparisons[0].verdict, 1]);
  expect(answer.interval[0]).toBeLessThanOrEqual(answer.ratio);
  expect(answer.interval[1]).toBeGreaterThanOrEqual(answer.ratio);
  expect(answer.cells.map((cell: { configuration: string }) => cell.configuration)).toEqual(['slow', 'fast']);
  expect(answer.cells[1].samples.every(({ ms, ok }: { ms: number; ok: boolean }) => ok && ms > 0)).toBe(true);
  expect(answer.plan.template).toBe('sd15');
  expect(err).toContain('slow:');
  writeFileSync(file, '{"template":"sd15","configurations":[]}');
  expect((await bench(file)).code).toBe(2);
  expect((await bench(join(hearth.data, 'none.json'))).code).toBe(2);
}, 180_000);
