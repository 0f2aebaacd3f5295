import { describe, expect, test } from 'vitest';
import { extractRows, markedRows, startOf } from '../../renderer/features/incidents/extract-rows.ts';
import { heatDays } from '../../renderer/features/incidents/heat-days.ts';
import { groupsFilter, noFilter, stripFilter } from '../../renderer/features/incidents/list-filter.ts';
import { fittingToo, lookAlikes } from '../../renderer/features/incidents/look-alikes.ts';
import { memorySeries } from '../../renderer/features/incidents/memory-series.ts';
import { i18n } from '../../renderer/i18n/i18n.ts';
import { remedyChange, tryText } from '../../renderer/i18n/incident-text.ts';
import { formatFor } from '../../renderer/ui/format.ts';
import { en } from '../../shared/i18n/en.ts';
import { ago, sampleMemory } from '../fakes/fake-data.ts';
import { byHand, sampleRemedy } from '../fakes/fake-incidents.ts';

describe('look-alikes', () => {
  test('never name the cause itself, nor what fits too; each has a sign', () => {
    for (const cause of Object.keys(en.causes)) {
      const alsoSeen = ['vram-oom', 'cudnn-error'];
      const others = lookAlikes({ cause, alsoSeen });
      expect(others.length).toBeLessThanOrEqual(4);
      for (const other of others) {
        expect([cause, ...fittingToo({ cause, alsoSeen })]).not.toContain(other);
        expect(en.causeSigns[other]).toBeTruthy();
      }
    }
  });

  test('a cause whose words are there but whose sign is the opposite is ruled out, not called fitting', () => {
    const found = { cause: 'cuda-unknown-error-async-offload', alsoSeen: ['cuda-unknown-error-driver-lost', 'vram-oom'] };
    expect(fittingToo(found)).toEqual(['vram-oom']);
    expect(lookAlikes(found)[0]).toBe('cuda-unknown-error-driver-lost');
  });

  test.each(['none', 'unknown', 'from-the-future'])('%s has none', (cause) => {
    expect(lookAlikes({ cause, alsoSeen: [] })).toEqual([]);
  });
});

test('days of a strip are the calendar’s, each from its midnight to the next, today last', () => {
  const now = new Date(2026, 2, 30, 15).getTime();
  const days = heatDays([{ day: '2026-03-29', count: 3 }], now, 14);
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, at) => `2026-03-${at + 17}`));
  expect(days.at(-2)).toMatchObject({ count: 3, heat: 2, from: new Date(2026, 2, 29).toISOString() });
  for (const [at, { to }] of days.entries()) expect(to).toBe(days[at + 1]?.from ?? new Date(2026, 2, 31).toISOString());
});

test('the list is narrowed by the host, the strip not by its own day', () => {
  const days = heatDays([], new Date(2026, 10, 30).getTime(), 2);
  const filter = { ...noFilter, state: 'unsettled', cause: 'vram-oom', day: '2026-11-29' } as const;
  expect(stripFilter(filter)).toEqual({ states: ['open', 'trial'], cause: 'vram-oom' });
  expect(groupsFilter(filter, days)).toMatchObject({ from: days[0]?.from, to: days[0]?.to });
  expect(stripFilter(noFilter)).toEqual({});
});

test('an extract says how much is left out, doubles no line, and begins at the error', () => {
  const parts = [
    { firstLine: 10, lines: ['ten', 'eleven'] },
    { firstLine: 1, lines: ['one'] },
    { firstLine: 11, lines: ['eleven again', 'Error: twelve'] },
  ];
  const rows = extractRows(parts, [1, 12, 99]);
  expect(rows.map((row) => (row.kind === 'gap' ? `-${row.count}` : row.n))).toEqual([1, '-8', 10, 11, 12]);
  expect(markedRows(rows)).toEqual([1, 12]);
  expect(startOf(rows, 'Error: twelve\nand more')).toBe(12);
  expect(startOf(rows, 'Error: elsewhere')).toBe(1);
  expect(startOf(extractRows(parts, []), null)).toBeNull();
});

test('memory is drawn where it was read at least twice', () => {
  const readings = [sampleMemory({ at: ago(2_000), vramTotalBytes: null }), sampleMemory({ at: ago(1_000) })];
  expect(memorySeries(readings).map(({ kind, points }) => [kind, points.length])).toEqual([['ram', 2]]);
  expect(memorySeries([])).toEqual([]);
});

test.each([
  [sampleRemedy(), '--disable-async-offload', 'Try --disable-async-offload and run it again'],
  [
    sampleRemedy({ flags: [{ op: 'set', flag: '--reserve-vram', value: '1' }] }),
    '--reserve-vram 1',
    'Try --reserve-vram 1 and run it again',
  ],
  [sampleRemedy({ flags: [{ op: 'remove', flag: '--fast', value: null }] }), '--fast', 'Try without --fast and run it again'],
  [sampleRemedy({ kind: 'env', flags: [], env: { PYTHONUTF8: '1' } }), 'PYTHONUTF8=1', 'Try PYTHONUTF8=1 and run it again'],
  [byHand(), null, 'Try: Install the current GPU driver cleanly and restart the computer.'],
])('a remedy is offered by what it changes', (remedy, change, words) => {
  expect(remedyChange(remedy)).toBe(change);
  expect(tryText(i18n.t, remedy)).toBe(words);
});

test('since when: the time of today, the weekday of this week, else the date', () => {
  const format = formatFor('en');
  expect(format.sinceDay(new Date().toISOString())).toMatch(/^\d\d:\d\d$/);
  expect(format.sinceDay(ago(2 * 86_400_000))).toMatch(/day$/);
  expect(format.sinceDay(ago(40 * 86_400_000))).toMatch(/^\d+ \w+$/);
});
