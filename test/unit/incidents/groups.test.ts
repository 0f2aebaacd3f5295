import { describe, expect, test } from 'vitest';
import { noBootFacts } from '../../../electron/engine/boot-facts.ts';
import { countByDay, dayIn, everyDay } from '../../../electron/incidents/day-counts.ts';
import { type LaunchFacts, sinceFacts } from '../../../electron/incidents/since.ts';

const at = (iso: string): number => Date.parse(iso);

describe('days follow the reader', () => {
  const counts = [
    { at: at('2026-11-29T14:45:00Z'), count: 2 },
    { at: at('2026-11-29T15:00:00Z'), count: 1 },
    { at: at('2026-11-30T23:45:00Z'), count: 4 },
  ];
  test.each<[string, Record<string, number>]>([
    ['UTC', { '2026-11-29': 3, '2026-11-30': 4 }],
    ['Asia/Seoul', { '2026-11-29': 2, '2026-11-30': 1, '2026-12-01': 4 }],
    ['America/Los_Angeles', { '2026-11-29': 3, '2026-11-30': 4 }],
    ['Asia/Kathmandu', { '2026-11-29': 3, '2026-12-01': 4 }],
  ])('%s', (zone, expected) => {
    expect(Object.fromEntries(countByDay(counts, dayIn(zone)).map(({ day, count }) => [day, count]))).toEqual(expected);
  });

  test('no day is left out, not even the short one of spring', () => {
    const day = dayIn('Europe/Berlin');
    const days = everyDay([{ day: '2026-03-29', count: 1 }], 4, at('2026-03-30T10:00:00Z'), day);
    expect(days).toEqual([
      { day: '2026-03-27', count: 0 },
      { day: '2026-03-28', count: 0 },
      { day: '2026-03-29', count: 1 },
      { day: '2026-03-30', count: 0 },
    ]);
  });

  test('a zone that nobody knows is refused', () => expect(() => dayIn('Mars/Olympus')).toThrow(RangeError));
});

describe('what changed before it was first seen', () => {
  const launch = (change: Partial<LaunchFacts> & { facts?: Partial<typeof noBootFacts> } = {}): LaunchFacts => ({
    startedAt: at('2026-11-30T09:00:00Z'),
    profile: 'Default',
    command: ['python', 'main.py', '--port', '8188', '--lowvram'],
    driver: '580.1',
    ...change,
    bootFacts: { ...noBootFacts, comfyui: '0.27.0', torch: '2.9.1+cu130', ...change.facts },
  });
  test.each<[string, LaunchFacts | null, [string, string | null, string | null][]]>([
    ['nothing', launch(), []],
    ['there was none before', null, []],
    ['the version', launch({ facts: { comfyui: '0.26.0' } }), [['comfyui', '0.26.0', '0.27.0']]],
    ['the driver', launch({ driver: '570.9' }), [['driver', '570.9', '580.1']]],
    ['a driver that was not known', launch({ driver: null }), []],
    ['the profile', launch({ profile: 'Night' }), [['profile', 'Night', 'Default']]],
    ['the flags', launch({ command: ['python', 'main.py', '--port', '9000'] }), [['flags', '', '--lowvram']]],
    ['only the port', launch({ command: ['python', 'main.py', '--lowvram', '--port', '9000'] }), []],
  ])('%s', (_, before, expected) => {
    expect(sinceFacts(launch(), before).map((fact) => [fact.what, fact.before, fact.after])).toEqual(expected);
  });
});
