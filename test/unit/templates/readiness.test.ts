import { expect, test } from 'vitest';
import { parseExact } from '../../../electron/lib/exact-json.ts';
import { isRecord } from '../../../electron/templates/graph.ts';
import { assembleTemplate } from '../../../electron/templates/load.ts';
import { readinessOf } from '../../../electron/templates/readiness.ts';
import type { ClassTable } from '../../../electron/templates/templates.ts';
import type { TemplateFile } from '../../../shared/template.ts';
import { classTable } from './class-table.ts';
import { param, sampleFile, sampleGraph } from './sample.ts';

const model = param('model', 'choice', '/4/inputs/ckpt_name', {
  role: 'model',
  choices: { class: 'CheckpointLoaderSimple', input: 'ckpt_name' },
});
const ready = (more: Partial<TemplateFile>, table: ClassTable = classTable, graph = sampleGraph) => {
  const parsed = parseExact(graph);
  if (!isRecord(parsed)) throw new Error('no graph');
  return readinessOf(assembleTemplate(sampleFile(more), parsed, 'own', 'f'), 'gpu0', table);
};
const without = (name: string): ClassTable => new Map([...classTable].filter(([known]) => known !== name));
const withModels = (...names: string[]): ClassTable =>
  new Map([...classTable, ['CheckpointLoaderSimple', { inputs: [{ name: 'ckpt_name', choices: names }] }]]);

test('all there: the choices that this engine supplies', () => {
  expect(ready({ parameters: [model] })).toStrictEqual({
    engine: 'gpu0',
    missingNodes: [],
    missingModels: [],
    choices: { model: ['a.safetensors', 'b.safetensors'] },
  });
});
test('nodes of the graph and of `needs`', () => {
  const needs = { nodes: ['UnetLoaderGGUF'], models: [] };
  expect(ready({ needs }, without('KSampler')).missingNodes).toStrictEqual(['KSampler', 'UnetLoaderGGUF']);
});
test('an empty list of models to choose from', () => {
  expect(ready({ parameters: [model] }, withModels()).missingModels).toStrictEqual([
    { folder: 'checkpoints', name: 'a.safetensors' },
  ]);
});
test('any model will do where a parameter chooses it', () => {
  expect(ready({ parameters: [model] }, withModels('other.safetensors')).missingModels).toStrictEqual([]);
});
test('a file that the graph names itself', () => {
  expect(ready({}, withModels('other.safetensors')).missingModels).toStrictEqual([
    { folder: 'checkpoints', name: 'a.safetensors' },
  ]);
});
test('a needed file, there in another precision, or missing', () => {
  const needs = (name: string) => ({ nodes: [], models: [{ folder: 'diffusion_models', name }] });
  expect(ready({ needs: needs('flux1-dev-fp8.safetensors') }).missingModels).toStrictEqual([]);
  expect(ready({ needs: needs('flux1-schnell.safetensors') }).missingModels).toStrictEqual(
    needs('flux1-schnell.safetensors').models,
  );
});
test('the loader that reads a needed file decides: another loader may list it in a form of its own', () => {
  const gguf = param('model', 'choice', '/4/inputs/ckpt_name', {
    role: 'model',
    default: 'flux1-dev-Q8_0.gguf',
    choices: { class: 'UnetLoaderGGUF', input: 'unet_name' },
  });
  const needs = { nodes: [], models: [{ folder: 'diffusion_models', name: 'flux1-dev-Q8_0.gguf' }] };
  // Its node is unknown: what it would list is unknown too.
  expect(ready({ parameters: [gguf], needs }).missingModels).toStrictEqual([]);
  const table: ClassTable = new Map([
    ...classTable,
    ['UnetLoaderGGUF', { inputs: [{ name: 'unet_name', choices: ['other.gguf'] }] }],
  ]);
  expect(ready({ parameters: [gguf], needs }, table).missingModels).toStrictEqual(needs.models);
});
test('an engine that knows nothing', () => {
  const { missingNodes, missingModels, choices } = ready({ parameters: [model] }, new Map());
  expect(missingNodes).toContain('KSampler');
  expect([missingModels, choices]).toStrictEqual([[], {}]);
});
