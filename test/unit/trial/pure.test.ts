import { describe, expect, test } from 'vitest';
import { patchFlags } from '../../../electron/engine/patch-flags.ts';
import { smallerValues } from '../../../electron/incidents/job-changes/smaller-values.ts';
import { type AutomaticFacts, chooseAutomatic, isNight } from '../../../electron/incidents/trial/choose-automatic.ts';
import { carryOver } from '../../../electron/incidents/trial/profile-keeper.ts';
import type { FlagSetting } from '../../../shared/engine.ts';
import type { Incident, OfferedRemedy } from '../../../shared/incident.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import type { Parameter } from '../../../shared/template.ts';
import type { Trial } from '../../../shared/trial.ts';

const flags = (text: string): FlagSetting[] =>
  text === '' ? [] : text.split(' ').map((word) => ({ flag: word.split('=')[0] ?? '', value: word.split('=')[1] ?? null }));
const words = (settings: readonly FlagSetting[]): string =>
  settings.map(({ flag, value }) => (value === null ? flag : `${flag}=${value}`)).join(' ');

test.each<[string, 'add' | 'set' | 'remove', string, string]>([
  ['--lowvram', 'add', '--disable-async-offload', '--lowvram --disable-async-offload'],
  ['--async-offload=2 --fast', 'add', '--disable-async-offload', '--fast --disable-async-offload'],
  ['--reserve-vram=4', 'set', '--reserve-vram=1', '--reserve-vram=1'],
  ['--fast --fast=fp16_accumulation --lowvram', 'remove', '--fast', '--lowvram'],
  ['--lowvram', 'remove', '--fast', '--lowvram'],
])('a profile "%s" with %s %s becomes "%s"', (before, op, patch, after) => {
  const [wanted] = flags(patch);
  expect(wanted && words(patchFlags(flags(before), [{ op, ...wanted }], null))).toBe(after);
});

describe('what was tried is carried over to a profile that a person changed meanwhile', () => {
  test.each<[from: string, to: string, onto: string, expected: string]>([
    ['--a --b', '--a --b --c', '--a --b', '--a --b --c'],
    ['--a', '--a --c', '--a --d', '--a --d --c'],
    ['--a --fast', '--a', '--a --fast --d', '--a --d'],
    ['--r=4', '--r=1', '--r=4 --d', '--d --r=1'],
    // Taken back: exactly as before where nobody touched it, else only what the trial did.
    ['--a --b --c', '--a --b', '--a --b --c', '--a --b'],
    ['--b --c', '--c --b', '--b --c', '--c --b'],
    ['--a --c', '--a', '--c --a --d', '--a --d'],
  ])('%s to %s, onto %s: %s', (from, to, onto, expected) => {
    const plain = (text: string) => ({ flags: flags(text), env: {} });
    expect(words(carryOver(plain(from), plain(to), plain(onto)).flags)).toBe(expected);
  });

  test('variables too', () => {
    const env = (of: Record<string, string>) => ({ flags: [], env: of });
    expect(carryOver(env({ A: '1' }), env({ A: '1', B: '2' }), env({ A: '9' })).env).toEqual({ A: '9', B: '2' });
    expect(carryOver(env({ A: '1', B: '2' }), env({ A: '1' }), env({ A: '1', B: '2', C: '3' })).env).toEqual({ A: '1', C: '3' });
  });
});

const words2 = { en: 'x', ko: 'x' };
const integer = (key: string, role: NonNullable<Parameter['role']>, more: Partial<Parameter> = {}): Parameter => ({
  key,
  type: 'integer',
  role,
  targets: ['/1/inputs/x'],
  label: words2,
  help: words2,
  ...more,
});
const size = [integer('width', 'width', { min: 64, step: 8, default: 512 }), integer('height', 'height', { min: 64, step: 8 })];
test.each<[string, Parameters<typeof smallerValues>, object | null]>([
  ['the batch first', [{ batch: 4, width: 1024, height: 1024 }, [...size, integer('batch', 'batch', { min: 1 })]], { batch: 1 }],
  [
    'then the frames',
    [{ frames: 81, width: 512, height: 512 }, [...size, integer('frames', 'frames', { min: 1, step: 4 })]],
    { frames: 37 },
  ],
  ['then width and height, in steps of the template', [{ width: 1000, height: 512 }, size], { width: 744, height: 384 }],
  ['defaults count where nothing was given', [{ height: 512 }, size], { width: 384, height: 384 }],
  ['never below the least', [{ width: 64, height: 64 }, size], null],
  ['nothing to make smaller', [{ prompt: 'x' }, []], null],
])('a smaller job: %s', (_name, [values, parameters], expected) => {
  const smaller = smallerValues(values, parameters);
  expect(smaller).toEqual(expected === null ? null : { ...values, ...expected });
});

