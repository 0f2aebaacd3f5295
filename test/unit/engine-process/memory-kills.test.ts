import { expect, test } from 'vitest';
import { watchMemoryKills } from '../../../electron/engine/memory-kills.ts';

/** What the kernel counts at the start of the process, at each look, and at the end. */
test.each<[string, (number | null)[], boolean]>([
  ['nothing was killed', [4, 4, 4, 4], false],
  ['killed since the last look', [4, 4, 4, 5], true],
  ['a look saw the count, and the process was still there', [4, 4, 5, 5], true],
  ['the process took seconds to go', [4, 4, 5, 5, 5, 5, 5], true],
  ['killed before the first look', [4, 5], true],
  ['another process was killed long before', [4, 5, 5, 5, 5, 5, 5, 5], false],
  ['another process was killed before the start', [5, 5], false],
  ['a system that does not count', [null, null, null], false],
  ['it could not be read once', [null, 4, 4], false],
])('%s', (_what, counts, hasBeen) => {
  let at = 0;
  const kills = watchMemoryKills(() => counts[at] ?? null);
  for (at = 1; at < counts.length - 1; at++) kills.look();
  expect(kills.hasBeen()).toBe(hasBeen);
});
