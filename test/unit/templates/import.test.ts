import { describe, expect, test } from 'vitest';
import { inspectWorkflow } from '../../../electron/templates/import.ts';
import { readWorkflow } from '../../../electron/templates/read-workflow.ts';
import { slugFor } from '../../../electron/templates/slug.ts';
import { AppError } from '../../../shared/app-error.ts';
import { templates as words } from '../../../shared/i18n/en/templates.ts';
import { ImportInspection } from '../../../shared/template.ts';
import { classTable } from './class-table.ts';
import { sampleGraph } from './sample.ts';

const inspect = (text: string, fileName = 'my_flow_api.json', table: typeof classTable | null = classTable): ImportInspection =>
  ImportInspection.parse(inspectWorkflow(text, fileName, table, () => false));
const proposed = (text: string, table: typeof classTable | null = classTable) =>
  new Map(inspect(text, 'f.json', table).candidates.map((candidate) => [candidate.parameter.key, candidate]));

/** A control net between prompts and sampler, two passes, a negative prompt, an unconnected text. */
const wired = JSON.stringify({
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: 'a castle', clip: ['1', 1] }, _meta: { title: 'Positive' } },
  '3': { class_type: 'CLIPTextEncode', inputs: { text: ['20', 0], clip: ['1', 1] } },
  '20': { class_type: 'PrimitiveStringMultiline', inputs: { value: 'fog' } },
  '4': {
    class_type: 'ControlNetApplyAdvanced',
    inputs: { positive: ['2', 0], negative: ['3', 0], strength: 0.8, image: ['5', 0] },
  },
  '5': { class_type: 'LoadImage', inputs: { image: 'pose.png', upload: 'image' } },
  '6': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 768, batch_size: 1 } },
  '7': {
    class_type: 'KSampler',
    inputs: {
      seed: 7,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'gone',
      denoise: 1,
      positive: ['4', 0],
      negative: ['4', 1],
      latent_image: ['6', 0],
      model: ['1', 0],
    },
  },
  '8': {
    class_type: 'KSampler',
    inputs: {
      seed: 8,
      steps: 10,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 0.4,
      positive: ['4', 0],
      negative: ['4', 1],
      latent_image: ['7', 0],
      model: ['1', 0],
    },
  },
  '9': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'x' } },
  '30': { class_type: 'CLIPTextEncode', inputs: { text: 'goes nowhere', clip: ['1', 1] } },
});

