import { describe, expect, test } from 'vitest';
import { parseExact } from '../../../electron/lib/exact-json.ts';
import { isRecord } from '../../../electron/templates/graph.ts';
import { assembleTemplate } from '../../../electron/templates/load.ts';
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../../electron/templates/pointer.ts';
import { renderPrompt } from '../../../electron/templates/render.ts';
import type { LoadedTemplate } from '../../../electron/templates/templates.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { TemplateFile } from '../../../shared/template.ts';
import { param, sampleFile, sampleGraph } from './sample.ts';

const attemptId = '0190a5e4-7c1e-7d3a-9b1c-2f4d6a8c0e12';
const load = (more: Partial<TemplateFile> = {}, graph = sampleGraph): LoadedTemplate => {
  const parsed = parseExact(graph);
  if (!isRecord(parsed)) throw new Error('no graph');
  return assembleTemplate(sampleFile(more), parsed, 'own', 'sample');
};
const keyOf = (act: () => unknown): string => {
  try {
    act();
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? error.key : String(error);
  }
};

describe('the prompt holds exactly what was asked for', () => {
  test('declared parameters and the prefix, nothing else', () => {
    const template = load();
    const before = JSON.stringify(template.graph);
    const prompt = renderPrompt(template, { prompt: 'a dog', seed: '1', steps: 30, cfg: 5 }, { attemptId });
    expect(prompt).toBe(
      JSON.stringify(parseExact(sampleGraph))
        .replace('18446744073709551615', '1')
        .replace('"steps":20', '"steps":30')
        .replace('7.5', '5')
        .replace('a cat', 'a dog')
        .replace('"ComfyUI"', `"hearth/${attemptId}"`),
    );
    expect(JSON.stringify(template.graph)).toBe(before);
  });

  test.each(['18446744073709551615', '9007199254740993', '0'])('seed %s digit for digit', (seed) => {
    const prompt = renderPrompt(load(), { seed }, { attemptId });
    expect(/"seed":(\d+)/.exec(prompt)?.[1]).toBe(seed);
  });

  test.each(['e\u0301 vs é', '한글 \u1112\u1161\u11ab', '👩‍👩‍👧 \u2028', 'a"b\\c\r\nd\te', ''])(
    'text %j byte for byte',
    (prompt) => {
      const rendered = JSON.parse(renderPrompt(load(), { prompt, seed: '1' }, { attemptId }));
      expect(rendered['6'].inputs.text).toBe(prompt);
    },
  );

  test('every JSON type stays what it is', () => {
    const template = load({
      parameters: [
        param('sampler', 'choice', '/3/inputs/sampler_name', { choices: ['euler', '4444', 4, true] }),
        param('tiled', 'boolean', '/5/inputs/tiled'),
        param('cfg', 'number', '/3/inputs/cfg'),
        param('width', 'integer', '/5/inputs/width'),
        param('picture', 'image', '/7/inputs/image'),
      ],
    });
    const picture = `${'ab'.repeat(32)}.jpg`;
    const render = (values: Record<string, string | number | boolean>) =>
      renderPrompt(template, { picture, ...values }, { attemptId });
    expect(render({ sampler: '4444' })).toContain('"sampler_name":"4444"');
    expect(render({ sampler: 4 })).toContain('"sampler_name":4');
    expect(render({ sampler: true })).toContain('"sampler_name":true');
    expect(render({ tiled: true })).toContain('"tiled":true');
    expect(render({ cfg: 0.1 })).toContain('"cfg":0.1,');
    expect(render({ cfg: 1e21 })).toContain('"cfg":1e+21');
    expect(render({ width: '18446744073709551615' })).toContain('"width":18446744073709551615');
    expect(render({})).toContain(`"image":"hearth/${picture}"`);
  });

  test('one value reaches all its targets', () => {
    const template = load({
      parameters: [param('size', 'integer', '/5/inputs/width', { targets: ['/5/inputs/width', '/5/inputs/height'] })],
    });
    const { width, height } = JSON.parse(renderPrompt(template, { size: 640 }, { attemptId }))['5'].inputs;
    expect([width, height]).toStrictEqual([640, 640]);
  });

  test('every declared output that names files gets the prefix, a linked one too', () => {
    const graph = sampleGraph.replace(
      '"10":',
      '"11": {"inputs": {"filename_prefix": ["6", 0], "video": ["3", 0]}, "class_type": "SaveVideo"}, "10":',
    );
    const outputs = (['104:9', '11', '10'] as const).map((node) => ({ node, kind: 'image' as const }));
    const rendered = JSON.parse(renderPrompt(load({ outputs }, graph), { seed: '1' }, { attemptId }));
    expect(rendered['104:9'].inputs.filename_prefix).toBe(`hearth/${attemptId}`);
    expect(rendered['11'].inputs.filename_prefix).toBe(`hearth/${attemptId}`);
    expect(Object.keys(rendered['10'].inputs)).toStrictEqual(['images']);
  });

  test('ranges, limits and open seeds are caught once more', () => {
    const template = load({ limits: { steps: 40 } });
    expect(keyOf(() => renderPrompt(template, { seed: '1', steps: 151 }, { attemptId }))).toBe('valueOutOfRange');
    expect(keyOf(() => renderPrompt(template, { seed: '1', steps: 41 }, { attemptId }))).toBe('limitSteps');
    expect(keyOf(() => renderPrompt(template, { seed: 'random' }, { attemptId }))).toBe('valueMissing');
    expect(keyOf(() => renderPrompt(template, { seed: '1', more: 1 }, { attemptId }))).toBe('valueUnknown');
  });

  test('an odd node id is reached through an escaped pointer', () => {
    const graph = '{"a/b~c": {"inputs": {"te/xt": "x", "filename_prefix": "y"}, "class_type": "SaveText"}}';
    const template = load(
      { parameters: [param('t', 'text', '/a~1b~0c/inputs/te~1xt')], outputs: [{ node: 'a/b~c', kind: 'text' }] },
      graph,
    );
    expect(JSON.parse(renderPrompt(template, { t: 'z' }, { attemptId }))['a/b~c'].inputs['te/xt']).toBe('z');
  });
});

