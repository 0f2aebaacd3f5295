import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median, relativeSpread } from '../../shared/stats.ts';
import { Hearth } from '../e2e/hearth.ts';
import { type BareClient, openBareClient } from './bare-client.ts';
import type { Tell } from './figure.ts';
import { openHostClient, readyEngine } from './host-client.ts';
import { measurePlan } from './measure-plan.ts';

/** Small pictures in many slow steps: what a prompt takes is waiting, which a warm process does no faster than a fresh one. */
const values = { width: 64, height: 64, steps: 60 };
const flags = ['--speed', '0.4', '--noise', '0.02'];
const runs = 20;
/** A median needs so much more spread than a mean of normal values: √(π/2). */
const medianCost = 1.2533141373155;
/** Two medians of the same thing lie so many of their standard errors apart once in twenty times at most. */
const certainty = 1.96;

const Export = z.object({ results: z.array(z.object({ times: z.array(z.number()) })) });
const start = promisify(execFile);

/** The prompt of the `sd15` template with a seed of its own, so that no cache answers. */
const graphOf = (seed: number): unknown => {
  const graph = JSON.parse(readFileSync('workflows/sd15/graph.json', 'utf8'));
  for (const node of Object.values(graph) as { class_type: string; inputs: Record<string, unknown> }[]) {
    if (node.class_type === 'KSampler') Object.assign(node.inputs, { seed, steps: values.steps });
    if (node.class_type === 'EmptyLatentImage') Object.assign(node.inputs, { width: values.width, height: values.height });
  }
  return graph;
};

/**
 * Medians of the same prompt on the same engine as a benchmark of Hearth and hyperfine have them. hyperfine repeats a curl that is
 * answered when the prompt has ended; what that curl costs by itself is measured too and taken off. Half of hyperfine's runs come before
 * Hearth's and half after, so that a drift meets both. Without hyperfine and curl there are no figures.
 */
export const run = async (tell: Tell): Promise<void> => {
  for (const program of ['hyperfine', 'curl'])
    if (!(await start(program, ['--version']).catch(() => null))) {
      process.stderr.write(`${program} is not installed: nothing to hold the medians of benchmarks against.\n`);
      return;
    }
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const { client, close } = await openHostClient(hearth);
  const profile = flags.flatMap((flag, place) => (place % 2 === 0 ? [{ flag, value: flags[place + 1] ?? null }] : []));
  // A bare client asks for no previews either.
  await client.call('settings.set', { diskFloorBytes: 0, previews: 'none' });
  await client.call('profiles.save', { id: 'default', name: 'Default', flags: profile, env: {} });
  const { id } = await client.call('engines.add', { kind: 'demo' });
  await client.call('engines.start', { id });

  const before = await hyperfine(await readyEngine(client), 0);
  const { run: done, samples } = await measurePlan(client, {
    template: 'sd15',
    values,
    configurations: [{ name: 'same', flags: [] }],
    repeats: runs,
    warmup: 1,
  });
  const after = await hyperfine(await readyEngine(client), 1_000);
  close();
  const own = samples.flatMap(({ isWarmup, outcome, wallMs }) =>
    !isWarmup && outcome === 'ok' && wallMs !== null ? [wallMs] : [],
  );
  const theirs = [...before.times, ...after.times];
  const base = median([...before.base, ...after.base]);
  const [ours, peer] = [median(own), median(theirs) - base];
  const error =
    medianCost * Math.hypot(relativeSpread(own) / Math.sqrt(own.length), relativeSpread(theirs) / Math.sqrt(theirs.length));
  tell({
    metric: `medians apart from hyperfine's, ${own.length} and ${theirs.length} runs${done.isDirty ? ', busy' : ''}`,
    value: Math.abs(ours / peer - 1) * 100,
    unit: '%',
    goal: certainty * error * 100,
    better: 'lower',
    against: { name: `hyperfine (less ${base.toFixed(1)} ms of curl) in ms`, value: peer },
    ratio: ours / peer,
  });
};

/** Half of the runs of the prompt, and of the curl alone, in ms. */
const hyperfine = async (engine: string, firstSeed: number): Promise<{ times: number[]; base: number[] }> => {
  const bare = await openBareClient(engine);
  const server = await listen(bare, firstSeed);
  const folder = mkdtempSync(join(tmpdir(), 'hearth-hyperfine-'));
  try {
    const { port } = server.address() as AddressInfo;
    const timesOf = async (path: string, count: number): Promise<number[]> => {
      const file = join(folder, 'times.json');
      const command = `curl -sf -o /dev/null http://127.0.0.1:${port}/${path}`;
      await start('hyperfine', ['-N', '--warmup', '1', '--runs', String(count), '--export-json', file, command]);
      return Export.parse(JSON.parse(readFileSync(file, 'utf8'))).results.flatMap(({ times }) =>
        times.map((seconds) => seconds * 1_000),
      );
    };
    return { base: await timesOf('nothing', runs), times: await timesOf('prompt', runs / 2) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await bare.close();
  }
};

/** Answers `/prompt` when one prompt has ended, and anything else at once. */
const listen = async (bare: BareClient, firstSeed: number) => {
  let seed = firstSeed;
  const server = createServer((request, reply) => {
    if (request.url !== '/prompt') return void reply.end();
    bare.run(graphOf(seed++)).then(
      () => reply.end(),
      () => reply.writeHead(500).end(),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
};