describe('what an import proposes', () => {
  test('prompts are found by following the links', () => {
    const found = proposed(wired);
    expect(found.get('prompt')).toMatchObject({
      node: '2',
      input: 'text',
      isSuggested: true,
      parameter: { role: 'prompt', type: 'text', default: 'a castle' },
    });
    expect(found.get('negative')).toMatchObject({
      node: '20',
      input: 'value',
      isSuggested: true,
      parameter: { role: 'negative', default: 'fog' },
    });
    expect(found.get('text')).toMatchObject({ node: '30', isSuggested: false });
  });
  test('types, ranges and choices come from the engine', () => {
    const found = proposed(wired);
    expect(found.get('seed')?.parameter).toMatchObject({ type: 'seed', targets: ['/7/inputs/seed'] });
    expect(found.get('seed')?.parameter).not.toHaveProperty('max');
    expect(found.get('steps')?.parameter).toMatchObject({ type: 'integer', role: 'steps', default: 20, min: 1, max: 10000 });
    expect(found.get('cfg')?.parameter).toMatchObject({ type: 'number', default: 8, min: 0, max: 100, step: 0.1 });
    expect(found.get('width')?.parameter).toMatchObject({ type: 'integer', role: 'width', min: 16, max: 16384, step: 8 });
    expect(found.get('batch')?.parameter).toMatchObject({ role: 'batch' });
    expect(found.get('sampler')?.parameter).toMatchObject({
      type: 'choice',
      choices: { class: 'KSampler', input: 'sampler_name' },
    });
    expect(found.get('scheduler')?.parameter.default).toBe('gone');
    expect(found.get('checkpoint')?.parameter).toMatchObject({ role: 'model', default: 'a.safetensors' });
    expect(found.get('image')).toMatchObject({ isSuggested: true, parameter: { type: 'image' } });
  });
  test('the strength of a ControlNet counts towards their limit', () => {
    expect(proposed(wired).get('controlnet_strength')).toMatchObject({
      node: '4',
      parameter: { role: 'controlnet', default: 0.8, targets: ['/4/inputs/strength'] },
    });
  });
  test('a second pass gets keys and labels of its own', () => {
    const found = proposed(
      wired.replace(
        '"class_type":"KSampler","inputs":{"seed":8',
        '"_meta":{"title":"Second"},"class_type":"KSampler","inputs":{"seed":8',
      ),
    );
    expect(found.get('steps_2')).toMatchObject({
      node: '8',
      parameter: { label: { en: 'Steps (Second)', ko: '스텝 (Second)' } },
    });
  });
  test('without an engine the value and the name decide', () => {
    const found = proposed(wired, null);
    expect([...found].map(([key, { parameter }]) => `${key}: ${parameter.type}`)).toStrictEqual([
      'checkpoint: choice',
      'prompt: text',
      'controlnet_strength: number',
      'image: image',
      'width: integer',
      'height: integer',
      'batch: integer',
      'seed: seed',
      'steps: integer',
      'cfg: number',
      'sampler: choice',
      'scheduler: choice',
      'denoise: number',
      'seed_2: seed',
      'steps_2: integer',
      'cfg_2: number',
      'sampler_2: choice',
      'scheduler_2: choice',
      'denoise_2: number',
      'negative: text',
      'text: text',
    ]);
  });

  test('what saves is an output, what only shows is not', () => {
    const { outputs, warnings } = inspect(sampleGraph);
    expect(outputs).toMatchObject([{ node: '104:9', kind: 'image', class: 'SaveImage' }]);
    expect(warnings).toStrictEqual([{ key: 'previewsLeftOut', params: { count: 1 } }]);
  });
  test.each([
    ['SaveVideo', 'video'],
    ['VHS_VideoCombine', 'video'],
    ['SaveWEBM', 'video'],
    ['SaveAudioMP3', 'audio'],
    ['SaveText', 'text'],
    ['SaveGLB', 'file'],
    ['SaveLatent', 'file'],
    ['SaveAnimatedWEBP', 'image'],
    ['SaveSVGNode', 'file'],
  ])('%s makes %s', (class_type, kind) => {
    const text = JSON.stringify({ '1': { class_type, inputs: { filename_prefix: 'x', images: ['2', 0] } } });
    expect(inspect(text, 'f.json', null).outputs).toMatchObject([{ kind }]);
  });
  test('a value that the engine would refuse moves into its range; one of another type keeps its own', () => {
    const text = (inputs: object) => JSON.stringify({ '1': { class_type: 'KSampler', inputs } });
    expect(proposed(text({ steps: 0 })).get('steps')?.parameter.default).toBe(1);
    expect(proposed(text({ cfg: '7' })).get('cfg')?.parameter).toMatchObject({ type: 'text', default: '7' });
    expect(proposed(text({ steps: '7' })).get('steps')?.parameter).toMatchObject({ type: 'integer', default: 7 });
    expect(proposed(text({ extra: true })).get('extra')?.parameter).toMatchObject({ type: 'boolean', default: true });
  });
  test('big seeds keep their digits on the way through', () => {
    expect(JSON.stringify(readWorkflow(sampleGraph).graph)).toContain('18446744073709551615');
  });
  test.each([
    ['my_flux workflow_api (1).json', 'my flux workflow', 'my-flux-workflow'],
    ['C:\\Users\\me\\초상화 수채화.json', '초상화 수채화', 'chosanghwa-suchaehwa'],
    ['초상화'.normalize('NFD'), '초상화', 'chosanghwa'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['🎨.json', '🎨', 'workflow'],
    ['', 'Workflow', 'workflow'],
    ['con.json', 'con', 'con-workflow'],
  ])('a file called %j', (fileName, title, suggestedId) => {
    expect(inspect(sampleGraph, fileName)).toMatchObject({ title, suggestedId });
  });
  test('an id that is taken gets a number', () => {
    expect(slugFor('Demo', (id) => id === 'demo' || id === 'demo-2')).toBe('demo-3');
  });
});

describe('warnings', () => {
  const keysOf = (text: string) => inspect(text).warnings.map(({ key, params }) => [key, params]);
  test.each<[string, string, string]>([
    ['nothing saves', sampleGraph.replace('"filename_prefix": "ComfyUI", ', ''), 'noOutput'],
    ['unknown kinds of node', sampleGraph.replace('"KSampler", "_meta"', '"Odd", "_meta"'), 'unknownClasses'],
    ['NaN', sampleGraph.replace('"cfg": 7.5', '"cfg": NaN'), 'notNumbers'],
    ['minus infinity', sampleGraph.replace('"cfg": 7.5', '"cfg": -Infinity'), 'notNumbers'],
    ['entries that are no nodes', sampleGraph.replace('{', '{"version": 0.4, "extra": {"a": 1},'), 'strayKeys'],
    ['a link to nowhere', sampleGraph.replace('["6", 0]', '["66", 0]'), 'danglingLink'],
    [
      'a huge graph',
      JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, id) => [id, { class_type: 'KSampler', inputs: {} }]))),
      'huge',
    ],
  ])('%s', (_name, text, key) => {
    const keys = keysOf(text).map(([found]) => found);
    expect(keys).toContain(key);
    for (const found of keys) expect(words.importWarnings).toHaveProperty(String(found));
  });
  test('what an engine noted while running it is left out', () => {
    const ran = sampleGraph.replace('"class_type": "LoadImage"', '"class_type": "LoadImage", "is_changed": [NaN]');
    expect(JSON.stringify(readWorkflow(ran).graph)).not.toContain('is_changed');
  });
});

