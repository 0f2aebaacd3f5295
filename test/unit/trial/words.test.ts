import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noBootFacts } from '../../../electron/engine/boot-facts.ts';
import { remedyCatalog } from '../../../electron/incidents/remedy-catalog.ts';
import type { RemedyPlan } from '../../../electron/incidents/remedy-plan.ts';
import { proveRun, proveStart } from '../../../electron/incidents/trial/prove.ts';
import type { BootFacts } from '../../../shared/engine.ts';
import { problemWith } from '../../../shared/problem.ts';

const folder = join(import.meta.dirname, '../../../electron/incidents');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);

test('whatever an incident or a trial says comes from the words of both languages: no sentence of its own, none of another inside', () => {
  const found = sources.flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:problemOf|AppError)\((?:'[\w-]+', )?'\w+', \{[^}]*\}/g)]
      .map(([call]) => call)
      // A message is an English sentence, and so is what is written out here.
      .filter((call) => /\.message\b|\?\? '[^']+'|: [`'"][A-Z]?[a-z]+ /.test(call))
      .map((call) => `${name}: ${call}`),
  );
  expect(found).toEqual([]);
});

/** What a boot may say, each way. */
const boots: Partial<BootFacts>[] = [
  {},
  {
    asyncOffloadStreams: 2,
    pinnedMemoryMb: 9,
    dynamicVram: true,
    allocator: 'cudaMallocAsync',
    attention: 'sage',
    device: 'cpu',
  },
  {
    allocator: 'native',
    attention: 'split',
    device: 'cuda:0 X',
    vramState: 'LOW_VRAM',
    customNodes: [{ name: 'A', seconds: 1, failed: true }],
  },
];
/** Lines of ComfyUI's log and names of flags; everything else is a person's language. */
const quoted =
  /^(?:--[\w-]+|Using [\w ]+|Enabled pinned memory|DynamicVRAM support detected and enabled|cudaMallocAsync|Disabling smart memory management|Set vram state to: \w+|Device: .+|Import times for custom nodes:|\(IMPORT FAILED\): .+|To see the GUI go to.*|VAE load device.*|dtype: torch\.\w+)$/;

test('a proof quotes the log and nothing else', () => {
  for (const plan of Object.values<RemedyPlan>(remedyCatalog))
    for (const boot of boots) {
      const flags = (plan.flags ?? []).map(([op, flag, value = null]) => ({ op, flag, value }));
      const remedy = { flags, env: {}, verify: plan.verify };
      const start = { command: [], boot: { ...noBootFacts, ...boot }, lines: [] };
      for (const { detail } of [proveStart({ ...remedy, flags: [] }, start), proveStart(remedy, start), proveRun(remedy, start)])
        for (const value of Object.values(detail?.params ?? {})) expect(String(value)).toMatch(quoted);
    }
});

test('a sentence inside a sentence travels as its key, so that each reader gets it in their own language', () => {
  const inner = { key: 'trialEngineStopped', params: { a: 1 }, message: 'It was stopped.' };
  expect(problemWith('trialJobFailed', inner)).toMatchObject({
    params: { line: 'It was stopped.' },
    said: { line: { key: 'trialEngineStopped', params: { a: 1 } } },
    message: expect.stringContaining('It was stopped.'),
  });
  expect(problemWith('trialJobFailed', null).said).toBeUndefined();
});
