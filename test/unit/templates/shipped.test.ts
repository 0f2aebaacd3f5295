import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { createTemplates } from '../../../electron/templates/create-templates.ts';
import { nodesOf } from '../../../electron/templates/graph.ts';
import { renderPrompt } from '../../../electron/templates/render.ts';
import type { LoadedTemplate } from '../../../electron/templates/templates.ts';
import { resolveValues } from '../../../electron/templates/values.ts';

const workflowsDir = fileURLToPath(new URL('../../../workflows', import.meta.url));
const ids = ['demo', 'flux', 'flux-gguf', 'image-to-image', 'sd15', 'sdxl', 'upscale'];
const loaded = new Map<string, LoadedTemplate>();

beforeAll(async () => {
  const db = openDatabase(':memory:');
  const templates = createTemplates({ db, dataDir: '/nowhere', workflowsDir, now: () => 0 });
  await templates.reload();
  expect(templates.problems()).toStrictEqual([]);
  for (const { id } of templates.list()) {
    const template = templates.get(id);
    if (template) loaded.set(id, template);
  }
  db.close();
});
const get = (id: string): LoadedTemplate => {
  const template = loaded.get(id);
  if (!template) throw new Error(`${id} did not load`);
  return template;
};

test('these templates come with Hearth', async () => {
  expect((await readdir(workflowsDir)).toSorted()).toStrictEqual(ids);
  expect([...loaded.keys()].toSorted()).toStrictEqual(ids);
});

describe.each(ids)('%s', (id) => {
  test('every word is there in both languages', () => {
    const { title, description, parameters } = get(id);
    const texts = [title, description, ...parameters.flatMap(({ label, help }) => [label, help])];
    for (const text of texts) {
      expect(text?.en.trim()).toBeTruthy();
      expect(text?.ko.trim()).toBeTruthy();
    }
    // Names such as CFG are the same everywhere; sentences are not.
    for (const { help } of parameters) expect(help.ko).toMatch(/[가-힣]/);
  });

  test('its own starting values run, pictures apart', () => {
    const template = get(id);
    const pictures = template.parameters.filter(({ type }) => type === 'image');
    const given = Object.fromEntries(pictures.map(({ key }) => [key, `${'a'.repeat(64)}.png`]));
    const { values } = resolveValues(template, given, { drawSeed: (_min, max) => max });
    const prompt = JSON.parse(renderPrompt(template, values, { attemptId: 'id' }));
    expect(prompt[template.outputs[0]?.node ?? ''].inputs.filename_prefix).toBe('hearth/id');
  });

  test('sizes, batches and steps are limited where there are any', () => {
    const { parameters, limits } = get(id);
    const roles = new Set(parameters.map(({ role }) => role));
    expect(limits.pixels !== undefined).toBe(roles.has('width'));
    expect(limits.batch !== undefined).toBe(roles.has('batch'));
    expect(limits.steps !== undefined).toBe(roles.has('steps'));
  });

  test('whatever names a model or a method is a choice that the engine supplies', () => {
    const { graph, parameters } = get(id);
    const chosen = new Map(parameters.flatMap(({ targets, choices }) => targets.map((target) => [target, choices])));
    for (const [node, { class_type, inputs }] of nodesOf(graph)) {
      for (const input of Object.keys(inputs).filter((name) => /_name\d?$|^scheduler$/.test(name))) {
        expect(chosen.get(`/${node}/inputs/${input}`)).toMatchObject({ input, class: expect.stringMatching(/./) });
        expect(class_type).toBeTruthy();
      }
    }
  });
});

test('the demo needs no model, and its seed is the colour', () => {
  const { graph, parameters, needs } = get('demo');
  expect(nodesOf(graph).map(([, { class_type }]) => class_type)).toStrictEqual(['EmptyImage', 'SaveImage']);
  expect(needs).toStrictEqual({ nodes: [], models: [] });
  expect(parameters.find(({ type }) => type === 'seed')).toMatchObject({ targets: ['/1/inputs/color'], min: 0, max: 16777215 });
});

test('Flux in GGUF says which nodes it needs', () => {
  expect(get('flux-gguf').needs.nodes).toStrictEqual(['UnetLoaderGGUF', 'DualCLIPLoaderGGUF']);
  expect(get('flux-gguf').description?.en).toContain('ComfyUI-GGUF');
});
