import { describe, expect, test } from 'vitest';
import { flagCatalog } from '../../../electron/engine/flag-catalog.ts';
import { settingsFromWords, wordsOfSetting } from '../../../electron/engine/flag-words.ts';
import { judgeFlags } from '../../../electron/engine/judge-flags.ts';
import { mergeLayers } from '../../../electron/engine/launch-layers.ts';
import type { FlagSetting } from '../../../shared/engine.ts';
import { joinValues, splitValues } from '../../../shared/flag-values.ts';
import { sampleSpec as spec } from '../../fakes/fake-flags.ts';

const catalog = flagCatalog('parser', [
  spec('--port', { takes: 'one', type: 'integer', defaultValue: '8188' }),
  spec('--listen', { takes: 'optional' }),
  spec('--reserve-vram', { takes: 'one', type: 'number' }),
  spec('--lowvram', { exclusive: 0 }),
  spec('--novram', { exclusive: 0 }),
  spec('--cpu', { exclusive: 0 }),
  spec('--cache-ram', { takes: 'any', type: 'number', exclusive: 1 }),
  spec('--cache-none', { exclusive: 1 }),
  spec('--fast', { takes: 'any', choices: ['fp16_accumulation', 'autotune'] }),
  spec('--whitelist-custom-nodes', { takes: 'some' }),
  spec('--feature-flag', { takes: 'one', isRepeatable: true }),
  spec('--async-offload', { takes: 'optional', type: 'integer' }),
  spec('--disable-async-offload'),
  spec('--enable-dynamic-vram'),
  spec('--disable-dynamic-vram'),
  spec('--quick-test-for-ci'),
]);

/** `--a`, `--a=value`. */
const settings = (...texts: string[]): FlagSetting[] =>
  texts.map((text) => {
    const cut = text.indexOf('=');
    return cut < 0 ? { flag: text, value: null } : { flag: text.slice(0, cut), value: text.slice(cut + 1) };
  });

describe('judgeFlags', () => {
  test.each([
    [[]],
    [['--port=1', '--listen', '--cpu']],
    [['--listen=0.0.0.0']],
    [['--reserve-vram=1.5']],
    [['--reserve-vram=2']],
    [['--cache-ram']],
    [['--cache-ram=4 8.5']],
    [['--fast=autotune fp16_accumulation']],
    [['--async-offload=-1']],
    [['--feature-flag=a', '--feature-flag=b']],
    [['--whitelist-custom-nodes="my pack" other']],
    [['--low']],
  ])('accepts %j', (texts) => {
    expect(judgeFlags(catalog, settings(...texts))).toEqual([]);
  });

  test.each([
    [['--prot=1'], 'flagUnknownNear', { flag: '--prot', near: '--port' }],
    [['--quantum-tunnel'], 'flagUnknown', { flag: '--quantum-tunnel' }],
    [['--port'], 'flagNeedsValue', { flag: '--port', example: '--port 8188' }],
    [['--whitelist-custom-nodes'], 'flagNeedsValue', { flag: '--whitelist-custom-nodes' }],
    [['--whitelist-custom-nodes= '], 'flagNeedsValue', { flag: '--whitelist-custom-nodes' }],
    [['--cpu=yes'], 'flagTakesNoValue', { flag: '--cpu', value: 'yes' }],
    [['--port=80.5'], 'flagNotInteger', { flag: '--port', value: '80.5' }],
    [['--port='], 'flagNotInteger', { flag: '--port', value: '' }],
    [['--reserve-vram=1,5'], 'flagNotNumber', { flag: '--reserve-vram', value: '1,5' }],
    [['--reserve-vram=NaN'], 'flagNotNumber', { value: 'NaN' }],
    [['--cache-ram=4 x'], 'flagNotNumber', { value: 'x' }],
    [['--fast=autotune warp'], 'flagNotChoice', { value: 'warp', choices: 'fp16_accumulation, autotune' }],
    [['--lowvram', '--port=1', '--cpu'], 'flagsExclusive', { flag: '--lowvram', other: '--cpu' }],
    [['--quick-test-for-ci'], 'flagEndsAtOnce', { flag: '--quick-test-for-ci' }],
    [['--help'], 'flagEndsAtOnce', { flag: '--help' }],
  ])('refuses %j: %s', (texts, key, params) => {
    const problems = judgeFlags(catalog, settings(...texts));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'invalid-input', key, params });
    expect(problems[0]?.message).not.toContain('{{');
  });

  test('tells everything that is wrong, in order', () => {
    const keys = judgeFlags(catalog, settings('--nope', '--port=x', '--cpu=1')).map((problem) => problem.key);
    expect(keys).toEqual(['flagUnknown', 'flagNotInteger', 'flagTakesNoValue']);
  });
});

