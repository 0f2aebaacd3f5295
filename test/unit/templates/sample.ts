import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parameter, TemplateFile } from '../../../shared/template.ts';

/** A small graph with everything that templates meet: texts, links, a big seed, two outputs. */
export const sampleGraph = `{
  "3": {"inputs": {"seed": 18446744073709551615, "steps": 20, "cfg": 7.5, "sampler_name": "euler", "model": ["4", 0], "positive": ["6", 0]},
        "class_type": "KSampler", "_meta": {"title": "KSampler"}},
  "4": {"inputs": {"ckpt_name": "a.safetensors"}, "class_type": "CheckpointLoaderSimple"},
  "5": {"inputs": {"width": 512, "height": 512, "batch_size": 1, "tiled": false}, "class_type": "EmptyLatentImage"},
  "6": {"inputs": {"text": "a cat", "clip": ["4", 1]}, "class_type": "CLIPTextEncode"},
  "7": {"inputs": {"image": "example.png"}, "class_type": "LoadImage"},
  "104:9": {"inputs": {"filename_prefix": "ComfyUI", "images": ["3", 0]}, "class_type": "SaveImage"},
  "10": {"inputs": {"images": ["3", 0]}, "class_type": "PreviewImage"}
}`;

const words = { label: { en: 'L', ko: '라' }, help: { en: 'H', ko: '도움' } };
/** A parameter with only what matters; the rest is filled in. */
export const param = (key: string, type: Parameter['type'], target: string, more: Partial<Parameter> = {}): Parameter => ({
  key,
  type,
  targets: [target],
  ...words,
  ...more,
});

export const sampleFile = (more: Partial<TemplateFile> = {}): TemplateFile => ({
  id: 'sample',
  version: 1,
  title: { en: 'Sample', ko: '견본' },
  needs: { nodes: [], models: [] },
  parameters: [
    param('prompt', 'text', '/6/inputs/text', { role: 'prompt' }),
    param('seed', 'seed', '/3/inputs/seed'),
    param('steps', 'integer', '/3/inputs/steps', { role: 'steps', min: 1, max: 150 }),
    param('cfg', 'number', '/3/inputs/cfg', { min: 0, max: 30 }),
  ],
  outputs: [{ node: '104:9', kind: 'image' }],
  limits: {},
  ...more,
});

/** Writes a template's folder; `graph` and `template` are the texts of the files, or none. */
export const writeTemplate = async (
  parent: string,
  name: string,
  template: TemplateFile | string | null,
  graph: string | null = sampleGraph,
): Promise<string> => {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  const text = typeof template === 'string' ? template : JSON.stringify(template);
  if (template !== null) await writeFile(join(folder, 'template.json'), text);
  if (graph !== null) await writeFile(join(folder, 'graph.json'), graph);
  return folder;
};
