import type { BenchmarkCell, BenchmarkRun } from '../../../shared/benchmark.ts';

type FactKey = 'engine' | 'profile' | 'flags' | 'comfyui' | 'python' | 'torch' | 'gpu' | 'driver' | 'system' | 'nodes' | 'digest';

export interface FactRow {
  key: FactKey;
  /** One for each configuration; null: not known; empty: none. */
  values: (string | null)[];
  isDifferent: boolean;
}

const shortCommit = 8;
const shortDigest = 12;

const part = ({ version, commit }: { version: string | null; commit: string | null }): string | null =>
  version === null && commit === null ? null : [version, commit?.slice(0, shortCommit)].filter(Boolean).join(' · ');

const read: Record<FactKey, (cell: BenchmarkCell, engineName: (id: string) => string) => string | null> = {
  engine: ({ engine }, engineName) => engineName(engine),
  profile: ({ profile }) => profile,
  flags: ({ flags }) => flags.join(' '),
  comfyui: ({ facts }) => facts && part(facts.comfyui),
  python: ({ facts }) => facts?.python ?? null,
  torch: ({ facts }) => facts?.torch ?? null,
  gpu: ({ facts }) => facts?.gpu ?? null,
  driver: ({ facts }) => facts?.driver ?? null,
  system: ({ facts }) => facts?.system ?? null,
  nodes: ({ facts }) => facts?.customNodes?.map((node) => [node.name, part(node)].filter(Boolean).join(' ')).join(', ') ?? null,
  digest: ({ digest }) => digest?.replace(/^sha256:/, '').slice(0, shortDigest) ?? null,
};

// Object.keys widens; these are the keys of the table above.
const keys = Object.keys(read) as FactKey[];

/** What each configuration was, and in which rows they differ; rows of which nobody knows anything are left out. Pure. */
export const configurationFacts = ({ cells }: Pick<BenchmarkRun, 'cells'>, engineName: (id: string) => string): FactRow[] =>
  keys.flatMap((key) => {
    const values = cells.map((cell) => read[key](cell, engineName));
    if (values.every((value) => value === null)) return [];
    return [{ key, values, isDifferent: new Set(values).size > 1 }];
  });