describe('mergeLayers', () => {
  test.each([
    ['a later layer replaces the same flag', [['--port=1'], ['--port=2']], ['--port=2']],
    ['or one of its exclusive group', [['--lowvram', '--port=1'], ['--cpu']], ['--port=1', '--cpu']],
    ['or its opposite', [['--async-offload=2'], ['--disable-async-offload']], ['--disable-async-offload']],
    ['in both directions', [['--disable-dynamic-vram'], ['--enable-dynamic-vram']], ['--enable-dynamic-vram']],
    ['a shortened flag is written out', [['--reserve=1'], ['--reserve-vram=2']], ['--reserve-vram=2']],
    ['within a layer the last counts', [['--port=1', '--port=2']], ['--port=2']],
    ['unless it may repeat', [['--feature-flag=a', '--feature-flag=b']], ['--feature-flag=a', '--feature-flag=b']],
    [
      'but a later layer replaces them all',
      [['--feature-flag=a', '--feature-flag=b'], ['--feature-flag=c']],
      ['--feature-flag=c'],
    ],
    ['two exclusive ones of one layer stay, to be refused', [['--lowvram', '--cpu']], ['--lowvram', '--cpu']],
    ['unknown flags stay, to be refused', [['--nope'], ['--port=1']], ['--nope', '--port=1']],
    ['no layers', [], []],
  ])('%s', (_what, layers, merged) => {
    expect(
      mergeLayers(
        layers.map((layer) => settings(...layer)),
        catalog,
      ),
    ).toEqual(settings(...merged));
  });

  test('without a catalog the same flag and its opposite are still replaced', () => {
    const layers = [settings('--lowvram', '--async-offload=2', '--port=1'), settings('--disable-async-offload', '--port=2')];
    expect(mergeLayers(layers, null)).toEqual(settings('--lowvram', '--disable-async-offload', '--port=2'));
    expect(mergeLayers([settings('--fail=a', '--fail=b', '--cpu', '--cpu')], null)).toEqual(
      settings('--fail=a', '--fail=b', '--cpu'),
    );
  });
});

describe('words of a command line', () => {
  test.each([
    [['--port', '8189', '--cpu'], ['--port=8189', '--cpu'], []],
    [['--port=8189'], ['--port=8189'], []],
    [['--listen', '--cpu'], ['--listen', '--cpu'], []],
    [['--listen', '0.0.0.0', 'stray'], ['--listen=0.0.0.0'], ['stray']],
    [['--cpu', 'stray'], ['--cpu'], ['stray']],
    [['--fast', 'autotune', 'fp16_accumulation', '--cpu'], ['--fast=autotune fp16_accumulation', '--cpu'], []],
    [['--whitelist-custom-nodes', 'my pack', 'b'], ['--whitelist-custom-nodes="my pack" b'], []],
    [['--async-offload', '-1'], ['--async-offload=-1'], []],
    [['--lowv'], ['--lowvram'], []],
    [['--nope', 'a'], ['--nope=a'], []],
    [['-h', 'x', '--cpu'], ['--cpu'], ['-h', 'x']],
  ])('%j', (words, flags, stray) => {
    expect(settingsFromWords(words, catalog)).toEqual({ flags: settings(...flags), stray });
  });

  test.each([
    ['--port=8189', ['--port', '8189']],
    ['--cpu', ['--cpu']],
    ['--fast=autotune fp16_accumulation', ['--fast', 'autotune', 'fp16_accumulation']],
    ['--whitelist-custom-nodes="my pack" b', ['--whitelist-custom-nodes', 'my pack', 'b']],
    ['--listen=0.0.0.0,::', ['--listen', '0.0.0.0,::']],
    ['--async-offload=-1', ['--async-offload', '-1']],
    ['--feature-flag=-x', ['--feature-flag=-x']],
    ['--temp-directory=/a b/$HOME/한글 "🙂"', ['--temp-directory', '/a b/$HOME/한글 "🙂"']],
    ['--port=', ['--port', '']],
  ])('%j becomes %j', (text, words) => {
    const [setting] = settings(text);
    expect(setting && wordsOfSetting(setting, catalog)).toEqual(words);
  });

  test('flags with several values are known by name where the installation could not be asked', () => {
    expect(wordsOfSetting({ flag: '--fast', value: 'a b' }, null)).toEqual(['--fast', 'a', 'b']);
    expect(wordsOfSetting({ flag: '--output-directory', value: 'a b' }, null)).toEqual(['--output-directory', 'a b']);
  });

  test.each([
    [['a', 'b c']],
    [['C:\\a b\\c', '\\\\host\\share']],
    [["it's", 'say "x"', `both ' and "`, '"']],
    [['', 'x']],
    [['한글 🙂']],
  ])('joined and split again: %j', (values) => {
    expect(splitValues(joinValues(values))).toEqual(values);
  });
});
