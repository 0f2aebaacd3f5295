import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseFaultOptions } from '../../chaos/faults/parse-options.ts';
import { run } from '../cli/child-host.ts';

const script = resolve(import.meta.dirname, '../../../build/chaos.mjs');

test('a crash, a restart by its own Manager and an hour that is skipped: noticed or not as they should be, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  const words = ['--faults', 'exit 255', 'by exit and mark', 'an hour ahead', '--json'];
  const { code, out, err } = await run(words, {}, script);
  expect(code, err).toBe(0);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([
    { detectedAs: 'engineCrashed, crash (code 255)', stateAfter: 'ready', jobAfter: 'succeeded, attempt 2', wrong: [] },
    { detectedAs: 'reboot (reboot)', stateAfter: 'ready', jobAfter: 'succeeded, attempt 2', wrong: [] },
    { detectMs: null, stateAfter: 'ready', jobAfter: 'succeeded, first attempt', wrong: [] },
  ]);
});

test.each([
  [['--faults', '--nonsense'], '--nonsense'],
  [['--faults', '--engine'], '--engine'],
  [['--faults', '--engine', '/x'], '--python'],
])('%j is refused by its name', (words, name) => {
  expect(parseFaultOptions(words)).toContain(name);
});

test('words choose faults', () => {
  expect(parseFaultOptions(['--faults', 'SIGKILL', '--json', 'port'])).toEqual({
    engine: null,
    words: ['SIGKILL', 'port'],
    isJson: true,
  });
});
