import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Folders } from '../../../electron/demo-engine/folders.ts';
import { nodeTable } from '../../../electron/demo-engine/nodes/node-table.ts';
import { validatePrompt } from '../../../electron/demo-engine/prompt/validate.ts';
import { parseJson, writeJson } from '../../../electron/demo-engine/python/json.ts';
import { isDict, PyError } from '../../../electron/demo-engine/python/values.ts';
import { solid } from '../../contract/graphs.ts';
import { finished, get, submit } from '../../contract/wire.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { DemoProcess } from './demo-process.ts';

const table = nodeTable(['ComfyUI-GGUF']);
const world = {
  table,
  listings: { models: () => ['a.safetensors'], inputPictures: () => ['a.png'] },
  folders: new Folders({ outputDir: '/nowhere/output', inputDir: '/nowhere/input', tempDir: '/nowhere/temp' }),
};

const ids = fc.constantFrom('1', '2', '3', '4', '__proto__', 'constructor', '');
const link = fc.tuple(fc.oneof(ids, fc.jsonValue()), fc.oneof(fc.integer({ min: -3, max: 4 }), fc.jsonValue()));
const names = [...new Set([...table.values()].flatMap(({ required }) => Object.keys(required)))];
const node = fc.record(
  {
    class_type: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...table.keys()) }, fc.jsonValue()),
    inputs: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.dictionary(fc.constantFrom(...names), fc.oneof({ weight: 4, arbitrary: link }, fc.jsonValue())),
      },
      fc.jsonValue(),
    ),
    _meta: fc.oneof(fc.record({ title: fc.string() }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const graph = fc.dictionary(ids, fc.oneof({ weight: 9, arbitrary: node }, fc.jsonValue()));

test('no graph makes the checks end otherwise than in a verdict or an error of Python', () => {
  fc.assert(
    fc.property(graph, (value) => {
      const prompt = parseJson(JSON.stringify(value));
      if (!isDict(prompt)) return;
      try {
        const verdict = validatePrompt(prompt, null, world);
        expect(verdict.refusal === null).toBe(verdict.outputs.length > 0);
        writeJson([...verdict.nodeErrors.values()].flatMap(({ errors }) => errors.map(({ extraInfo }) => extraInfo)));
      } catch (error) {
        expect(error).toBeInstanceOf(PyError);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a graph of ten thousand nodes in a row is an error, not a crash', () => {
  const links = Array.from(
    { length: 10_000 },
    (_, i) => `"${i}": {"class_type": "ImageInvert", "inputs": {"image": ["${i + 1}", 0]}}`,
  );
  const prompt = parseJson(
    `{${links.join(',')}, "10000": {"class_type": "EmptyImage", "inputs": {}}, "s": {"class_type": "SaveImage", "inputs": {"images": ["0", 0], "filename_prefix": "x"}}}`,
  );
  if (!isDict(prompt)) throw new Error('a graph is an object');
  expect(validatePrompt(prompt, null, world).refusal?.type).toBe('prompt_outputs_failed_validation');
});

test('no request makes the engine fall silent', async () => {
  await using folder = await tempFolder();
  await using engine = await DemoProcess.start(folder.path);
  const paths = [
    '/prompt',
    '/queue',
    '/history',
    '/interrupt',
    '/free',
    '/settings',
    '/upload/image',
    '/api/jobs/cancel',
    '/internal/logs/subscribe',
    '/nosuch',
  ];
  const bodies = fc.oneof(
    fc.json(),
    fc.string(),
    graph.map((prompt) => JSON.stringify({ prompt, client_id: 'f' })),
    fc.constantFrom('['.repeat(50_000), '{"prompt":'.repeat(50_000), '\u0000'),
  );
  const methods = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), methods, bodies, fc.string(), async (path, method, body, query) => {
      const response = await fetch(
        `${engine.url}${path}?filename=${encodeURIComponent(query)}&max_items=${encodeURIComponent(query)}`,
        { method, body },
      );
      await response.text();
      expect(response.status).toBeGreaterThanOrEqual(200);
      const viewed = await get(engine.url, `/view?filename=${encodeURIComponent(query)}&subfolder=${encodeURIComponent(query)}`);
      expect([200, 400, 403, 404]).toContain(viewed.status);
    }),
    { numRuns: 300 },
  );
  await finished(engine.url, await submit(engine.url, solid()));
});
