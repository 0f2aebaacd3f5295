import { describe, expect, test } from 'vitest';
import { fitToEngine } from '../../../electron/templates/fit-to-engine.ts';
import { AppError } from '../../../shared/app-error.ts';
import { meantChoice, otherPrecision, startChoice } from '../../../shared/choices.ts';
import type { Value, Values } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';
import { param } from './sample.ts';

test.each<[string, Value, Value[], Value | undefined]>([
  ['the same', 'a.safetensors', ['b', 'a.safetensors'], 'a.safetensors'],
  ['written on Windows', 'sub\\a.safetensors', ['sub/a.safetensors'], 'sub/a.safetensors'],
  ['listed on Windows', 'sub/a.safetensors', ['sub\\a.safetensors'], 'sub\\a.safetensors'],
  ['text before number', '4444', [4444, '4444'], '4444'],
  ['number that a text spells', '4444', [4444], 4444],
  ['text is not taken for a number', 4444, ['4444'], undefined],
  ['other name', 'a', ['b'], undefined],
])('the choice that is meant: %s', (_name, value, offered, expected) => {
  expect(meantChoice(value, offered)).toBe(expected);
});

test.each([
  ['t5xxl_fp8_e4m3fn_scaled.safetensors', 't5xxl_fp16.safetensors', true],
  ['flux1-dev.safetensors', 'flux1-dev-fp8.safetensors', true],
  ['flux1-dev-Q8_0.gguf', 'flux1-dev-Q4_K_S.gguf', true],
  ['RealESRGAN_x4plus.safetensors', 'RealESRGAN_x4plus.pth', true],
  ['t5-v1_1-xxl-encoder-Q8_0.gguf', 'sub/t5-v1_1-xxl-encoder-f16.gguf', true],
  ['flux1-dev.safetensors', 'flux1-schnell.safetensors', false],
  ['clip_l.safetensors', 'clip_g.safetensors', false],
  ['sd_xl_base_1.0.safetensors', 'sd_xl_base_0.9.safetensors', false],
  ['ae.safetensors', 'flux_vae.safetensors', false],
  ['v1-5-pruned.safetensors', 'v1-4-pruned.safetensors', false],
])('%s in another precision: %s is %s', (name, listed, isSame) => {
  expect(otherPrecision(name, [listed])).toBe(isSame ? listed : undefined);
});

test.each<[string, Value | undefined, Value[], Value | undefined]>([
  ['the default', 'b', ['a', 'b'], 'b'],
  ['the default in another precision', 'b_fp16.safetensors', ['a.safetensors', 'b_fp8.safetensors'], 'b_fp8.safetensors'],
  ['the first listed', 'c', ['a', 'b'], 'a'],
  ['the first listed without a default', undefined, ['a', 'b'], 'a'],
  ['nothing', 'c', [], undefined],
])('a model without a value gets %s', (_name, start, offered, expected) => {
  expect(startChoice(start === undefined ? {} : { default: start }, offered)).toBe(expected);
});

describe('values fit the engine that claims the job', () => {
  const source = { class: 'CheckpointLoaderSimple', input: 'ckpt_name' };
  const model = param('model', 'choice', '/1/inputs/x', { role: 'model', default: 'wanted.safetensors', choices: source });
  const sampler = param('sampler', 'choice', '/1/inputs/y', {
    default: 'euler',
    choices: { class: 'KSampler', input: 'sampler_name' },
  });
  const own = param('own', 'choice', '/1/inputs/z', { default: 'x', choices: ['x'] });
  const fitted = (values: Values, choices: Record<string, Value[]>, parameters: Parameter[] = [model, sampler, own]) => {
    try {
      return fitToEngine({ parameters }, values, choices);
    } catch (error) {
      return error instanceof AppError ? { key: error.key, message: error.message } : error;
    }
  };

  test('an open model gets one, everything else stays', () => {
    const given = { sampler: 'euler', own: 'x', seed: '18446744073709551615' };
    expect(fitted(given, { model: ['first.safetensors'], sampler: ['euler'] })).toStrictEqual({
      ...given,
      model: 'first.safetensors',
    });
  });
  test('the engine decides how a name is spelt', () => {
    expect(fitted({ model: 'sub\\m.safetensors' }, { model: ['sub/m.safetensors'], sampler: ['euler'] })).toMatchObject({
      model: 'sub/m.safetensors',
    });
  });
  test('what it does not have is refused by name', () => {
    expect(fitted({ model: 'gone.safetensors' }, { model: ['a.safetensors'], sampler: ['euler'] })).toMatchObject({
      key: 'choiceNotOnEngine',
      message: expect.stringMatching(/gone\.safetensors.*"model".*a\.safetensors/s),
    });
  });
  test('no model at all: which file goes where', () => {
    expect(fitted({}, { model: [], sampler: ['euler'] })).toMatchObject({
      key: 'modelsMissing',
      message: expect.stringMatching(/wanted\.safetensors into the folder models\/checkpoints/),
    });
  });
  test('a list that the engine does not tell is left to the engine', () => {
    expect(fitted({ sampler: 'odd' }, {})).toStrictEqual({ sampler: 'odd', model: 'wanted.safetensors' });
  });
});