describe('files that are no API workflow get a sentence, never a crash', () => {
  const node = '{"class_type": "A", "inputs": {}}';
  const cases: [string, string, string, string?][] = [
    ['nothing', '', 'importEmpty'],
    ['white space and a byte order mark', '\ufeff \n', 'importEmpty'],
    ['UI format', '{"last_node_id": 9, "nodes": [{"id": 1, "type": "KSampler"}], "links": [], "version": 0.4}', 'importUiFormat'],
    ['UI format in a pair', '{"workflow": {"nodes": [], "links": []}}', 'importUiFormat'],
    ['PNG read as text', '\ufffdPNG\r\n\u001a\n\u0000\u0000', 'importPicture'],
    ['PNG by its bytes', '\u0089PNG\r\n\u001a\n', 'importPicture'],
    ['WebP', 'RIFF\u0010\u0000\u0000WEBPVP8', 'importPicture'],
    ['JPEG read as text', '\ufffd\ufffd\ufffd\ufffd\u0000\u0010JFIF', 'importPicture'],
    ['picture by its name', 'anything', 'importPicture', 'ComfyUI_00001_.png'],
    ['program', 'MZ\u0000\u0003\u0000', 'importBinary'],
    ['page', '<!doctype html>', 'importNotJson'],
    ['Python', "{'1': {'class_type': 'A'}}", 'importNotJson'],
    ['cut', sampleGraph.slice(0, 200), 'importNotJson'],
    ['two documents', '{}{}', 'importNotJson'],
    ['unclosed text', '{"1": "', 'importNotJson'],
    ['bare NaN only', 'NaN', 'importNotApi'],
    ['list', '[]', 'importNotApi'],
    ['number', '5', 'importNotApi'],
    ['null', 'null', 'importNotApi'],
    ['empty object', '{}', 'importNotApi'],
    ['other JSON', '{"name": "x", "version": "1"}', 'importNotApi'],
    ['a prompt that is text', '{"prompt": "a cat"}', 'importNotApi'],
    ['node without a class', `{"1": ${node}, "2": {"inputs": {"a": 1}}}`, 'importNodeBroken'],
    ['class that is a number', `{"1": ${node}, "2": {"class_type": 5, "inputs": {}}}`, 'importNodeBroken'],
    ['one id twice', `{"1": ${node}, "1": ${node}}`, 'importTwice'],
    ['one id twice within a request', `{"prompt": {"1": ${node}, "1": ${node}}}`, 'importTwice'],
    ['one input twice', '{"1": {"class_type": "A", "inputs": {"a": 1, "a": 2}}}', 'importTwice'],
    ['one class twice', '{"1": {"class_type": "A", "class_type": "B", "inputs": {}}}', 'importTwice'],
    ['a hundred thousand lists', `{"1": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'importTooDeep'],
    ['a hundred thousand open objects', '{"a":'.repeat(100_000), 'importTooDeep'],
    ['a hundred prompts within each other', `${'{"prompt":'.repeat(101)}{}${'}'.repeat(101)}`, 'importTooDeep'],
    ['50 MB', `{"1": {"class_type": "A", "inputs": {"x": "${'x'.repeat(50_000_000)}"}}}`, 'importTooLarge'],
    ['a crowd of nodes', `{${Array.from({ length: 5001 }, (_, id) => `"${id}": ${node}`).join(',')}}`, 'importTooManyNodes'],
  ];
  test.each(cases)('%s', (_name, text, key, fileName = 'f.json') => {
    let thrown: unknown;
    try {
      inspect(text, fileName);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ key });
  });

  test('names from object prototypes are nodes and inputs like any other', () => {
    const text = `{"__proto__": ${node}, "constructor": {"class_type": "toString", "inputs": {"__proto__": 1, "valueOf": "x", "a": ["__proto__", 0]}}}`;
    const { candidates, classes } = inspect(text);
    expect(classes).toStrictEqual(['A', 'toString']);
    expect(candidates.map(({ input, parameter }) => [input, parameter.key])).toStrictEqual([
      ['__proto__', 'proto'],
      ['valueOf', 'valueof'],
    ]);
    expect({}).not.toHaveProperty('class_type');
  });
  test('a request body and the page`s own pair are unwrapped', () => {
    expect(inspect(`{"client_id": "x", "prompt": ${sampleGraph}}`).classes).toContain('KSampler');
    expect(inspect(`{"workflow": {"nodes": []}, "output": ${sampleGraph}}`).classes).toContain('KSampler');
  });
  test('a circle of links is walked once', () => {
    const circle = {
      '1': { class_type: 'KSampler', inputs: { positive: ['2', 0], negative: ['1', 0] } },
      '2': { class_type: 'X', inputs: { conditioning: ['1', 0], text: 'x' } },
      '3': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: '' } },
    };
    expect(inspect(JSON.stringify(circle)).candidates).toMatchObject([{ node: '2', isSuggested: true }]);
  });
  test('texts with quotes, escapes and words that look like NaN are left alone', () => {
    const text = 'say \\"NaN\\", -Infinity \\\\';
    const { candidates, warnings } = inspect(`{"1": {"class_type": "A", "inputs": {"text": "${text}", "filename_prefix": ""}}}`);
    expect(candidates[0]?.parameter.default).toBe('say "NaN", -Infinity \\');
    expect(warnings.map(({ key }) => key)).not.toContain('notNumbers');
  });
  test('titles from a file come without control characters and not endless', () => {
    const [candidate] = inspect(
      `{"1": {"class_type": "A", "inputs": {"x": 1}, "_meta": {"title": "a\\u0000\\u202eb${'c'.repeat(9999)}"}}}`,
    ).candidates;
    expect(candidate?.nodeTitle).toMatch(/^a bc+$/);
    expect(candidate?.nodeTitle.length).toBeLessThan(130);
  });
});
