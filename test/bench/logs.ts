import { once } from 'node:events';
import { closeSync, createWriteStream, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createLogWork, type LogWork } from '../../electron/engine/log-work.ts';
import { openRunLog } from '../../electron/engine/run-log.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Tell } from './figure.ts';
import { percentile } from './percentile.ts';

const lines = 1_000_000;
const mega = 1_000_000;
const rounds = 5;
const chunkBytes = 1_048_576;
const entry = resolve('dist/electron/cli.js');

const info = (text: string): string => `\u001b[32m[INFO]\u001b[0m ${text}`;
/** What an engine at work says, in its proportions: messages, packs that talk, bars, now and then an error. */
const lineOf = (n: number): string => {
  if (n % 10_000 === 0) return `\u001b[1m\u001b[31m[ERROR]\u001b[0m !!! Exception during processing !!! tile ${n} is missing`;
  switch (n % 6) {
    case 0:
      return info('got prompt');
    case 1:
      return info('Requested to load SD1ClipModel');
    case 2:
      return info(`loaded completely; ${n}.84 MB usable, 235.84 MB loaded, full load: True`);
    case 3:
      return `[some-pack] tile ${n % 90}: latent ${n * 31}x${n % 64}, seed ${n * 7919}, cfg 3.5, kept in the cache`;
    case 4:
      return info('\u001b[32mPrompt executed in 14.28 seconds\u001b[0m');
    default:
      return `  0%|          | 0/4 [00:00<?, ?it/s]\r 50%|█████     | 2/4 [00:03<00:03]\r100%|██████████| 4/4 [00:07<00:00,  1.9s/it]`;
  }
};

const writeLog = async (file: string): Promise<void> => {
  const stream = createWriteStream(file);
  for (let n = 1; n <= lines; ) {
    const part: string[] = [];
    for (; part.length < 20_000 && n <= lines; n++) part.push(lineOf(n));
    if (!stream.write(`${part.join('\n')}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
};

/** Reads every byte of the file and does nothing with it; ms. */
const plainRead = (file: string): number => {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const from = performance.now();
  const descriptor = openSync(file, 'r');
  while (readSync(descriptor, buffer, 0, buffer.length, null) > 0);
  closeSync(descriptor);
  return performance.now() - from;
};

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await act();
  return performance.now() - from;
};

/** What following the whole file as the log of a running engine takes, in ms; and the most memory above the start, in MB. */
const ingest = async (file: string): Promise<{ ms: number; peakMb: number }> => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const ms = await timed(async () => {
    const log = await openRunLog({
      file,
      from: 0,
      clock: systemClock,
      maxBytes: () => Number.POSITIVE_INFINITY,
      onPage() {},
      onBound() {},
      onWorkerDeath() {},
      onCut() {},
      onBegunAnew() {},
    });
    await log.end();
  });
  clearInterval(watch);
  return { ms, peakMb: (peak - before) / mega };
};

/** How fast an engine's log is taken in, opened and filtered, with a million lines in it, beside reading the file and no more. */
export const run = async (tell: Tell): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const file = join(folder, 'engine.log');
  const query = (text: string, isPattern = false, level: 'all' | 'warnings' | 'errors' = 'all') => ({
    filter: { level, text, isPattern },
    between: null,
    isOver: true,
  });
  try {
    await writeLog(file);
    const bytes = statSync(file).size;
    const place = { file, from: 0 };
    const reads = Array.from({ length: rounds }, () => plainRead(file));
    const readMs = percentile(reads, 0.5);

    const taken: Awaited<ReturnType<typeof ingest>>[] = [];
    for (let round = 0; round < 3; round++) taken.push(await ingest(file));
    const rate = (ms: number): number => bytes / mega / (ms / 1000);
    const ours = rate(
      percentile(
        taken.map(({ ms }) => ms),
        0.5,
      ),
    );
    tell({
      metric: `following a log of ${Math.round(bytes / mega)} MB`,
      value: ours,
      unit: 'MB/s',
      goal: 50,
      better: 'higher',
      against: { name: 'plain read, MB/s', value: rate(readMs) },
      ratio: ours / rate(readMs),
    });
    tell({
      metric: 'memory above the start while following it',
      value: Math.max(...taken.map(({ peakMb }) => peakMb)),
      unit: 'MB',
      goal: 150,
      better: 'lower',
      against: null,
      ratio: null,
    });

    const first = async (act: (work: LogWork) => Promise<{ lines: unknown[] }>): Promise<number> => {
      const all: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const work = createLogWork(entry, systemClock);
        all.push(
          await timed(async () => {
            if ((await act(work)).lines.length === 0) throw new Error('No line was found.');
          }),
        );
        await work.close();
      }
      return percentile(all, 0.5);
    };
    const against = { name: 'plain read, ms', value: readMs };
    const opening = await first((work) => work.view(place, query(''), { limit: 200 }));
    tell({
      metric: '1,000,000 lines: opened, last lines there (with the thread)',
      value: opening,
      unit: 'ms',
      goal: 500,
      better: 'lower',
      against,
      ratio: opening / readMs,
    });

    const work = createLogWork(entry, systemClock);
    await work.view(place, query(''), { limit: 1 });
    const filters: [string, ReturnType<typeof query>[]][] = [
      // Others each time: what was found once is remembered.
      [
        'filtered by words',
        ['tile 10000', 'TILE 20000', 'tile 30000 is', 'is missing', 'Exception during'].map((text) => query(text)),
      ],
      ['filtered by level', [query('', false, 'errors'), query('', false, 'warnings')]],
      ['filtered by a regular expression', ['tile \\d+0000 ', 'missing$', '^\\[error\\]'].map((text) => query(text, true))],
    ];
    for (const [name, queries] of filters) {
      const all: number[] = [];
      for (const one of queries)
        all.push(
          await timed(async () => {
            const { matches } = await work.view(place, one, { limit: 200 });
            if (matches === 0 || matches > lines / 1000) throw new Error(`${name}: ${matches} lines were found.`);
          }),
        );
      const value = percentile(all, 0.5);
      tell({ metric: `1,000,000 lines: ${name}`, value, unit: 'ms', goal: 300, better: 'lower', against, ratio: value / readMs });
    }
    const places = Array.from({ length: 40 }, (_, index) => Math.floor((lines / 41) * (index + 1)));
    const pages: number[] = [];
    for (const at of places) pages.push(await timed(() => work.view(place, query(''), { at, limit: 200 })));
    tell({
      metric: '200 lines from anywhere in it, p99 (scrolling)',
      value: percentile(pages, 0.99),
      unit: 'ms',
      goal: 50,
      better: 'lower',
      against: null,
      ratio: null,
    });
    await work.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
