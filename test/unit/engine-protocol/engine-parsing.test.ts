import { describe, expect, test } from 'vitest';
import { statsOf } from '../../../electron/engine/engine-stats.ts';
import { engineUrl, shownUrl } from '../../../electron/engine/engine-url.ts';
import { historyEntryOf } from '../../../electron/engine/history-entry.ts';
import { parseLenient } from '../../../electron/engine/lenient-json.ts';
import { networkFault } from '../../../electron/engine/network-fault.ts';
import { objectInfoOf } from '../../../electron/engine/object-info.ts';
import { binaryMessageOf, textMessageOf } from '../../../electron/engine/socket-message.ts';
import { submitAnswerOf } from '../../../electron/engine/submit-answer.ts';
import { isAtLeast } from '../../../electron/engine/version.ts';

const id = '0a0b0c0d-0000-4000-8000-000000000001';

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

describe('answer to POST /prompt', () => {
  const failed = { type: 'value_smaller_than_min', message: 'Value 0 smaller than min of 1', details: 'steps' };
  const nodeErrors = {
    '3': {
      errors: [{ ...failed, extra_info: { input_name: 'steps', received_value: 0 } }],
      dependent_outputs: ['9'],
      class_type: 'KSampler',
    },
  };
  const read = { '3': { class: 'KSampler', errors: [{ ...failed, input: 'steps' }] } };
  const refusal = { kind: 'refused', details: '', nodeErrors: {} };

  test.each([
    ['accepted', 200, { prompt_id: id, number: 3, node_errors: {} }, { kind: 'accepted', promptId: id, nodeErrors: {} }],
    [
      'outputs dropped',
      200,
      { prompt_id: id, number: 3, node_errors: nodeErrors },
      { kind: 'accepted', promptId: id, nodeErrors: read },
    ],
    [
      'every output failed',
      400,
      {
        error: { type: 'prompt_outputs_failed_validation', message: 'failed', details: '', extra_info: {} },
        node_errors: nodeErrors,
      },
      { ...refusal, type: 'prompt_outputs_failed_validation', message: 'failed', node: '3', nodeErrors: read },
    ],
    [
      'a node is missing',
      400,
      {
        error: { type: 'missing_node_type', message: 'm', details: "Node ID '#7'", extra_info: { node_id: '7' } },
        node_errors: {},
      },
      { ...refusal, type: 'missing_node_type', message: 'm', details: "Node ID '#7'", node: '7' },
    ],
    [
      'a node is missing, before 0.12',
      400,
      { error: { type: 'invalid_prompt', message: 'm', details: "Node ID '#57:8'", extra_info: {} }, node_errors: [] },
      { ...refusal, type: 'invalid_prompt', message: 'm', details: "Node ID '#57:8'", node: '57:8' },
    ],
    [
      'no prompt, before 0.3.28',
      400,
      { error: 'no prompt', node_errors: [] },
      { ...refusal, type: 'no_prompt', message: 'no prompt', node: null },
    ],
    [
      'junk where lists are due',
      400,
      { error: { type: 7, message: null, details: [] }, node_errors: { a: null, b: { errors: [null, 'x'] } } },
      {
        ...refusal,
        type: '7',
        message: '',
        node: 'a',
        nodeErrors: {
          a: { class: '', errors: [] },
          b: { class: '', errors: Array(2).fill({ type: '', message: '', details: '', input: null }) },
        },
      },
    ],
  ])('%s', (_what, status, body, answer) => {
    expect(submitAnswerOf(status, JSON.stringify(body))).toEqual(answer);
  });

  test.each([
    [413, 'Maximum request body size 104857600 exceeded.', { kind: 'refused', type: 'request_too_large' }],
    [500, '500 Internal Server Error', { kind: 'broken', status: 500, text: '500 Internal Server Error' }],
    [403, '', { kind: 'broken', status: 403 }],
    [200, '{"prompt_id": "', { kind: 'broken', status: 200 }],
    [200, '<html>', { kind: 'broken' }],
    [400, 'Bad Request', { kind: 'broken', status: 400 }],
  ])('%i %j', (status, text, answer) => {
    expect(submitAnswerOf(status, text)).toMatchObject(answer);
  });
});

