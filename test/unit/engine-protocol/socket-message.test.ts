import { describe, expect, test } from 'vitest';
import { binaryMessageOf, textMessageOf } from '../../../electron/engine/socket-message.ts';

const id = '0a0b0c0d-0000-4000-8000-000000000001';

describe('socket messages', () => {
  const state = { value: 2, max: 20, state: 'running', node_id: '2.0.0.1', display_node_id: '2', prompt_id: id };
  test.each<[string, Record<string, unknown>, object | null]>([
    ['status', { status: { exec_info: { queue_remaining: 3 } }, sid: 'x' }, { type: 'status', queueRemaining: 3 }],
    ['execution_start', { prompt_id: id, timestamp: 5 }, { type: 'start', promptId: id, at: 5 }],
    ['execution_start', { prompt_id: id }, { type: 'start', promptId: id, at: 99 }],
    ['execution_cached', { prompt_id: id, nodes: ['1'], timestamp: 5 }, { type: 'cached', promptId: id, nodes: ['1'], at: 5 }],
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
    [
      'executed',
      { node: '9', display_node: '9', output: null, prompt_id: id },
      { type: 'executed', promptId: id, node: '9', outputs: { files: [], texts: [] } },
    ],
    [
      'executed',
      {
        node: '2.0.0.1',
        display_node: '2',
        output: { images: [{ filename: 'a.png', subfolder: '', type: 'temp' }], animated: [true], text: ['x'] },
        prompt_id: id,
      },
      {
        type: 'executed',
        promptId: id,
        node: '2',
        outputs: {
          files: [{ node: '2.0.0.1', slot: 'images', filename: 'a.png', subfolder: '', type: 'temp' }],
          texts: [{ node: '2.0.0.1', text: 'x' }],
        },
      },
    ],
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
