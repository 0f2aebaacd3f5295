import { availableParallelism } from 'node:os';
import type { BenchmarkSample, SampleConditions } from '../../shared/benchmark.ts';
import type { GpuLoad } from '../../shared/engine-load.ts';
import { readCpu } from '../engine/cpu-sensors.ts';
import type { GpuSource } from '../engine/nvidia-load.ts';
import { createMachineMeter, createProcessMeter } from '../engine/process-load.ts';
import type { Clock } from '../lib/clock.ts';

/** What was read of the machine while a sample was taken. */
export interface SampleReading {
  conditions: SampleConditions;
  peak: BenchmarkSample['peak'];
}

/** Reads the machine while samples are taken, and lets it alone in between. */
export interface Sampler {
  /** Begins to read. `pid`: of the engine; null: it runs elsewhere. The answer ends it and tells what was read. */
  begin(pid: number | null): () => SampleReading;
  stop(): void;
}

/** Often enough for a peak of memory, seldom enough to cost nothing that could be measured. */
const everyMs = 500;

/** `followCards` is opened once for the whole run: each start of its program costs more than all its readings. */
export const createSampler = ({ clock, followCards }: { clock: Clock; followCards: () => GpuSource }): Sampler => {
  const cards = followCards();
  return {
    begin(pid) {
      const engine = pid === null ? null : createProcessMeter(pid);
      const machine = createMachineMeter();
      let peak: SampleReading['peak'] = { ramBytes: null, vramBytes: null };
      let engineMs = 0;
      const ownBefore = process.cpuUsage();
      let machineMs = 0;
      let passedMs = 0;
      let isEngineKnown = engine !== null;
      let before = clock.monotonic();
      const look = (): GpuLoad[] => {
        const now = clock.monotonic();
        const passed = now - before;
        before = now;
        const busy = machine();
        const theirs = engine?.read(now) ?? null;
        const gpus = cards.read();
        peak = {
          ramBytes: highest(peak.ramBytes, theirs?.ramBytes ?? null),
          vramBytes: gpus.reduce((most, card) => highest(most, card.vramUsedBytes), peak.vramBytes),
        };
        if (passed <= 0 || busy === null) return gpus;
        passedMs += passed;
        machineMs += (busy / 100) * passed * availableParallelism();
        if (theirs === null || theirs.cpuPercent === null) isEngineKnown = false;
        else engineMs += (theirs.cpuPercent / 100) * passed;
        return gpus;
      };
      // The first look only begins to count.
      look();
      let callOff = (): void => {};
      const again = (): void => {
        callOff = clock.after(everyMs, () => {
          look();
          again();
        });
      };
      again();
      return () => {
        callOff();
        const gpus = look();
        engine?.stop();
        const { mhz, temperatureC } = readCpu();
        const { user, system } = process.cpuUsage(ownBefore);
        const ownMs = (user + system) / microseconds;
        const others = (machineMs - engineMs - ownMs) / (passedMs * availableParallelism());
        return {
          peak,
          conditions: {
            othersCpuPercent: isEngineKnown && passedMs >= shortestMs ? Math.min(100, Math.max(0, others * 100)) : null,
            cpuMhz: mhz,
            cpuTemperatureC: temperatureC,
            gpus: gpus.map(({ index, name, temperatureC: degrees, clockMhz, powerW }) => ({
              index,
              name,
              temperatureC: degrees,
              clockMhz: clockMhz ?? null,
              powerW,
            })),
          },
        };
      };
    },
    stop: cards.stop,
  };
};

/** The kernel counts in hundredths of a second: over less the difference of three such sums tells nothing. */
const shortestMs = 200;
const microseconds = 1_000;

const highest = (most: number | null, now: number | null): number | null => (now === null ? most : Math.max(most ?? 0, now));
