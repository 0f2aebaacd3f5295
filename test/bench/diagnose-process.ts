import { createReadStream } from 'node:fs';
import process from 'node:process';
import { diagnoseLog } from '../../electron/incidents/diagnose-log.ts';

/** One reading of a log: the time, and the most resident memory on the way in MB. */
export interface DiagnoseRun {
  ms: number;
  peakMb: number;
  cause: string;
}

const mega = 1_000_000;
const [file = '', rounds = '1'] = process.argv.slice(2);

const measure = async (): Promise<DiagnoseRun> => {
  let peak = process.memoryUsage.rss();
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const from = performance.now();
  const { diagnosis } = await diagnoseLog(createReadStream(file, { highWaterMark: 262_144 }), {
    exit: null,
    signal: null,
    outcome: null,
    version: null,
  });
  const ms = performance.now() - from;
  clearInterval(watch);
  return { ms, peakMb: Math.max(peak, process.memoryUsage.rss()) / mega, cause: diagnosis.cause };
};

const runs: DiagnoseRun[] = [];
for (let round = 0; round < Number(rounds); round++) runs.push(await measure());
process.send?.(runs);
process.disconnect?.();