describe('history', () => {
  const start = ['execution_start', { prompt_id: id, timestamp: 1000 }];
  const cached = ['execution_cached', { nodes: ['4', 5], prompt_id: id, timestamp: 1001 }];
  const done = ['execution_success', { prompt_id: id, timestamp: 2000 }];
  const failure = {
    prompt_id: id,
    node_id: '3',
    node_type: 'KSampler',
    exception_message: 'CUDA out of memory\n',
    exception_type: 'torch.OutOfMemoryError',
    traceback: ['  File "a"', 7, null],
    current_inputs: { model: ['<x>'] },
    timestamp: 1500,
  };
  const image = (filename: string, subfolder = '', type = 'output') => ({ filename, subfolder, type });

  test('a success: files by number of node and in their order, cached nodes, the engine’s own times', () => {
    const entry = historyEntryOf(id, {
      prompt: [],
      outputs: {
        '10': { images: [image('b.png', 'hearth')], animated: [true] },
        '9': { images: [image('a1.png'), image('a2.png', 'x\\y', 'temp')], text: ['hello', 'you'] },
        '57:8': { gifs: [{ ...image('v.mp4'), fullpath: '/o/v.mp4' }], audio: [image('s.flac')] },
      },
      status: { status_str: 'success', completed: true, messages: [start, cached, done] },
    });
    expect(entry).toEqual({
      promptId: id,
      outcome: 'success',
      files: [
        { node: '9', slot: 'images', ...image('a1.png') },
        { node: '9', slot: 'images', ...image('a2.png', 'x\\y', 'temp') },
        { node: '10', slot: 'images', ...image('b.png', 'hearth') },
        { node: '57:8', slot: 'gifs', ...image('v.mp4') },
        { node: '57:8', slot: 'audio', ...image('s.flac') },
      ],
      texts: [
        { node: '9', text: 'hello' },
        { node: '9', text: 'you' },
      ],
      error: null,
      startedAt: 1000,
      endedAt: 2000,
      cachedNodes: ['4', '5'],
    });
  });

  test.each([
    ['success', { status_str: 'success', completed: true, messages: [start, cached, done] }],
    ['error', { status_str: 'error', completed: false, messages: [start, ['execution_error', failure]] }],
    ['interrupted', { status_str: 'error', completed: false, messages: [start, ['execution_interrupted', { timestamp: 3 }]] }],
    ['error', { status_str: 'error', completed: false, messages: [] }],
    ['success', null],
    ['success', { messages: 'junk' }],
  ] as const)('outcome %s of %j', (outcome, status) => {
    const entry = historyEntryOf(id, { outputs: {}, status });
    expect(entry.outcome).toBe(outcome);
    expect(entry.error !== null).toBe(outcome === 'error');
  });

  test('an error names node, kind and words, and leaves out what is no text', () => {
    const entry = historyEntryOf(id, { status: { messages: [start, ['execution_error', failure]] } });
    expect(entry.error).toEqual({
      nodeId: '3',
      nodeClass: 'KSampler',
      exceptionType: 'torch.OutOfMemoryError',
      message: 'CUDA out of memory',
      traceback: ['  File "a"', '7'],
    });
    expect(entry.endedAt).toBe(1500);
  });

  test.each([
    [{ '3d': ['mesh/a.glb'] }, [{ node: '1', slot: '3d', ...image('a.glb', 'mesh') }]],
    [{ result: ['a.glb', { position: 1 }, null] }, [{ node: '1', slot: 'result', ...image('a.glb') }]],
    [{ images: [null, 'x', 3, { filename: 7 }, { filename: '' }] }, []],
    [{ images: image('alone.png') }, [{ node: '1', slot: 'images', ...image('alone.png') }]],
    [{ images: [{ filename: 'x.png', id: 'asset' }] }, [{ node: '1', slot: 'images', ...image('x.png') }]],
    [null, []],
  ])('files of %j', (output, files) => {
    expect(historyEntryOf(id, { outputs: { '1': output } }).files).toEqual(files);
  });
});

