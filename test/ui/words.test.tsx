import { expect, test } from 'vitest';
import { errorText } from '../../renderer/i18n/error-text.ts';
import { i18n, languageOf } from '../../renderer/i18n/i18n.ts';
import { josa } from '../../renderer/i18n/josa.ts';
import { formatFor } from '../../renderer/ui/format.ts';
import { splitSentences } from '../../renderer/ui/split-sentences.ts';
import { AppError } from '../../shared/app-error.ts';
import { Problem } from '../../shared/engine.ts';
import { en } from '../../shared/i18n/en.ts';
import { ko } from '../../shared/i18n/ko.ts';
import { problemOf, problemWith } from '../../shared/problem.ts';

type Tree = { [key: string]: string | Tree };
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
const places = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{\{\s*(\w+)/g), (match) => match[1] ?? ''))].sort();

test('every Korean sentence has the places of the English one, and none is empty', () => {
  const korean = new Map(flat(ko));
  for (const [key, text] of flat(en)) {
    // Korean has no singular; i18next takes the other form.
    const other = korean.get(key) ?? (key.endsWith('_one') ? korean.get(key.replace(/_one$/, '_other')) : undefined);
    expect(text.trim(), key).not.toBe('');
    expect(other?.trim(), key).toBeTruthy();
    expect(places(other ?? ''), key).toEqual(places(text));
  }
});

test.each([
  ['8188을(를)', '8188을'],
  ['8189을(를)', '8189를'],
  ['"등대"이(가)', '"등대"가'],
  ['큐은(는)', '큐는'],
  ['엔진은(는)', '엔진은'],
  ['서울(으)로', '서울로'],
  ['부산(으)로', '부산으로'],
  ['3(으)로', '3으로'],
  ['model.safetensors을(를)', 'model.safetensors을(를)'],
  ['포트과(와) 주소', '포트와 주소'],
])('%s → %s', (given, wanted) => {
  expect(josa(given)).toBe(wanted);
});

test.each([
  ['system', 'ko-KR', 'ko'],
  ['system', 'de-DE', 'en'],
  ['ko', 'en-US', 'ko'],
  ['en', 'ko-KR', 'en'],
] as const)('setting %s in a %s browser speaks %s', (setting, browser, wanted) => {
  expect(languageOf(setting, browser)).toBe(wanted);
});

test('an error reaches a person in their language, and in its own words where the page does not know it', async () => {
  const error = new AppError('disconnected', 'disconnected');
  expect(errorText(error)).toBe(en.errors.disconnected);
  await i18n.changeLanguage('ko');
  expect(errorText(error)).toBe(ko.errors.disconnected);
  expect(errorText({ key: 'fromTheFuture', params: {}, message: 'Something new.' })).toBe('Something new.');
  expect(errorText(new TypeError('x is undefined'))).toBe(ko.errors.internal);
});

test('what Hearth says inside a sentence, and the name that it gave the demo engine, are in the language of the reader too', () => {
  const line = 'It ended with code 1 and said nothing about why.';
  const params = { name: 'Demo engine', profile: 'Fast', line };
  const problem = {
    key: 'engineRolledBack',
    params,
    message: 'x',
    said: { line: { key: 'deathWithCode', params: { code: 1 } } },
  };
  expect(errorText(problem, 'en')).toContain(`Demo engine could not start with the launch profile "Fast": ${line} `);
  expect(errorText(problem, 'ko')).toContain('이유를 남기지 않고 코드 1');
  expect(errorText(problem, 'ko')).toMatch(/^데모 엔진/);
  expect(errorText({ ...problem, params: { ...params, name: 'My GPU' } }, 'ko')).toMatch(/^My GPU/);
});

test('an engine whose name says that it is one is not called so twice', async () => {
  await i18n.changeLanguage('ko');
  expect(i18n.t('engine.stopTitle', { name: '데모 엔진' })).toBe('작업 중인 데모 엔진을 멈출까요?');
  expect(i18n.t('engine.stopTitle', { name: 'My GPU' })).toBe('작업 중인 My GPU 엔진을 멈출까요?');
});

test('a name with markup in it is shown as it is', () => {
  expect(i18n.t('engine.removeTitle', { name: '<b>&amp;</b>' })).toContain('<b>&amp;</b>');
});

test('the first sentence is what happened; numbers and file names do not end one', () => {
  expect(splitSentences('ComfyUI 0.28.0 stopped in main.py. Your 2 jobs wait. Start it again.', 'en')).toEqual([
    'ComfyUI 0.28.0 stopped in main.py.',
    'Your 2 jobs wait.',
    'Start it again.',
  ]);
});

test('durations, sizes and shares read as the design says', () => {
  const english = formatFor('en');
  expect(['en', 'ko'].map((language) => formatFor(language === 'ko' ? 'ko' : 'en').duration(8_240))).toEqual(['8.2 s', '8.2초']);
  expect(english.duration(59_960)).toBe('0:59');
  expect(english.duration(75_000)).toBe('1:15');
  expect(english.duration(11_520_000)).toBe('3 h 12 min');
  expect(english.duration(200_000_000)).toBe('2 d 7 h');
  expect(english.clock(3_661_000)).toBe('1:01:01');
  expect(english.bytes(0)).toBe('0 B');
  expect(english.bytes(999)).toBe('999 B');
  expect(english.bytes(999_960)).toBe('1.0 MB');
  expect(english.bytes(6_200_000_000)).toBe('6.2 GB');
  // Never 100 % before the end.
  expect(english.percent(0.999)).toBe('99 %');
  expect(english.percent(1)).toBe('100 %');
});

test("a sentence in a sentence in a sentence is said in the reader's language too", () => {
  const silent = { line: { key: 'deathSilent', params: {} } };
  const died = problemOf('engineDied', { line: 'It ended.' }, silent);
  // As it travels.
  const told = Problem.parse(JSON.parse(JSON.stringify(problemWith('trialJobFailed', died))));
  expect(errorText(told, 'en')).toContain(en.errors.deathSilent);
  expect(errorText(told, 'ko')).toContain(ko.errors.deathSilent);
  expect(errorText(told, 'ko')).not.toMatch(/[a-z]{3}/);
});
