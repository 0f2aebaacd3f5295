import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../chaos/parse-options.ts';
import { run } from '../cli/child-host.ts';

const script = resolve(import.meta.dirname, '../../../build/chaos.mjs');

test('20 jobs outlive 10 kills, cut sockets and a full disk: each has one picture, and nothing is left', {
  timeout: 240_000,
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
    diskFull: 1,
    seed: 7,
    elapsedMs: expect.any(Number),
  });
});

test.each([
  [['--jobs', '0'], '--jobs'],
  [['--kills', 'many'], '--kills'],
  [['--kills=-1'], '--kills'],
  [['--seed'], '--seed'],
  [['--sneed', '1'], '--sneed'],
])('%j is refused by its name', (words, name) => {
  expect(parseOptions(words)).toContain(name);
});

test.each([
  [[], { jobs: 300, kills: 200, isJson: false }],
  [['--jobs=60', '--kills', '0', '--seed', '5', '--json'], { jobs: 60, kills: 0, seed: 5, isJson: true }],
])('%j is understood', (words, options) => {
  expect(parseOptions(words)).toMatchObject(options);
});