describe('remedies without asking', () => {
  const remedy = (id: string, more: Partial<OfferedRemedy> = {}): OfferedRemedy => ({
    id,
    kind: 'flag',
    flags: [{ op: 'add', flag: '--x', value: null }],
    env: {},
    cost: 'none',
    verify: 'sameJob',
    isAvailable: true,
    obstacle: null,
    isAutomatic: true,
    undo: 'flags',
    status: 'untried',
    ...more,
  });
  const now = Date.parse('2026-11-30T03:00:00Z');
  const tried = (remedy: string, hoursAgo: number, more: Partial<Trial> = {}): Trial =>
    ({
      remedy,
      state: 'rejected',
      isAutomatic: true,
      startedAt: new Date(now - hoursAgo * 3_600_000).toISOString(),
      ...more,
    }) as Trial; // The rest says nothing here.
  const incident = (more: object = {}): Incident =>
    ({
      state: 'open',
      kind: 'crash',
      diagnosis: { confidence: 'high' },
      remedies: [remedy('a'), remedy('b')],
      ...more,
    }) as unknown as Incident; // The rest says nothing here.
  const night: AutomaticFacts = {
    settings: { ...defaultSettings, autoTrials: 'night' },
    hour: 3,
    engine: { kind: 'managed', state: 'ready', isWanted: true },
    job: 'held',
    kinTrials: [],
    now,
  };
  const chosen = (of: object, facts: Partial<AutomaticFacts>): string | null =>
    chooseAutomatic(incident(of), { ...night, ...facts })?.id ?? null;

  test.each<[string, object, Partial<AutomaticFacts>, string | null]>([
    ['at night, for a held job', {}, {}, 'a'],
    ['not by day', {}, { hour: 12 }, null],
    ['not when people want to be asked', {}, { settings: { ...defaultSettings, autoTrials: 'ask' } }, null],
    ['never', {}, { settings: { ...defaultSettings, autoTrials: 'never' } }, null],
    ['not while the job runs again by itself', {}, { job: 'failed_retryable' }, null],
    [
      'for an engine that cannot start',
      { kind: 'start' },
      { job: null, engine: { ...night.engine, kind: 'demo', isWanted: true, state: 'failed' } },
      'a',
    ],
    ['not for an engine that runs again', { kind: 'start' }, { job: null }, null],
    ['not for an engine that nobody wants', {}, { engine: { kind: 'managed', state: 'stopped', isWanted: false } }, null],
    ['not for an engine of somebody else', {}, { engine: { kind: 'external', state: 'ready', isWanted: true } }, null],
    ['not for a guess', { diagnosis: { confidence: 'low' } }, {}, null],
    ['not while the log is read', { diagnosis: null }, {}, null],
    ['not during a trial', { state: 'trial' }, {}, null],
    ['the next one when the first did not help', { remedies: [remedy('a', { status: 'rejected' }), remedy('b')] }, {}, 'b'],
    ['three times a day at most', {}, { kinTrials: [tried('x', 1), tried('y', 2), tried('z', 20)] }, null],
    ['more on another day', {}, { kinTrials: [tried('x', 1), tried('y', 2), tried('z', 30)] }, 'a'],
    [
      'what a person tried does not count',
      {},
      { kinTrials: ['x', 'y', 'z'].map((id) => tried(id, 1, { isAutomatic: false })) },
      'a',
    ],
    ['not what did not help against the same before', {}, { kinTrials: [tried('a', 100)] }, 'b'],
    ['again what was interrupted', {}, { kinTrials: [tried('a', 100, { state: 'interrupted' })] }, 'a'],
    ['no variables, no changes of the job', { remedies: [remedy('a', { kind: 'env' }), remedy('b', { kind: 'job' })] }, {}, null],
    ['nothing that opens the engine to others', { remedies: [remedy('enable-cors'), remedy('safe-start')] }, {}, null],
    ['nothing that cannot be had here', { remedies: [remedy('a', { isAvailable: false })] }, {}, null],
  ])('%s', (_name, of, facts, expected) => {
    expect(chosen(of, facts)).toBe(expected);
  });

  test.each<[number, number, number, boolean]>([
    [23, 7, 23, true],
    [23, 7, 6, true],
    [23, 7, 7, false],
    [23, 7, 22, false],
    [1, 5, 1, true],
    [1, 5, 0, false],
    [4, 4, 4, false],
  ])('a night from %i to %i has the hour %i: %s', (nightFromHour, nightToHour, hour, expected) => {
    expect(isNight({ ...night.settings, nightFromHour, nightToHour }, hour)).toBe(expected);
  });
});
