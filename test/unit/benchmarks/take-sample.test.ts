import { expect, test } from 'vitest';
import type { BenchmarkDeps } from '../../../electron/benchmarks/benchmark-deps.ts';
import type { SampleReading } from '../../../electron/benchmarks/sampler.ts';
import { type SampleWish, takeSample } from '../../../electron/benchmarks/take-sample.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';
import { demoTemplate } from '../../fakes/queue-world.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';

const reading: SampleReading = {
  conditions: { othersCpuPercent: null, cpuMhz: null, cpuTemperatureC: null, gpus: [] },
  peak: { ramBytes: null, vramBytes: null },
};

test.each(['enqueue', 'mustGoOn', 'begin', 'letThrough'] as const)(
  'a sample that breaks off at %s leaves nothing that listens or reads',
  async (at) => {
    const open = new Set<string>();
    const use = (what: string): (() => void) => {
      open.add(what);
      return () => void open.delete(what);
    };
    const reach = (step: string): void => {
      if (step === at) throw new Error(`no ${step}`);
    };
    const queue = {
      enqueue: async () => {
        reach('enqueue');
        return { jobs: [{ id: 'job' }] };
      },
      trials: { letThrough: () => reach('letThrough') },
    };
    const wish = {
      prepared: {
        plan: readBenchmarkPlan({ template: 'demo', configurations: [{ name: 'a' }] }),
        template: demoTemplate,
        seedKey: null,
      },
      lane: { engineId: 'mine', client: { on: () => use('messages') } },
      seed: null,
      key: 'key',
      begin() {
        reach('begin');
        const stop = use('meter');
        return () => {
          stop();
          return reading;
        };
      },
      mustGoOn: () => reach('mustGoOn'),
    };
    const deps = { clock: createVirtualClock(), queue, hub: { attach: () => use('events'), emit() {} } };
    // Only what a sample asks of the rest until then is there.
    const taken = takeSample(wish as unknown as SampleWish, deps as unknown as BenchmarkDeps);
    await expect(taken).rejects.toThrow(`no ${at}`);
    expect([...open]).toEqual([]);
  },
);
