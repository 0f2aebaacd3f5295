import { PyFloat, type PyValue } from '../python/values.ts';
import type { InputSpec, Listings } from './node-class.ts';

type Options = Readonly<Record<string, PyValue>>;
interface Range {
  default?: number;
  min?: number | bigint;
  max?: number | bigint;
  step?: number;
}

/** An input of a type with exactly these options. */
export const spec = (type: string, options: Options): InputSpec => ({
  type,
  choices: null,
  options: new Map(Object.entries(options)),
});

/** The largest seed: 2^64 − 1. */
const largestSeed = 0xffff_ffff_ffff_ffffn;
/** The largest side of a picture. */
const largestSide = 16384;

export const socket = (type: string, options: Options = {}): InputSpec => spec(type, options);

export const whole = ({ default: preset = 0, min, max, step }: Range, options: Options = {}): InputSpec =>
  spec('INT', {
    default: preset,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
    ...options,
  });

export const fraction = ({ default: preset = 0, min, max, step }: Range, options: Options = {}): InputSpec =>
  spec('FLOAT', {
    default: new PyFloat(preset),
    ...(min === undefined ? {} : { min: new PyFloat(Number(min)) }),
    ...(max === undefined ? {} : { max: new PyFloat(Number(max)) }),
    ...(step === undefined ? {} : { step: new PyFloat(step) }),
    ...options,
  });

export const seed = (): InputSpec => whole({ min: 0, max: largestSeed }, { control_after_generate: true });
export const side = (preset: number, min: number, step: number): InputSpec =>
  whole({ default: preset, min, max: largestSide, step });
export const count = (preset: number, min: number, max: number, options: Options = {}): InputSpec =>
  whole({ default: preset, min, max }, options);

export const text = (options: Options = {}): InputSpec => spec('STRING', options);
/** A text box of several lines, as prompts have it. */
export const prompt = (): InputSpec => text({ multiline: true, dynamicPrompts: true });
export const yesNo = (preset: boolean | null, options: Options = {}): InputSpec =>
  spec('BOOLEAN', { ...(preset === null ? {} : { default: preset }), ...options });

export const choice = (choices: readonly string[], options: Options = {}): InputSpec => ({
  type: 'COMBO',
  choices: () => choices,
  options: new Map(Object.entries(options)),
});
/** A list that the engine makes: files of a models folder, or uploaded pictures. */
export const listed = (choices: (listings: Listings) => readonly string[], options: Options = {}): InputSpec => ({
  type: 'COMBO',
  choices,
  options: new Map(Object.entries(options)),
});
export const modelFile = (folder: string): InputSpec => listed((listings) => listings.models(folder));
