import type { Settings } from '../../../shared/settings.ts';

type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];
/** Settings that have a panel of their own: what they would do is shown before they are used. */
export const panelKeys = [
  'keepJobsMs',
  'keepJobsCount',
  'dropPicturesWithJobs',
  'heavyEngine',
] as const satisfies readonly (keyof Settings)[];
type PanelKey = (typeof panelKeys)[number];
type NumberKey = Exclude<KeysOf<number>, PanelKey>;
type SwitchKey = Exclude<KeysOf<boolean>, PanelKey>;
type ChoiceKey = 'language' | 'theme' | 'onStart' | 'previews' | 'autoTrials';

/** A number as a person types it (whole megabytes count 1024², as systems show them): `factor` of the stored unit (ms, bytes) make one of theirs. Bounds are in their unit. */
export interface NumberField {
  kind: 'number';
  key: NumberKey;
  unit: 'seconds' | 'minutes' | 'days' | 'oclock' | 'megabytes' | 'gigabytes' | 'none';
  factor: number;
  min: number;
  max: number;
  decimals: number;
}
export interface SwitchField {
  kind: 'switch';
  key: SwitchKey;
}
export interface ChoiceField {
  kind: 'choice';
  key: ChoiceKey;
  options: readonly string[];
}
export type Field = NumberField | SwitchField | ChoiceField;

const seconds = (key: NumberKey, min: number, max: number): NumberField => ({
  kind: 'number',
  key,
  unit: 'seconds',
  factor: 1_000,
  min,
  max,
  decimals: 1,
});
const minutes = (key: NumberKey, min: number, max: number): NumberField => ({
  kind: 'number',
  key,
  unit: 'minutes',
  factor: 60_000,
  min,
  max,
  decimals: 2,
});
const count = (key: NumberKey, max: number): NumberField => ({
  kind: 'number',
  key,
  unit: 'none',
  factor: 1,
  min: 1,
  max,
  decimals: 0,
});

const hour = (key: NumberKey): NumberField => ({ kind: 'number', key, unit: 'oclock', factor: 1, min: 0, max: 23, decimals: 0 });

export type SectionKey = 'look' | 'queue' | 'engine' | 'storage';

/** Every setting a person can change here, in the order of the page. Its words are `settings.fields[key]`. */
export const sections: readonly { key: SectionKey; fields: readonly Field[] }[] = [
  {
    key: 'look',
    fields: [
      { kind: 'choice', key: 'language', options: ['system', 'en', 'ko'] },
      { kind: 'choice', key: 'theme', options: ['dark', 'light', 'system'] },
    ],
  },
  {
    key: 'queue',
    fields: [
      { kind: 'choice', key: 'onStart', options: ['resume', 'paused', 'ask'] },
      count('maxAttempts', 1_000),
      count('deathsToHold', 1_000),
      seconds('retryBaseMs', 0, 3_600),
      seconds('retryMaxMs', 0, 86_400),
      minutes('stallMs', 0.1, 1_440),
      minutes('attemptTimeoutMs', 0.1, 10_080),
      { kind: 'number', key: 'heavyWork', unit: 'none', factor: 1, min: 0, max: 1_000_000, decimals: 0 },
    ],
  },
  {
    key: 'engine',
    fields: [
      { kind: 'choice', key: 'previews', options: ['none', 'auto', 'latent2rgb', 'taesd'] },
      minutes('bootTimeoutMs', 0.1, 240),
      count('crashBudget', 100_000),
      minutes('crashWindowMs', 0.1, 1_440),
      seconds('restartBaseMs', 0, 3_600),
      seconds('restartMaxMs', 0, 3_600),
      { kind: 'switch', key: 'retryFailedEngine' },
      { kind: 'choice', key: 'autoTrials', options: ['ask', 'night', 'never'] },
      hour('nightFromHour'),
      hour('nightToHour'),
      seconds('lateAfterMs', 1, 3_600),
      seconds('unresponsiveAfterMs', 1, 86_400),
      seconds('unresponsiveGraceMs', 1, 86_400),
    ],
  },
  {
    key: 'storage',
    fields: [
      { kind: 'switch', key: 'keepEngineCopies' },
      { kind: 'number', key: 'diskFloorBytes', unit: 'gigabytes', factor: 1_000_000_000, min: 0, max: 100_000, decimals: 1 },
      { kind: 'number', key: 'logMaxBytes', unit: 'megabytes', factor: 1_048_576, min: 1, max: 100_000, decimals: 0 },
      { kind: 'number', key: 'logKeepMs', unit: 'days', factor: 86_400_000, min: 0, max: 3_650, decimals: 1 },
      { kind: 'number', key: 'logKeepBytes', unit: 'megabytes', factor: 1_048_576, min: 0, max: 1_000_000, decimals: 0 },
    ],
  },
];

/** What a typed number means in the stored unit, or why it is refused. Pure. */
export function readNumber(field: NumberField, typed: string | number): { value: number } | { refusal: 'notNumber' | 'range' } {
  const number = typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(number)) return { refusal: 'notNumber' };
  if (number < field.min || number > field.max) return { refusal: 'range' };
  return { value: Math.round(number * field.factor) };
}

/** A stored number as a person reads it. Pure. */
export const shownNumber = (field: NumberField, stored: number): number =>
  Number((stored / field.factor).toFixed(field.decimals));
