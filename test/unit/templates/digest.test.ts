import { expect, test } from 'vitest';
import { canonicalJson } from '../../../electron/lib/canonical-json.ts';
import { parseExact } from '../../../electron/lib/exact-json.ts';
import { templateDigest } from '../../../electron/templates/digest.ts';
import { isRecord } from '../../../electron/templates/graph.ts';
import { assembleTemplate } from '../../../electron/templates/load.ts';
import type { TemplateFile } from '../../../shared/template.ts';
import { param, sampleFile, sampleGraph } from './sample.ts';

test.each<[string, string, string]>([
  ['keys in order of code units', '{"b":1,"a":{"é":1,"z":2,"Z":3}}', '{"a":{"Z":3,"z":2,"é":1},"b":1}'],
  ['white space', ' { "a" : [ 1 , 2 ] } ', '{"a":[1,2]}'],
  ['lists in their order', '[3,1,2]', '[3,1,2]'],
  [
    'integers at any size',
    '{"s":18446744073709551615,"n":-18446744073709551616}',
    '{"n":-18446744073709551616,"s":18446744073709551615}',
  ],
  ['one form of a number', '[1.0,1e2,0.10,1E-7,-0]', '[1,100,0.1,1e-7,0]'],
  ['one form of an escape', '["\\u00e9\\/\\n"]', '["é/\\n"]'],
  ['texts never normalised', '["e\u0301"]', '["e\u0301"]'],
  ['lone surrogates', '["\\ud800"]', '["\\ud800"]'],
  ['null and booleans', '[null,true,false]', '[null,true,false]'],
  ['own key of a strange name', '{"__proto__":1}', '{"__proto__":1}'],
])('canonical: %s', (_name, text, expected) => {
  expect(canonicalJson(parseExact(text))).toBe(expected);
});

const digestOf = (more: Partial<TemplateFile> = {}, graph = sampleGraph): string => {
  const parsed = parseExact(graph);
  if (!isRecord(parsed)) throw new Error('no graph');
  return assembleTemplate(sampleFile(more), parsed, 'own', 'f').digest;
};

test('the digest is fixed for all time', () => {
  const file = {
    parameters: [param('p', 'text', '/1/inputs/t', { default: 'x' })],
    outputs: [{ node: '1', kind: 'text' as const }],
    limits: {},
  };
  expect(templateDigest(file, { '1': { class_type: 'A', inputs: { t: 'x' } } })).toBe(
    // sha256 of {"graph":{"1":{"class_type":"A","inputs":{"t":"x"}}},"limits":{},"outputs":[{"kind":"text","node":"1"}],"parameters":[{"default":"x","key":"p","targets":["/1/inputs/t"],"type":"text"}]}
    '7a3113227b73682f49508670046273226f5aa7ad3cdba48e5551766a63024431',
  );
});

test('texts, needs, version and layout of the files do not count', () => {
  const other = sampleFile().parameters.map((parameter) => ({
    ...parameter,
    label: { en: 'other', ko: '다른' },
    help: { en: '', ko: '' },
  }));
  const needs = { nodes: ['X'], models: [{ folder: 'vae', name: 'x' }] };
  const same = digestOf({ parameters: other, title: { en: 'T', ko: 'T' }, version: 9, needs, id: 'other' });
  expect(same).toBe(digestOf());
  expect(digestOf({}, JSON.stringify(parseExact(sampleGraph)))).toBe(digestOf());
});

test('a default taken from the graph equals the same one written out', () => {
  const [first, ...rest] = sampleFile().parameters;
  if (!first) throw new Error('no parameter');
  expect(digestOf({ parameters: [{ ...first, default: 'a cat' }, ...rest] })).toBe(digestOf());
});

test.each<[string, Partial<TemplateFile>, string?]>([
  ['one digit of a seed', {}, sampleGraph.replace('18446744073709551615', '18446744073709551614')],
  ['a title in the graph', {}, sampleGraph.replace('"title": "KSampler"', '"title": "Other"')],
  ['a limit', { limits: { batch: 4 } }],
  [
    'an output',
    {
      outputs: [
        { node: '104:9', kind: 'image' },
        { node: '10', kind: 'image' },
      ],
    },
  ],
  ['a range', { parameters: sampleFile().parameters.map((one) => (one.key === 'steps' ? { ...one, max: 100 } : one)) }],
  ['a default', { parameters: sampleFile().parameters.map((one) => (one.key === 'steps' ? { ...one, default: 21 } : one)) }],
  ['a missing parameter', { parameters: sampleFile().parameters.slice(1) }],
])('%s counts', (_name, more, graph) => {
  expect(digestOf(more, graph)).not.toBe(digestOf());
});
