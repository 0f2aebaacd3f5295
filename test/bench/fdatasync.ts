import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from './percentile.ts';

/** What one durable write of 4 KB costs on the volume of `folder`, in ms: the limit that no commit can beat. */
export const measureFdatasync = (folder: string, count = 200): { p50: number; p99: number } => {
  const file = join(folder, 'fdatasync.probe');
  const block = Buffer.alloc(4096, 1);
  const fd = openSync(file, 'w');
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const from = performance.now();
    writeSync(fd, block, 0, block.length, (index % 64) * block.length);
    fdatasyncSync(fd);
    times.push(performance.now() - from);
  }
  closeSync(fd);
  rmSync(file);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};
