import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Job } from '../../shared/job.ts';
import type { Client } from '../../shared/rpc.ts';
import { Hearth } from '../e2e/hearth.ts';
import { engineTimes, idleGaps, openBareClient } from './bare-client.ts';
import { openDiskProbe } from './fdatasync.ts';
import { short, type Tell } from './figure.ts';
import { openHostClient, readyEngine } from './host-client.ts';
import { percentile } from './percentile.ts';

/** Until everything that is measured is compiled on both ways, as it is in a host that has run for a while. */
const warmth = 150;
const singles = 120;
const row = 160;
/** The rows of both are run in turn, in so many parts. */
const parts = 4;

/** The prompt that the `demo` template renders, with its own seed so that no cache answers. */
const graphOf = (seed: number): unknown => {
  const graph = JSON.parse(readFileSync('workflows/demo/graph.json', 'utf8'));
  for (const node of Object.values(graph) as { class_type: string; inputs: Record<string, unknown> }[])
    if (node.class_type === 'EmptyImage') Object.assign(node.inputs, { color: seed, width: 64, height: 64, batch_size: 1 });
  return graph;
};

/** Resolves once each of `count` jobs has succeeded; `enqueue` starts them. */
const untilSucceeded = async (client: Client, count: number, enqueue: () => Promise<{ jobs: Job[] }>): Promise<Job[]> => {
  const done = new Map<string, Job>();
  let wanted: Set<string> | null = null;
  let resolve = (): void => {};
  const all = new Promise<void>((ready) => {
    resolve = ready;
  });
  const check = (): void => {
    if (wanted && [...wanted].every((id) => done.has(id))) resolve();
  };
  const stop = client.on('job.changed', (job) => {
    if (job.state === 'succeeded') done.set(job.id, job);
    check();
  });
  const { jobs } = await enqueue();
  if (jobs.length !== count) throw new Error(`${count} jobs expected, got ${jobs.length}`);
  wanted = new Set(jobs.map(({ id }) => id));
  check();
  await all;
  stop();
  return jobs.map(({ id }) => done.get(id) as Job);
};

/** An engine that Hearth started and that is ready. */
interface Measured {
  hearth: Hearth;
  client: Client;
  /** Its address. */
  engine: string;
}

/** A real ComfyUI from its folder, on the processor and with folders of its own. */
const startReal = async ({ hearth, client }: Omit<Measured, 'engine'>, folder: string): Promise<string> => {
  const base = join(hearth.data, 'base');
  for (const name of ['custom_nodes', 'input', 'models', 'output', 'user']) mkdirSync(join(base, name), { recursive: true });
  const python = process.env.COMFYUI_PYTHON;
  const { id } = await client.call('engines.add', { kind: 'managed', folder, ...(python ? { python } : {}) });
  const { url, state } = await client.call('engines.start', { id });
  if (state !== 'ready' || !url) throw new Error(`${folder} did not start: it is ${state}`);
  return url;
};

/** The demo engine, and beside it the real one that COMFYUI_DIR names (COMFYUI_PYTHON its Python). */
export const run = async (tell: Tell): Promise<void> => {
  await using demo = new Hearth();
  await demo.start('--port', '0', '--engine', 'demo', '--', '--speed', '1000', '--noise', '0');
  const { client, close } = await openHostClient(demo);
  await measure(tell, { hearth: demo, client, engine: await readyEngine(client) });
  close();

  const folder = process.env.COMFYUI_DIR;
  if (!folder) return;
  await using real = new Hearth();
  await real.start('--port', '0', '--', '--cpu', '--base-directory', join(real.data, 'base'));
  const other = await openHostClient(real);
  const engine = await startReal({ hearth: real, client: other.client }, folder);
  await measure((figure) => tell({ ...figure, metric: `${figure.metric} (${basename(folder)})` }), {
    hearth: real,
    client: other.client,
    engine,
  });
  other.close();
};

/**
 * What Hearth adds to a job beside submitting it directly to the same engine, and how long the engine idles between two jobs
 * that wait. Both clients take turns on one engine, so that the machine's mood hits both.
 */
const measure = async (tell: Tell, { hearth, client, engine }: Measured): Promise<void> => {
  const bare = await openBareClient(engine);
  const values = { width: 64, height: 64, batch: 1 };
  const enqueue = (count: number, seed?: number) => () =>
    client.call('jobs.enqueue', {
      template: 'demo',
      values: { ...values, ...(seed === undefined ? {} : { seed: String(seed) }) },
      count,
    });

  for (let index = 0; index < warmth; index++) {
    await bare.run(graphOf(index));
    await untilSucceeded(client, 1, enqueue(1, 1000 + index));
  }
  await untilSucceeded(client, row / parts, enqueue(row / parts));

  // In turn with what is measured, for a shared disk changes its mood within seconds.
  const probe = openDiskProbe(hearth.data);
  const direct: { promptId: string; ms: number }[] = [];
  const through: { attempt: string; ms: number }[] = [];
  for (let index = 0; index < singles; index++) {
    for (let write = 0; write < 4; write++) probe.write();
    direct.push(await bare.run(graphOf(2000 + index)));
    const from = performance.now();
    const [job] = await untilSucceeded(client, 1, enqueue(1, 4000 + index));
    through.push({ attempt: job?.attempts.at(-1)?.id ?? '', ms: performance.now() - from });
  }
  const bareIds: string[] = [];
  const rowJobs: Job[] = [];
  for (let part = 0; part < parts; part++) {
    probe.write();
    for (let index = 0; index < row / parts; index++) bareIds.push((await bare.run(graphOf(6000 + part * row + index))).promptId);
    rowJobs.push(...(await untilSucceeded(client, row / parts, enqueue(row / parts))));
  }

  const disk = probe.end();
  const times = await engineTimes(engine);
  const outside = (samples: { id: string; ms: number }[]): number[] =>
    samples.flatMap(({ id, ms }) => {
      const time = times.get(id);
      return time ? [ms - (time.endedAt - time.startedAt)] : [];
    });
  const directOutside = outside(direct.map(({ promptId, ms }) => ({ id: promptId, ms })));
  const throughOutside = outside(through.map(({ attempt, ms }) => ({ id: attempt, ms })));
  const shares = (times: readonly number[]) => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) });
  const [ours, theirs] = [shares(throughOutside), shares(directOutside)];
  tell({
    metric: `time a job spends outside the engine, p50 (p95 ${short(ours.p95)} ms, ${short(theirs.p95)} directly)`,
    value: ours.p50,
    unit: 'ms',
    goal: theirs.p50 + 3 + 5 * disk.p50,
    better: 'lower',
    against: { name: 'submitted directly', value: theirs.p50 },
    ratio: ours.p50 / theirs.p50,
  });
  const ourGap = percentile(
    idleGaps(
      times,
      rowJobs.flatMap((job) => job.attempts.at(-1)?.id ?? []),
    ),
    0.5,
  );
  const theirGap = percentile(idleGaps(times, bareIds), 0.5);
  tell({
    metric: 'idle gap of the engine between two waiting jobs, p50',
    value: ourGap,
    unit: 'ms',
    goal: 2 * theirGap + 2 * disk.p50,
    better: 'lower',
    against: { name: 'bare one-at-a-time client', value: theirGap },
    ratio: ourGap / theirGap,
  });
  tell({
    metric: 'one durable write of 4 KB on this disk, p50',
    value: disk.p50,
    unit: 'ms',
    goal: 10,
    better: 'lower',
    against: null,
    ratio: null,
  });
  await bare.close();
};
