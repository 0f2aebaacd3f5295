import { describe, expect, test } from 'vitest';
import { statsOf } from '../../../electron/engine/engine-stats.ts';
import { engineUrl, shownUrl } from '../../../electron/engine/engine-url.ts';
import { parseLenient } from '../../../electron/engine/lenient-json.ts';
import { networkFault } from '../../../electron/engine/network-fault.ts';
import { objectInfoOf } from '../../../electron/engine/object-info.ts';
import { isAtLeast } from '../../../electron/lib/version.ts';

test.each([
  ['{"a": NaN, "b": [Infinity, -Infinity], "c": 1}', { a: null, b: [null, null], c: 1 }],
  ['{"is_changed": [NaN], "text": "NaN and \\"Infinity\\" stay"}', { is_changed: [null], text: 'NaN and "Infinity" stay' }],
  ['{"NaN": NaN}', { NaN: null }],
  ['{"a": 1', undefined],
  ['', undefined],
  ['<html>', undefined],
  ['null', null],
])('parseLenient(%j)', (text, value) => {
  expect(parseLenient(text)).toEqual(value);
});

test('parseLenient holds up against long texts', () => {
  const long = 'x\\"'.repeat(2_000_000);
  expect(parseLenient(`{"a": "${long}", "b": NaN}`)).toMatchObject({ b: null });
});

describe('object_info', () => {
  const info = objectInfoOf({
    Old: {
      input: {
        required: { b: ['INT', { default: 1 }], a: [['x', 'y', 3, true, null], { tooltip: 't' }] },
        optional: { c: ['MODEL'] },
        hidden: { id: 'UNIQUE_ID' },
      },
      input_order: { required: ['a', 'b', 'gone'], optional: ['c'] },
      name: 'Old',
      display_name: 'Old one',
      output_node: true,
      python_module: 'custom_nodes.pack',
    },
    V3: {
      input: {
        required: { s: ['COMBO', { options: ['e', 'f'], multiselect: false }] },
        optional: { r: ['COMBO', { remote: { route: '/x' } }] },
      },
      display_name: '',
      output_node: null,
      python_module: 'comfy_extras.nodes_x',
    },
    Unordered: { input: { required: { z: ['FLOAT', {}], y: ['*'] } } },
    Junk: { input: { required: { a: [], b: null, c: [7], d: 'STRING' } }, input_order: 'x' },
    Empty: {},
    Null: null,
  });

  test('old and new form come out alike, in the order of the node', () => {
    expect(info.get('Old')).toEqual({
      name: 'Old',
      displayName: 'Old one',
      isOutput: true,
      module: 'custom_nodes.pack',
      inputs: [
        { name: 'a', isRequired: true, type: 'COMBO', choices: ['x', 'y', 3, true], options: { tooltip: 't' } },
        { name: 'b', isRequired: true, type: 'INT', choices: null, options: { default: 1 } },
        { name: 'c', isRequired: false, type: 'MODEL', choices: null, options: {} },
      ],
      outputs: [],
    });
    expect(info.get('V3')).toMatchObject({
      displayName: 'V3',
      isOutput: false,
      inputs: [
        { name: 's', type: 'COMBO', choices: ['e', 'f'] },
        { name: 'r', isRequired: false, type: 'COMBO', choices: null },
      ],
    });
    expect(info.get('Unordered')?.inputs.map((input) => input.name)).toEqual(['z', 'y']);
  });

  test('junk costs no more than itself', () => {
    expect(info.get('Junk')?.inputs).toEqual([{ name: 'd', isRequired: true, type: 'STRING', choices: null, options: {} }]);
    expect([...info.keys()]).toEqual(['Old', 'V3', 'Unordered', 'Junk']);
    expect(objectInfoOf(null).size).toBe(0);
    expect(objectInfoOf({ toString: 1, constructor: { input: {} } }).has('constructor')).toBe(true);
  });
});

test.each([
  ['127.0.0.1:8188', 'http://127.0.0.1:8188'],
  [' http://localhost:8188/ ', 'http://localhost:8188'],
  ['http://0.0.0.0:8188', 'http://127.0.0.1:8188'],
  ['http://[::]:8188', 'http://[::1]:8188'],
  ['[::1]:8188', 'http://[::1]:8188'],
  ['https://gpu.example/comfy/?x=1#top', 'https://gpu.example/comfy'],
  ['my-pc:8188', 'http://my-pc:8188'],
  ['http://me:secret@pc:8188', 'http://me:secret@pc:8188'],
])('engineUrl(%j)', (typed, url) => {
  expect(engineUrl(typed)).toBe(url);
});

test.each(['', 'http://', 'ftp://x', 'file:///etc/passwd', 'http://exa mple', 'javascript:alert(1)'])(
  'engineUrl refuses %j',
  (typed) => {
    expect(() => engineUrl(typed)).toThrow(expect.objectContaining({ key: 'urlInvalid' }));
  },
);

test('passwords are not shown', () => {
  expect(shownUrl('http://me:secret@pc:8188/x')).toBe('http://pc:8188/x');
});

test.each([
  ['0.3.57', '0.3.57', true],
  ['0.3.100', '0.3.57', true],
  ['v0.28.0-3-gabcdef', '0.28', true],
  ['0.4', '0.3.57', true],
  ['0.3', '0.3.57', false],
  ['1', '0.28.3', true],
  ['nightly', '0.0.1', false],
  [null, '0.0.1', false],
])('version %s is at least %s: %s', (version, floor, answer) => {
  expect(isAtLeast(version, floor)).toBe(answer);
});

test.each([
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'refused'],
  [new AggregateError([Object.assign(new Error('a'), { code: 'ECONNREFUSED' }), new Error('b')]), 'refused'],
  [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'unknown-host'],
  [Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }), 'certificate'],
  [Object.assign(new Error('x'), { code: 'HPE_INVALID_CONSTANT' }), 'not-http'],
  [Object.assign(new Error('x'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), 'no-tls'],
  [new Error('socket hang up'), 'broken'],
  ['text', 'broken'],
])('networkFault(%s) is %s', (error, kind) => {
  expect(networkFault(error).kind).toBe(kind);
});

test.each([
  [
    '{"system": {"python_version": "3.11.7 (main)", "comfyui_version": "0.28.0", "argv": ["main.py", 1]}, "devices": [{"name": "cpu", "vram_total": 5}]}',
    true,
  ],
  ['{"system": {"python_version": "3.11.7"}, "devices": []}', true],
  ['{"system": {}, "devices": []}', false],
  ['{"devices": []}', false],
  ['<html>', false],
])('stats %j are a ComfyUI’s: %s', (text, isComfy) => {
  expect(statsOf(text) !== null).toBe(isComfy);
});
