import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm } from '../../renderer/features/generate/check-form.ts';
import { drawSeed } from '../../renderer/features/generate/draw-seed.ts';
import { choicesOf, shownValue, withValue } from '../../renderer/features/generate/form-values.ts';
import { countOf } from '../../renderer/features/generate/QueueBar.tsx';
import { withPicturesOf } from '../../renderer/features/generate/recent-pictures.ts';
import { isSlidable } from '../../renderer/features/generate/SliderField.tsx';
import { sizePresets } from '../../renderer/features/generate/size-presets.ts';
import { stepCount, stepDecimal, stepIndex } from '../../renderer/features/generate/step-decimal.ts';
import { engineChoices, findTemplates, templateState } from '../../renderer/features/generate/template-state.ts';
import type { Variation } from '../../renderer/features/generate/variation.ts';
import { draftOf } from '../../renderer/store/open-in-form.ts';
import { tellingValues, valueLines } from '../../renderer/ui/value-lines.ts';
import type { Values } from '../../shared/job.ts';
import type { Parameter, Readiness, Template } from '../../shared/template.ts';
import { doneJob, sampleTemplate } from '../fakes/fake-data.ts';

const parameter = (change: Partial<Parameter>): Parameter => ({
  key: 'x',
  type: 'number',
  targets: ['/1/inputs/x'],
  label: { en: 'X', ko: '엑스' },
  help: { en: '', ko: '' },
  ...change,
});
const english = (text: { en: string }): string => text.en;

describe('steps of a number', () => {
  test.each([
    // typed, range, ticks, expected
    ['0.1', { step: 0.1 }, 2, '0.3'],
    ['7.1', { step: 0.1, min: 0, max: 30 }, 1, '7.2'],
    ['0.7', { step: 0.1 }, 1, '0.8'],
    ['0', { step: 0.05, min: 0, max: 1 }, 3, '0.15'],
    ['1', { step: 0.01, min: 0, max: 1 }, 1, '1'],
    ['0.95', { step: 0.1, min: 0, max: 1 }, 1, '1'],
    ['512', { step: 64, min: 64, max: 2048 }, 1, '576'],
    ['500', { step: 64, min: 64, max: 2048 }, 1, '512'],
    ['500', { step: 64, min: 64, max: 2048 }, -1, '448'],
    ['70', { step: 64, min: 64, max: 2048 }, -5, '64'],
    ['18446744073709551614', { min: 0, max: '18446744073709551615' }, 1, '18446744073709551615'],
    ['18446744073709551615', { min: 0, max: '18446744073709551615' }, 1, '18446744073709551615'],
    ['9007199254740993', {}, -1, '9007199254740992'],
    ['', { min: 5, step: 1 }, 1, '6'],
    ['abc', { step: 0.5 }, 1, '0.5'],
    ['-0.3', { step: 0.1 }, 1, '-0.2'],
    ['-0.25', { step: 0.1 }, -1, '-0.3'],
    ['-0.25', { step: 0.1 }, 1, '-0.2'],
    ['1e-3', { step: 0.001 }, 1, '0.002'],
    ['3', {}, 10, '13'],
  ])('from %s within %o by %d is %s', (typed, range, ticks, expected) => {
    expect(stepDecimal(typed, range, ticks)).toBe(expected);
  });

  test('any number of steps writes no tail of digits, and as many back return to where it began', () => {
    const steps = fc.constantFrom('0.1', '0.01', '0.05', '0.25', '0.001', '1', '8', '64');
    fc.assert(
      fc.property(steps, fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 300 }), (step, at, ticks) => {
        const decimals = step.split('.')[1]?.length ?? 0;
        const start = stepDecimal('0', { step: Number(step) }, at);
        const there = stepDecimal(start, { step: Number(step) }, ticks);
        expect(there.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
        expect(stepDecimal(there, { step: Number(step) }, -ticks)).toBe(start);
      }),
    );
  });

  test.each([
    [{ min: 0, max: 1, step: 0.01 }, 100],
    [{ min: 1, max: 150 }, 149],
    [{ min: 0, max: 30, step: 0.1 }, 300],
    [{ min: 0 }, null],
    [{ min: 0, max: '18446744073709551615' }, 18446744073709552000],
  ])('%o has %s steps', (range, count) => expect(stepCount(range)).toBe(count));

  test('a slider stands where its range can be aimed at, at the step of the typed number', () => {
    expect(isSlidable({ min: 0, max: 1, step: 0.01 })).toBe(true);
    expect(isSlidable({ min: 0, max: '18446744073709551615' })).toBe(false);
    expect(isSlidable({ min: 64, max: 16384, step: 8 })).toBe(false);
    expect(stepIndex('0.3', { min: 0, max: 1, step: 0.1 })).toBe(3);
    expect(stepIndex('-4', { min: 0, max: 1, step: 0.1 })).toBe(0);
    expect(stepIndex('seven', { min: 0, max: 1, step: 0.1 })).toBe(0);
  });
});

