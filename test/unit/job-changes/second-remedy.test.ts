import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../electron/incidents/job-changes/facts-of.ts';
import { planJobChange } from '../../../electron/incidents/job-changes/plan-job-change.ts';
import { copyRequest } from '../../../electron/incidents/trial/copy-request.ts';
import { parseExact } from '../../../electron/lib/exact-json.ts';
import { isRecord } from '../../../electron/templates/graph.ts';
import { assembleTemplate } from '../../../electron/templates/load.ts';
import { recipeOf } from '../../../electron/templates/recipe-of.ts';
import { renderPrompt } from '../../../electron/templates/render.ts';
import type { Job, Values } from '../../../shared/job.ts';
import type { JobChange } from '../../../shared/job-change.ts';
import { param, sampleFile } from '../templates/sample.ts';

const graph = parseExact(`{
  "1": {"class_type": "UNETLoader", "inputs": {"unet_name": "a.safetensors", "weight_dtype": "default"}},
  "2": {"class_type": "TorchCompileModel", "inputs": {"model": ["1", 0]}},
  "3": {"class_type": "KSampler", "inputs": {"model": ["2", 0], "latent_image": ["5", 0], "steps": 20}},
  "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 1024, "height": 1024, "batch_size": 1}},
  "8": {"class_type": "VAEDecode", "inputs": {"samples": ["3", 0]}},
  "9": {"class_type": "SaveImage", "inputs": {"images": ["8", 0], "filename_prefix": "x"}}
}`);
if (!isRecord(graph)) throw new Error('no graph');
const template = assembleTemplate(
  sampleFile({
    parameters: [
      param('steps', 'integer', '/3/inputs/steps', { role: 'steps', min: 1, max: 150, default: 20 }),
      param('width', 'integer', '/5/inputs/width', { role: 'width', min: 64, step: 8, default: 1024 }),
    ],
    outputs: [{ node: '9', kind: 'image' }],
  }),
  graph,
  'own',
  'sample',
);
const templates = { get: () => template };
const jobWith = (changes: JobChange[], values: Values = {}): Job => ({
  id: 'first',
  key: null,
  template: 'sample',
  version: 1,
  digest: template.digest,
  values,
  seed: null,
  state: 'failed_terminal',
  priority: 'normal',
  createdAt: '2026-11-30T12:00:00.000Z',
  finishedAt: null,
  retryAt: null,
  attempts: [],
  artifacts: [],
  error: null,
  ...(changes.length > 0 && { changes: { remedy: 'earlier', changes } }),
});
const recipe = (job: Job) => {
  const found = recipeOf(templates, job);
  if (!found) throw new Error('no recipe');
  return found;
};
const planOf = (remedy: string, job: Job): JobChange[] =>
  planJobChange(remedy, factsOf(recipe(job), null, { cause: 'vram-oom', node: null, nodeClass: null }, null));
const kindOf = (kind: 'job' | 'flag') => ({ id: 'now', kind, flags: [], env: {}, cost: 'none', verify: 'job' });
const asSent = (values: Values, changes: readonly JobChange[]) =>
  JSON.parse(renderPrompt(template, values, { attemptId: 'x', changes })) as Record<
    string,
    { class_type: string; inputs: object }
  >;

const tiled: JobChange = { op: 'class', node: '8', before: 'VAEDecode', after: 'VAEDecodeTiled', inputs: { tile_size: 512 } };
const plain: JobChange = {
  op: 'bypass',
  node: '2',
  class: 'TorchCompileModel',
  links: [{ node: '3', input: 'model', to: ['1', 0] }],
};
const narrow: JobChange = { op: 'input', node: '5', class: 'EmptyLatentImage', input: 'width', before: 1024, after: 768 };
const loader: JobChange = { op: 'add', node: '20', class: 'VAELoader', inputs: { vae_name: 'b.safetensors' } };
const every = { tiled, plain, narrow, loader };

describe('a job that a remedy changed is looked at as the engine gets it', () => {
  test.each(Object.entries(every))('%s', (_, change) => {
    const values = { steps: 30, width: 1280 };
    const sent = asSent(values, [change]);
    const seen = Object.fromEntries(
      [...recipe(jobWith([change], values)).graph.nodes].map(([id, { class: name, inputs }]) => [
        id,
        { class_type: name, inputs },
      ]),
    );
    // The name of the file is put in last, for each attempt.
    expect(seen).toEqual({ ...sent, 9: { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'x' } } });
  });

  test('an input that was changed is no parameter of it any more', () => {
    const { graph: now, parameters } = recipe(jobWith([narrow], { width: 1280 }));
    expect([parameters.map(({ key }) => key), now.owners.get('5/width')]).toEqual([['steps'], undefined]);
  });
});

describe('a second remedy comes on top of the first', () => {
  test.each<[first: string, second: string]>([
    ['tiled-vae', 'bypass-compile'],
    ['bypass-compile', 'tiled-vae'],
    ['tiled-vae', 'smaller-tiles'],
    ['bypass-compile', 'reduce-size'],
    ['reduce-size', 'tiled-vae'],
  ])('%s, then %s', (first, second) => {
    const own = planOf(first, jobWith([]));
    const job = { ...jobWith(own), values: valuesWith({}, own) };
    const more = planOf(second, job);
    expect(more).not.toEqual([]);
    const { request, changes } = copyRequest('t', job, valuesWith(job.values, more), { remedy: kindOf('job'), changes: more });
    expect(changes).toEqual({ remedy: 'now', changes: [...own, ...more] });
    expect(request.version).toBe(1);
    // Nothing of either is missing in what the engine gets.
    const sent = asSent(request.values, changes?.changes ?? []);
    const wanted = asSent(valuesWith({}, [...own, ...more]), [...own, ...more]);
    expect(sent).toEqual(wanted);
    expect(planOf(first, { ...job, values: request.values, ...(changes && { changes }) })).not.toEqual(own);
  });
});

/** Values as changes of values leave them. */
const valuesWith = (values: Values, changes: readonly JobChange[]): Values => ({
  ...values,
  ...Object.fromEntries(changes.flatMap((change) => (change.op === 'value' ? [[change.key, change.after]] : []))),
});

describe('the copy of a changed job is changed too, whatever it is made for', () => {
  test.each<[why: string, kind: 'job' | 'flag', own: JobChange[], expected: unknown, version: number | undefined]>([
    ['a flag is tried', 'flag', [], { remedy: 'earlier', changes: [tiled] }, 1],
    ['a person edited its values', 'job', [], { remedy: 'earlier', changes: [tiled] }, 1],
    ['a remedy changes more', 'job', [plain], { remedy: 'now', changes: [tiled, plain] }, 1],
  ])('%s', (_, kind, own, expected, version) => {
    const { request, changes } = copyRequest('t', jobWith([tiled]), {}, { remedy: kindOf(kind), changes: own });
    expect([changes, request.version]).toEqual([expected, version]);
  });

  test('one that nobody changed has none, and takes the current version only where a person edited it', () => {
    const value: JobChange = { op: 'value', key: 'width', before: 1024, after: 768 };
    for (const [kind, own, version] of [
      ['flag', [], 1],
      ['job', [], undefined],
      ['job', [value], 1],
    ] as const) {
      const { request, changes } = copyRequest('t', jobWith([]), {}, { remedy: kindOf(kind), changes: [...own] });
      expect([changes, request.version, request.key]).toEqual([undefined, version, 'trial/t']);
    }
  });
});
