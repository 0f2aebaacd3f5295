import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from './percentile.ts';

/** Ms. */
interface DiskTimes {
  p50: number;
  p99: number;
}

/** Writes 4 KB durably now and then, to know what no commit can beat on this volume at this time. */
export interface DiskProbe {
  write(): void;
  /** Removes its file; ms that its writes took. */
  end(): DiskTimes;
}

export const openDiskProbe = (folder: string): DiskProbe => {
  const file = join(folder, 'fdatasync.probe');
  const block = Buffer.alloc(4096, 1);
  const fd = openSync(file, 'w');
  const times: number[] = [];
  return {
    write() {
      const from = performance.now();
      writeSync(fd, block, 0, block.length, (times.length % 64) * block.length);
      fdatasyncSync(fd);
      times.push(performance.now() - from);
    },
    end() {
      closeSync(fd);
      rmSync(file);
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
    },
  };
};

/** What one durable write of 4 KB costs on the volume of `folder`, in ms, by `count` of them in a row. */
export const measureFdatasync = (folder: string, count = 200): DiskTimes => {
  const probe = openDiskProbe(folder);
  for (let index = 0; index < count; index++) probe.write();
  return probe.end();
};
