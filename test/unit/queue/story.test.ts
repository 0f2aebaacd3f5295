import { describe, expect, test } from 'vitest';
import type { EngineMessage } from '../../../electron/engine/client-types.ts';
import { createStory } from '../../../electron/queue/story.ts';
import type { FakeProcess } from '../../fakes/fake-engine-process.ts';
import { usingWorld } from './using-world.ts';

const id = '0a0b0c0d-0000-4000-8000-000000000001';
const file = (node: string, filename = `${node}.png`) => ({
  node,
  slot: 'images',
  filename,
  subfolder: 'hearth',
  type: 'output' as const,
});
const executed = (node: string, ...files: string[]): EngineMessage => ({
  type: 'executed',
  promptId: id,
  node,
  outputs: { files: files.map((name) => file(node, name)), texts: [] },
});
const start: EngineMessage = { type: 'start', promptId: id, at: 10 };
const success: EngineMessage = { type: 'success', promptId: id, at: 20 };
const over: EngineMessage = { type: 'executing', promptId: id, node: null };
const told = (declared: string[], messages: EngineMessage[]) => {
  const story = createStory(id, declared);
  for (const message of messages) story.hear(message);
  return story.whole();
};

describe('a story from the socket', () => {
  test('that is whole says what history will say, in order of the nodes', () => {
    expect(
      told(
        ['9', '10'],
        [start, { type: 'cached', promptId: id, nodes: ['1'] }, executed('10', 'b.png'), executed('9', 'a.png'), success, over],
      ),
    ).toEqual({ files: [file('9', 'a.png'), file('10', 'b.png')], texts: [] });
  });

  test('counts the last word of a node that tells twice', () => {
    expect(told(['9'], [start, executed('9', 'early.png'), executed('9', 'a.png', 'b.png'), success, over])?.files).toEqual([
      file('9', 'a.png'),
      file('9', 'b.png'),
    ]);
  });

  test.each<[string, string[], EngineMessage[]]>([
    ['its start is missing', ['9'], [executed('9', 'a.png'), success, over]],
    ['its success is missing', ['9'], [start, executed('9', 'a.png'), over]],
    ['its end is missing', ['9'], [start, executed('9', 'a.png'), success]],
    ['a declared node told nothing', ['9', '10'], [start, executed('9', 'a.png'), success, over]],
    ['a declared node told that it made nothing', ['9'], [start, executed('9'), success, over]],
    ['nobody knows what it should make', [], [start, executed('9', 'a.png'), success, over]],
    ['the socket broke', ['9'], [start, { type: 'socket', isOpen: false }, executed('9', 'a.png'), success, over]],
    ['the socket came back', ['9'], [start, { type: 'socket', isOpen: true }, executed('9', 'a.png'), success, over]],
    [
      'an error came before',
      ['9'],
      [
        start,
        { type: 'error', promptId: id, error: { nodeId: '1', nodeClass: '', exceptionType: '', message: '', traceback: [] } },
        executed('9', 'a.png'),
        success,
        over,
      ],
    ],
    ['it was interrupted', ['9'], [start, executed('9', 'a.png'), { type: 'interrupted', promptId: id }, success, over]],
    [
      'the end names no prompt',
      ['9'],
      [start, executed('9', 'a.png'), success, { type: 'executing', promptId: null, node: null }],
    ],
    [
      'another prompt ended',
      ['9'],
      [start, executed('9', 'a.png'), success, { type: 'executing', promptId: 'other', node: null }],
    ],
  ])('is not whole where %s', (_, declared, messages) => {
    expect(told(declared, messages)).toBeNull();
  });
});

describe('what the socket told is held against history', () => {
  const { world, p } = usingWorld();

  test('the next prompt is handed over while history has not answered yet', async () => {
    const process = world.addEngine('gpu');
    const { engines } = await world.boot();
    const [first = '', second = ''] = (await p.submit({ count: 2 })).map((job) => job.id);
    const client = engines.client('gpu');
    if (!client) throw new Error('no client');
    const answer = Promise.withResolvers<void>();
    const history = client.history;
    client.history = async (prompt) => {
      await answer.promise;
      return history(prompt);
    };
    await world.clock.until(() => process.starts.size === 2);
    expect(p.job(second).state).not.toBe('succeeded');
    expect(p.attemptStates(first)).toEqual(['collecting']);
    answer.resolve();
    await p.untilAll([first, second]);
    expect([first, second].map((job) => p.job(job).artifacts.length)).toEqual([1, 1]);
  });

  test('where history lists more, all of it is stored, once', async () => {
    world.addEngine('gpu').nextEnding = { kind: 'success', outputs: 3, told: 1 };
    await world.boot();
    const job = await p.submitOne();
    await p.until(job);
    expect(p.job(job).artifacts.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(p.attemptStates(job)).toEqual(['succeeded']);
  });

  test.each([
    ['cannot be asked any more', (process: FakeProcess) => process.die()],
    ['no longer knows it', (process: FakeProcess) => process.forgetHistory()],
  ])('where history %s, what was told is stored', async (_, spoil) => {
    const process = world.addEngine('gpu');
    await world.boot();
    const job = await p.submitOne();
    await world.clock.until(() => p.attemptStates(job)[0] === 'collecting');
    spoil(process);
    await p.until(job);
    expect(p.job(job).state).toBe('succeeded');
    expect(p.job(job).artifacts).toHaveLength(1);
    expect(p.attemptStates(job)).toEqual(['succeeded']);
  });

  test('where what was told is not there and history lists something else, history is right', async () => {
    const process = world.addEngine('gpu');
    await world.boot();
    const job = await p.submitOne();
    await world.clock.until(() => process.running !== null);
    // The engine's own word on the socket names a file that was never made.
    const listener = process.listener;
    process.listener = (message) => {
      const odd = message.type === 'executed' ? { ...message, outputs: { files: [file('9', 'gone.png')], texts: [] } } : message;
      listener?.(odd);
    };
    await p.until(job);
    expect(p.attemptStates(job)).toEqual(['succeeded']);
    expect(p.job(job).artifacts).toHaveLength(1);
  });

  test('where history calls it a failure, it is one, and nothing that was stored stays', async () => {
    const process = world.addEngine('gpu');
    const { engines } = await world.boot();
    const job = await p.submitOne();
    const client = engines.client('gpu');
    if (!client) throw new Error('no client');
    const history = client.history;
    client.history = async (prompt) => {
      const entry = await history(prompt);
      const error = { nodeId: '9', nodeClass: 'SaveImage', exceptionType: 'ValueError', message: 'no', traceback: [] };
      return entry && { ...entry, outcome: 'error', files: [], error };
    };
    await p.until(job);
    expect(p.job(job).state).toBe('failed_terminal');
    expect(p.job(job).artifacts).toEqual([]);
    expect(process.starts.size).toBe(2);
    expect(world.removedFiles).toHaveLength(2);
  });
});