describe('usual shapes', () => {
  const side = (role: 'width' | 'height', change: Partial<Parameter> = {}): Parameter =>
    parameter({ key: role, role, type: 'integer', default: 1024, min: 64, max: 2048, step: 8, ...change });

  test('keep the area of the default, lie on the grid, and turn on their side', () => {
    const presets = sizePresets(side('width'), side('height'), {});
    expect(presets.map(({ ratio }) => ratio)).toEqual(['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16']);
    expect(presets[0]).toEqual({ ratio: '1:1', width: 1024, height: 1024 });
    for (const { width, height } of presets) {
      expect([width % 64, height % 64]).toEqual([0, 0]);
      expect(Math.abs((width * height) / 1024 ** 2 - 1)).toBeLessThan(0.15);
    }
    expect(presets[3]?.width).toBe(presets[6]?.height);
  });

  test('none breaks the range or the pixel limit of the template', () => {
    const narrow = sizePresets(side('width', { max: 1024 }), side('height'), {});
    expect(narrow.every(({ width }) => width <= 1024)).toBe(true);
    const limited = sizePresets(side('width'), side('height'), { pixels: 1024 * 1024 });
    expect(limited.length).toBeGreaterThan(0);
    expect(limited.every(({ width, height }) => width * height <= 1024 * 1024)).toBe(true);
  });
});

describe('what a form shows and sends', () => {
  const template = sampleTemplate();
  const supplied = { checkpoint: ['a.safetensors', 'v1-5-pruned-emaonly.safetensors'] };
  const check = (of: Template, draft: Values, variations: Record<string, Variation> = {}, count = 1) => {
    const { values, grid, issues, issue, complete } = checkForm(of, draft, variations, supplied, count);
    return { values, grid, issues, issue: issue?.key ?? null, total: complete.total };
  };
  const sent = (values: Values) => ({ values, grid: [], issues: {}, issue: null, total: 1 });

  test('an untouched form sends nothing, so that the host takes its own defaults', () => {
    expect(check(template, {})).toEqual(sent({}));
  });

  test.each([
    ['steps', '1,5', 'valueNotInteger'],
    ['steps', '', 'valueNotInteger'],
    ['steps', '0', 'valueOutOfRange'],
    ['steps', '151', 'valueOutOfRange'],
    ['cfg', '1,5', 'valueNotNumber'],
    ['cfg', 'NaN', 'valueNotNumber'],
    ['cfg', 'Infinity', 'valueNotNumber'],
    ['seed', '18446744073709551616', 'valueNotSeed'],
    ['seed', '-1', 'valueNotSeed'],
    ['checkpoint', 'gone.safetensors', 'valueNotChoice'],
  ])('%s = "%s" is refused as %s', (key, typed, issue) => {
    expect(check(template, { [key]: typed }).issues[key]?.key).toBe(issue);
  });

  test.each([
    ['steps', ' 30 ', 30],
    ['cfg', '7.5', 7.5],
    ['seed', '18446744073709551615', '18446744073709551615'],
    ['seed', 'random', 'random'],
    ['prompt', '', ''],
    ['prompt', ' "quotes"\r\n🦊 ', ' "quotes"\r\n🦊 '],
    ['checkpoint', 'a.safetensors', 'a.safetensors'],
  ])('%s = "%s" is sent as %o', (key, typed, value) => {
    expect(check(template, { [key]: typed })).toEqual(sent({ [key]: value }));
  });

  test('a draft of an older version of the template does no harm', () => {
    expect(check(template, { gone: 'x', steps: '30' })).toEqual(sent({ steps: 30 }));
  });

  test('a limit of the template is said at the field that breaks it', () => {
    const limited = sampleTemplate({ limits: { steps: 50 } });
    expect(check(limited, { steps: '60' }).issues.steps?.key).toBe('limitSteps');
  });

  test('what is varied is sent as a grid, and the value beside it is not', () => {
    const variations: Record<string, Variation> = {
      steps: { kind: 'range', from: '10', to: '30', step: '10' },
      cfg: { kind: 'list', text: '5, 7.5' },
    };
    expect(check(template, { steps: '25', prompt: 'x' }, variations, 4)).toEqual({
      values: { prompt: 'x' },
      grid: [
        { key: 'steps', values: [10, 20, 30] },
        { key: 'cfg', values: [5, 7.5] },
      ],
      issues: {},
      issue: null,
      total: 24,
    });
  });

  test('an entry that cannot be used is named at its parameter, too many jobs at the request', () => {
    expect(check(template, {}, { cfg: { kind: 'list', text: '5, seven' } }).issues.cfg).toMatchObject({
      key: 'valueNotNumber',
      params: { given: '"seven"' },
    });
    expect(check(template, {}, { cfg: { kind: 'list', text: '' } }).issues.cfg?.key).toBe('axisEmpty');
    expect(check(template, {}, { steps: { kind: 'range', from: '1', to: '150', step: '1' } }, 100)).toMatchObject({
      issues: {},
      issue: 'gridTooLarge',
      total: 15_000,
    });
  });

  test('a model that the engine lacks shows the one that will be taken instead', () => {
    const model = parameter({ type: 'choice', role: 'model', default: 'v1-5.safetensors', choices: { class: 'C', input: 'i' } });
    expect(shownValue(model, {}, null)).toBe('v1-5.safetensors');
    expect(shownValue(model, {}, ['other.safetensors'])).toBe('other.safetensors');
    expect(shownValue(model, {}, [])).toBe('v1-5.safetensors');
  });

  test('a choice keeps its kind, and going back to the default leaves the draft', () => {
    const digits = parameter({ type: 'choice', choices: [1, '1', true], default: 1 });
    expect(withValue({}, digits, '1', choicesOf(digits, {}))).toEqual({ x: '1' });
    expect(withValue({ x: '1' }, digits, 1, choicesOf(digits, {}))).toEqual({});
  });

  test('values of a job fill the form: numbers as text, the drawn seed instead of "random", unknown keys left out', () => {
    const draft = draftOf(template, { prompt: 'a fox', steps: 30, seed: 'random', gone: 1 }, '18446744073709551615');
    expect(draft).toEqual({ prompt: 'a fox', steps: '30', seed: '18446744073709551615' });
  });
});

