import { summarise } from '../../electron/benchmarks/summarise.ts';
import type { BenchmarkPlan, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import { createRandomSource } from '../../shared/random-source.ts';
import { nextId } from './fake-data.ts';

/** One configuration of a run that is made up. */
interface MadeCell {
  name: string;
  flags: string[];
  version: string;
  /** Median that its times lie around. */
  ms: number;
}

interface MadeRun {
  cells: MadeCell[];
  startedAt: string;
  name?: string;
  /** Of times, as a share. */
  noise?: number;
  /** Runs of each, a multiple of the rounds. */
  repeats?: number;
}

const rounds = 5;
const steps = 20;

/**
 * A run that is over with all its samples, judged as the host judges: a warm-up in each block, and in the second configuration one sample
 * that failed and one that was discarded. Two machines make the same one.
 */
export const measuredRun = ({ cells, startedAt, name = '', noise = 0.01, repeats = 10 }: MadeRun) => {
  const random = createRandomSource(7);
  const id = nextId();
  const plan: BenchmarkPlan = {
    template: 'sd15',
    values: { prompt: 'a lighthouse at dusk', steps },
    configurations: cells.map((cell) => ({ name: cell.name, flags: cell.flags })),
    repeats,
    warmup: 1,
    cold: false,
    extra: false,
  };
  const samples: BenchmarkSample[] = [];
  let block = 0;
  let at = Date.parse(startedAt);
  const add = (cell: number, round: number, change: Partial<BenchmarkSample>): void => {
    const ms = (cells[cell]?.ms ?? 0) * (1 + noise * (random() + random() + random() - 1.5));
    at += ms;
    samples.push({
      run: id,
      number: samples.length,
      cell,
      block,
      round,
      isWarmup: false,
      seed: String(round * 10 + samples.length),
      outcome: 'ok',
      discarded: null,
      at: new Date(at).toISOString(),
      wallMs: ms + 12,
      executionMs: ms,
      nodes: [
        { id: '6', class: 'CLIPTextEncode', ms: ms * 0.02 },
        { id: '3', class: 'KSampler', ms: ms * 0.86 },
        { id: '8', class: 'VAEDecode', ms: ms * 0.1 },
        { id: '9', class: 'SaveImage', ms: ms * 0.02 },
      ],
      stepMs: Array.from(
        { length: steps },
        (_, step) => ((ms * 0.86) / steps) * (step === 0 ? 1.6 : 0.97) * (1 + 0.02 * random()),
      ),
      loadMs: null,
      cachedNodes: ['4'],
      peak: { ramBytes: 9.1e9 + random() * 1e8, vramBytes: (cell === 0 ? 12.4e9 : 11.6e9) + random() * 1e8 },
      loadBefore: 0.1,
      conditions: { othersCpuPercent: 3, cpuMhz: 4_200, cpuTemperatureC: 51, gpus: [] },
      job: null,
      record: null,
      problem: null,
      ...change,
    });
  };
  for (let round = 0; round < rounds; round++)
    for (const cell of random() < 0.5 ? cells.keys() : [...cells.keys()].reverse()) {
      add(cell, round, { isWarmup: true, loadMs: 2_400, cachedNodes: [] });
      for (let each = 0; each < repeats / rounds; each++) add(cell, round, {});
      if (cell === 1 && round === 1) {
        const problem = { key: 'nodeError', params: {}, message: 'CUDA out of memory in KSampler.' };
        add(cell, round, { outcome: 'failed', executionMs: null, wallMs: null, nodes: null, stepMs: [], problem });
      }
      if (cell === 1 && round === 2) add(cell, round, { discarded: 'cachedOtherwise' });
      block++;
    }
  const begun: BenchmarkRun = {
    id,
    name,
    plan,
    state: 'done',
    startedAt,
    endedAt: new Date(at).toISOString(),
    seed: 3,
    taken: 0,
    wanted: repeats * cells.length,
    measure: 'execution',
    cells: cells.map((cell) => ({
      configuration: cell.name,
      engine: 'demo',
      profile: 'Default',
      flags: cell.flags,
      digest: 'sha256:5b1f7c2a90de41f0',
      facts: {
        kind: 'managed',
        comfyui: { version: cell.version, commit: null },
        customNodes: [],
        python: '3.12.10',
        torch: '2.9.1+cu130',
        gpu: 'cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync',
        driver: '580.82',
        system: 'Linux 6.14',
        arguments: null,
      },
      counted: 0,
      failures: 0,
      medianMs: null,
      deviationMs: null,
      stepMs: null,
      outliers: [],
    })),
    comparisons: [],
    differences: [],
    isDirty: false,
    problem: null,
  };
  return { run: { ...begun, ...summarise(begun, samples) }, samples };
};