test('ControlNets are counted in the graph itself: one of strength 0 does nothing', () => {
  const graph = (strengths: number[]): string => {
    const nodes = strengths.map(
      (strength, place) =>
        `"${50 + place}": {"inputs": {"strength": ${strength}, "positive": ["6", 0]}, "class_type": "${place === 0 ? 'ControlNetApplyAdvanced' : 'ACN_AdvancedControlNetApply_v2'}"}`,
    );
    return sampleGraph.trimEnd().replace(/\}$/, `, ${nodes.join(', ')}}`);
  };
  const fate = (strengths: number[], limits = { controlnets: 1 }): string =>
    keyOf(() => renderPrompt(load({ limits }, graph(strengths)), { prompt: 'x', seed: '1', steps: 20, cfg: 5 }, { attemptId }));
  expect([fate([1]), fate([1, 0]), fate([0, 0.8])]).toEqual(['taken', 'taken', 'taken']);
  expect(fate([1, 0.5])).toBe('limitControlnetsInGraph');
  expect(keyOf(() => renderPrompt(load({}, graph([1, 1])), { prompt: 'x', seed: '1', steps: 20, cfg: 5 }, { attemptId }))).toBe(
    'taken',
  );
});

describe('pointers', () => {
  const root = parseExact('{"a": {"b~": [1, {"c/d": "x"}]}, "__proto__": {"x": 1}, "": 5}');
  test.each<[string, unknown]>([
    ['/a/b~0/1/c~1d', 'x'],
    ['/a/b~0/0', 1],
    ['/', 5],
    ['/__proto__/x', 1],
    ['/a/b~0/01', undefined],
    ['/a/b~0/length', undefined],
    ['/a/constructor', undefined],
    ['/a/__proto__', undefined],
    ['/a/b~0/1/c~1d/0', undefined],
    ['/nothing', undefined],
  ])('%s', (pointer, expected) => {
    expect(valueAt(root, parsePointer(pointer))).toBe(expected);
    expect(formatPointer(parsePointer(pointer))).toBe(pointer);
  });
  test('setting copies only the way there', () => {
    const changed = withValueAt(root, parsePointer('/__proto__/x'), 2);
    expect(valueAt(changed, ['__proto__', 'x'])).toBe(2);
    expect(valueAt(root, ['__proto__', 'x'])).toBe(1);
    expect(valueAt(changed, ['a'])).toBe(valueAt(root, ['a']));
    expect(() => withValueAt(root, ['a', 'nothing'], 1)).toThrow(RangeError);
  });
});
