import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { catalogAnchors } from '../../electron/incidents/catalog/catalog.ts';
import { boot, goodJob, nodeError, offloading } from '../fixtures/crash-logs/build-log.ts';
import { answerOf } from './answer-of.ts';
import type { DiagnoseRun } from './diagnose-process.ts';
import type { Tell } from './figure.ts';
import { percentile } from './percentile.ts';

const mega = 1_000_000;

/** What an engine says about one job: loading, a progress bar of many steps, packs that talk. */
const work = (job: number): string[] =>
  goodJob([
    'model weight dtype torch.bfloat16, manual cast: None',
    'model_type FLUX',
    'Requested to load FluxClipModel_',
    'loaded completely; 95367431640625005117571072.00 MB usable, 4777.54 MB loaded, full load: True',
    Array.from(
      { length: 20 },
      (_, step) => `\r ${step * 5}%|${'█'.repeat(step / 2)}| ${step}/20 [00:0${step % 10}<00:10,  1.${job % 10}2s/it]`,
    ).join(''),
    ...Array.from(
      { length: 12 },
      (_, at) =>
        `[some-pack] tile ${at} of job ${job}: latent ${job * 31}x${at * 64}, seed ${job * 7919}, cfg 3.5, kept in the cache`,
    ),
    'Requested to load AutoencodingEngine',
  ]);

/** A log of about `bytes` that ends in a failure. */
const writeLog = async (file: string, bytes: number): Promise<void> => {
  const stream = createWriteStream(file);
  const put = async (lines: readonly string[]): Promise<void> => {
    if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain');
  };
  await put(boot({ extra: offloading }));
  // One stretch of jobs, repeated: making the log must not take longer than reading it.
  const stretch = Array.from({ length: 500 }, (_, job) => work(job)).flat();
  const size = Buffer.byteLength(stretch.join('\n'));
  for (let written = 0; written < bytes; written += size) await put(stretch);
  await put(nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample', 'comfy/samplers.py:sample']));
  stream.end();
  await once(stream, 'finish');
};

/** In a process of its own: what other areas left in memory counts for nobody, and each figure is the same alone and among others. */
const measure = async (file: string, rounds: number): Promise<DiagnoseRun[]> => {
  const child = fork(join(dirname(process.argv[1] ?? ''), 'diagnose-process.js'), [file, String(rounds)], { stdio: 'inherit' });
  const [answer] = await answerOf(child);
  // What the same build of the same code sends.
  return answer as DiagnoseRun[];
};

/** `grep -c` of the same literal texts over the same file, in ms; NaN where there is no grep. */
const grepMs = (file: string, patterns: string): number => {
  const from = performance.now();
  const { status } = spawnSync('grep', ['-c', '-i', '-a', '-F', '-f', patterns, file], { env: { ...process.env, LC_ALL: 'C' } });
  return status === 0 ? performance.now() - from : Number.NaN;
};

/** How long it takes to name the cause in a log, and how much memory, beside grep with the same texts. */
export const run = async (tell: Tell): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  try {
    const patterns = join(folder, 'anchors');
    writeFileSync(patterns, `${catalogAnchors().join('\n')}\n`);
    for (const [name, bytes, goal, rounds] of [
      ['10 MB', 10 * mega, 100, 7],
      ['500 MB', 500 * mega, 5_000, 1],
    ] as const) {
      const file = join(folder, 'engine.log');
      await writeLog(file, bytes);
      const results = await measure(file, rounds);
      const wrong = results.find(({ cause }) => cause !== 'vram-oom');
      if (wrong) throw new Error(`The ${name} log was diagnosed as ${wrong.cause}.`);
      const ms = percentile(
        results.map((result) => result.ms),
        0.5,
      );
      const peer = grepMs(file, patterns);
      tell({
        metric: `diagnosis of a log of ${name} (${Math.round(statSync(file).size / mega)} MB)`,
        value: ms,
        unit: 'ms',
        goal,
        better: 'lower',
        against: Number.isFinite(peer) ? { name: 'grep -c of the same texts', value: peer } : null,
        ratio: Number.isFinite(peer) ? ms / peer : null,
      });
      tell({
        metric: `peak memory while reading ${name}`,
        value: Math.max(...results.map(({ peakMb }) => peakMb)),
        unit: 'MB',
        goal: 300,
        better: 'lower',
        against: null,
        ratio: null,
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