describe('socket messages', () => {
  const state = { value: 2, max: 20, state: 'running', node_id: '2.0.0.1', display_node_id: '2', prompt_id: id };
  test.each<[string, Record<string, unknown>, object | null]>([
    ['status', { status: { exec_info: { queue_remaining: 3 } }, sid: 'x' }, { type: 'status', queueRemaining: 3 }],
    ['execution_start', { prompt_id: id, timestamp: 5 }, { type: 'start', promptId: id, at: 5 }],
    ['execution_start', { prompt_id: id }, { type: 'start', promptId: id, at: 99 }],
    ['execution_cached', { prompt_id: id, nodes: ['1'], timestamp: 5 }, { type: 'cached', promptId: id, nodes: ['1'] }],
    [
      'progress_state',
      { prompt_id: id, nodes: { '2.0.0.1': state, '3': { state: 'finished', value: 1, max: 1 } } },
      {
        type: 'nodes',
        promptId: id,
        nodes: [
          { id: '3', displayId: '3', value: 1, max: 1, isFinished: true },
          { id: '2.0.0.1', displayId: '2', value: 2, max: 20, isFinished: false },
        ],
      },
    ],
    ['executing', { node: '3', display_node: '3', prompt_id: id }, { type: 'executing', promptId: id, node: '3' }],
    ['executing', { node: '2.0.0.1', display_node: '2', prompt_id: id }, { type: 'executing', promptId: id, node: '2' }],
    ['executing', { node: null, prompt_id: id }, { type: 'executing', promptId: id, node: null }],
    ['executing', { node: '3' }, { type: 'executing', promptId: null, node: '3' }],
    ['progress', { value: 1, max: 4, prompt_id: id, node: '3' }, { type: 'progress', promptId: id, node: '3', value: 1, max: 4 }],
    ['progress', { value: 1.5, max: 4 }, { type: 'progress', promptId: null, node: null, value: 1.5, max: 4 }],
    ['progress', { value: null, max: 4 }, null],
    ['executed', { node: '9', display_node: '9', output: null, prompt_id: id }, { type: 'executed', promptId: id, node: '9' }],
    ['execution_success', { prompt_id: id, timestamp: 7 }, { type: 'success', promptId: id, at: 7 }],
    ['execution_interrupted', { prompt_id: id, node_id: '3' }, { type: 'interrupted', promptId: id }],
    ['execution_error', { prompt_id: id, exception_type: 'ExecutionBlocked', exception_message: 'x' }, null],
    ['feature_flags', { supports_preview_metadata: true }, null],
    ['logs', { entries: [] }, null],
    ['crystools.monitor', { cpu: 1 }, null],
    ['execution_start', {}, null],
  ])('%s %j', (type, data, message) => {
    expect(textMessageOf(JSON.stringify({ type, data }), 99)).toEqual(message);
  });

  test('an error ends the prompt and comes without its tensors', () => {
    const data = {
      prompt_id: id,
      node_id: '3',
      node_type: 'K',
      exception_type: 'ValueError',
      exception_message: 'no',
      traceback: ['a'],
      current_inputs: {},
    };
    expect(textMessageOf(JSON.stringify({ type: 'execution_error', data }), 0)).toEqual({
      type: 'error',
      promptId: id,
      error: { nodeId: '3', nodeClass: 'K', exceptionType: 'ValueError', message: 'no', traceback: ['a'] },
    });
  });

  test.each(['', '[]', 'null', '{"type": 3}', '{"type": "executing"', '"x"'])('junk %j says nothing', (text) => {
    expect(textMessageOf(text, 0)).toBeNull();
  });

  test('a message with bare NaN is read', () => {
    const text = `{"type": "progress", "data": {"value": 1, "max": 2, "node": "3", "prompt_id": "${id}", "x": NaN}}`;
    expect(textMessageOf(text, 0)).toMatchObject({ type: 'progress', value: 1 });
  });

  const frame = (...parts: (number | string | Buffer)[]): Uint8Array =>
    Buffer.concat(
      parts.map((part) => {
        if (typeof part !== 'number') return Buffer.from(part);
        const word = Buffer.alloc(4);
        word.writeUInt32BE(part);
        return word;
      }),
    );
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const head = JSON.stringify({ node_id: '3', prompt_id: id, image_type: 'image/png' });

  test.each<[string, Uint8Array, object | null]>([
    ['a bare JPEG', frame(1, 1, jpeg), { type: 'preview', promptId: null, mime: 'image/jpeg', bytes: new Uint8Array(jpeg) }],
    ['a bare PNG', frame(1, 2, jpeg), { mime: 'image/png', promptId: null }],
    [
      'one with its prompt',
      frame(4, head.length, head, jpeg),
      { type: 'preview', promptId: id, mime: 'image/png', bytes: new Uint8Array(jpeg) },
    ],
    ['one with a head nobody can read', frame(4, 3, '{{{', jpeg), { type: 'preview', promptId: null, mime: 'image/jpeg' }],
    ['a text', frame(3, 1, '3', 'hello'), null],
    ['one whose head is longer than the frame', frame(4, 4_000_000_000, head), null],
    ['one that is cut', frame(1), null],
    ['an empty one', frame(), null],
    ['a kind of the future', frame(9, 1, jpeg), null],
  ])('binary: %s', (_what, bytes, message) => {
    const read = binaryMessageOf(bytes);
    if (message === null) expect(read).toBeNull();
    else expect({ ...read, bytes: read?.type === 'preview' ? new Uint8Array(read.bytes) : null }).toMatchObject(message);
  });
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
