import { describe, expect, it } from 'vitest';
import type { EngineStats } from '../../../electron/engine/client-types.ts';
import { awaitReadiness, isOurs } from '../../../electron/engine/readiness.ts';
import { manualClock } from './manual-clock.ts';

const flagWords = ['--listen', '127.0.0.1', '--port', '8188', '--temp-directory', '/data/engines/comfyui', '--lowvram'];
const main = ['main.py'];

describe('who answers', () => {
  it.each([
    ['what was started', [...main, ...flagWords], true],
    [
      'what was started, after its Manager changed the order and left a flag out',
      [...main, ...flagWords.slice(2, 6), '--listen', '127.0.0.1'],
      true,
    ],
    ['with an equals sign', [...main, '--port=8188', '--temp-directory=/data/engines/comfyui'], true],
    ['a stranger with the same port', [...main, '--port', '8188'], false],
    ['a stranger from another folder', [...main, '--port', '8188', '--temp-directory', '/elsewhere'], false],
    ['one on another port', [...main, '--port', '8189', '--temp-directory', '/data/engines/comfyui'], false],
    ['one that says nothing about itself', [], false],
  ])('%s', (_case, argv, expected) => {
    expect(isOurs(argv, { flagWords })).toBe(expected);
  });
});

const stats = (argv: string[]): EngineStats => ({
  version: '0.28.0',
  argv,
  python: null,
  torch: null,
  device: null,
  ramTotalBytes: null,
  ramFreeBytes: null,
  vramTotalBytes: null,
  vramFreeBytes: null,
});
/** Lets everything run that waits for no time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('waiting for the first answer', () => {
  it('asks on while nothing or a stranger answers, and ends with the first answer of ours', async () => {
    const clock = manualClock();
    const answers = [() => Promise.reject(new Error('refused')), async () => stats(['other.py'])];
    const readiness = awaitReadiness({ flagWords }, () => (answers.shift() ?? (async () => stats(flagWords)))(), clock);
    for (const isStranger of [false, true]) {
      await settle();
      expect(readiness.isStranger).toBe(isStranger);
      clock.pass(200);
    }
    expect((await readiness.answer)?.version).toBe('0.28.0');
    expect(readiness.isStranger).toBe(false);
  });

  it('asks at once when the log says that it is bound', async () => {
    const clock = manualClock();
    let isBound = false;
    const probe = async (): Promise<EngineStats> => (isBound ? stats(flagWords) : Promise.reject(new Error('refused')));
    const readiness = awaitReadiness({ flagWords }, probe, clock);
    await settle();
    isBound = true;
    readiness.hurry();
    expect(await readiness.answer).not.toBeNull();
    expect(clock.monotonic()).toBe(0);
  });

  it('can be called off', async () => {
    const readiness = awaitReadiness({ flagWords }, () => Promise.reject(new Error('refused')), manualClock());
    await settle();
    readiness.stop();
    expect(await readiness.answer).toBeNull();
  });
});