describe('seeds', () => {
  test('are drawn within the range and below 2^53', () => {
    expect(drawSeed({}, () => 2n ** 64n - 1n)).toBe(((2n ** 64n - 1n) % 2n ** 53n).toString());
    expect(drawSeed({ min: 0, max: 16_777_215 }, () => 16_777_216n)).toBe('0');
    expect(drawSeed({ min: 5, max: 5 }, () => 99n)).toBe('5');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (bits) => {
        expect(BigInt(drawSeed({ min: 10, max: '18446744073709551615' }, () => bits))).toBeLessThan(2n ** 53n);
      }),
    );
  });
});

test.each([
  ['1', 1],
  [' 200 ', 200],
  ['10000', 10_000],
  ['10001', null],
  ['0', null],
  ['1.5', null],
  ['', null],
])('a count of "%s" means %s', (text, count) => expect(countOf(text)).toBe(count));

describe('what a template needs', () => {
  const readiness = (change: Partial<Readiness>): Readiness => ({
    engine: 'demo',
    missingNodes: [],
    missingModels: [],
    choices: {},
    ...change,
  });
  const model = { folder: 'vae', name: 'ae.safetensors' };

  test('is told for the engine that lacks least', () => {
    expect(templateState(undefined)).toEqual({ kind: 'unknown' });
    expect(templateState([])).toEqual({ kind: 'unknown' });
    expect(templateState([readiness({ missingModels: [model] }), readiness({ engine: 'b' })])).toEqual({ kind: 'ready' });
    expect(templateState([readiness({ missingNodes: ['N'] }), readiness({ engine: 'b', missingModels: [model] })])).toEqual({
      kind: 'lacking',
      engine: 'b',
      nodes: [],
      models: [model],
    });
  });

  test('choices of several engines are joined, each once', () => {
    expect(engineChoices([readiness({ choices: { m: ['a', 'b'] } }), readiness({ choices: { m: ['b', 'c'] } })], 'm')).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(engineChoices([readiness({})], 'm')).toBeNull();
  });

  test.each([
    ['diff 1.5', 1],
    ['디퓨전', 1],
    ['SD15', 1],
    ['sdxl', 0],
    ['', 1],
  ])('searching "%s" finds %d', (text, count) => expect(findTemplates([sampleTemplate()], text)).toHaveLength(count));
});

describe('values in words', () => {
  const template = sampleTemplate();

  test('follow the template, name what it no longer knows, and show the drawn seed', () => {
    const lines = valueLines(template, { steps: 30, prompt: 'a fox', lora: 'x' }, '815', english);
    expect(lines.map(({ label, text }) => `${label}: ${text}`)).toEqual(['Prompt: a fox', 'Steps: 30', 'Seed: 815', 'lora: x']);
  });

  test('those that tell a job apart differ from the default and are no texts; the seed fills what room is left', () => {
    const lines = valueLines(template, { steps: 30, prompt: 'a fox', cfg: 7.5, width: 512 }, '815', english);
    expect(tellingValues(lines, 3).map(({ text }) => text)).toEqual(['30', '815']);
    expect(tellingValues(lines, 1).map(({ text }) => text)).toEqual(['30']);
  });
});

test('the strip keeps the newest dozen, each once, whatever the order of the events', () => {
  const jobs = Array.from({ length: 15 }, (_, index) => {
    const job = doneJob();
    return { ...job, artifacts: job.artifacts.map((one) => ({ ...one, createdAt: new Date(index * 1000).toISOString() })) };
  });
  const events = [...jobs.slice(7), ...jobs.slice(0, 7), ...jobs];
  const strip = events.reduce<ReturnType<typeof withPicturesOf>>((pictures, job) => withPicturesOf(pictures, job), []);
  expect(strip.map(({ artifact }) => artifact.id)).toEqual(
    jobs
      .slice(3)
      .reverse()
      .map((job) => job.artifacts[0]?.id),
  );
});
