import { describe, expect, test } from 'vitest';
import { historyEntryOf } from '../../../electron/engine/history-entry.ts';
import { submitAnswerOf } from '../../../electron/engine/submit-answer.ts';

const id = '0a0b0c0d-0000-4000-8000-000000000001';

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
