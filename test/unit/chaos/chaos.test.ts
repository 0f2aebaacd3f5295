import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../chaos/parse-options.ts';
import { run } from '../cli/child-host.ts';

const script = resolve(import.meta.dirname, '../../../build/chaos.mjs');

test('20 jobs outlive 10 kills, cut and delayed sockets and a full disk, each with one picture; those that cannot succeed are set aside', {
  timeout: 300_000,
}, async () => {
  const { code, out, err } = await run(['--jobs', '20', '--kills', '10', '--seed', '7', '--json'], {}, script);
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual({
    jobs: 20,
    succeeded: 20,
    artifactSets: 20,
    lost: 0,
    doubled: 0,
    hostKills: 5,
    engineKills: 5,
    socketCuts: 1,
    socketDelays: 1,
    diskFull: 1,
    seed: 7,
    elapsedMs: expect.any(Number),
    // Held after two deaths of the engine, dead letter after three time-outs; both succeed once they are queued again.
    limits: { held: 1, deadLetter: 1, requeued: 2 },
  });
});

test.each([
  [['--jobs', '0'], '--jobs'],
  [['--kills', 'many'], '--kills'],
  [['--kills=-1'], '--kills'],
  [['--seed'], '--seed'],
  [['--sneed', '1'], '--sneed'],
  [['--engine', '/opt/ComfyUI'], '--python'],
  [['--engine', '/opt/ComfyUI', '--python'], '--python'],
])('%j is refused by its name', (words, name) => {
  expect(parseOptions(words)).toContain(name);
});

test.each([
  [[], { jobs: 300, kills: 200, engine: null, isJson: false }],
  [['--jobs=60', '--kills', '0', '--seed', '5', '--json'], { jobs: 60, kills: 0, seed: 5, isJson: true }],
  [
    ['--engine', '/opt/ComfyUI', '--python', '/opt/python', '--kills', '5'],
    { jobs: 60, kills: 5, engine: { folder: '/opt/ComfyUI', python: '/opt/python' } },
  ],
])('%j is understood', (words, options) => {
  expect(parseOptions(words)).toMatchObject(options);
});
