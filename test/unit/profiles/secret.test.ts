import { describe, expect, test } from 'vitest';
import { isSecret, maskSecrets, secretMask, unknownMasks, unmaskSecrets } from '../../../shared/secret.ts';

describe('what is hidden', () => {
  test.each([
    ['HF_TOKEN', ''],
    ['hf_token', ''],
    ['OPENAI_API_KEY', ''],
    ['APIKEY', ''],
    ['AWS_SECRET_ACCESS_KEY', ''],
    ['DB_PASSWORD', ''],
    ['GITHUB_PAT', ''],
    ['BASIC_AUTH', ''],
    ['HTTPS_PROXY', 'http://mina:hunter2@proxy:3128'],
    ['civitai-token', ''],
  ])('%s with "%s" is', (name, value) => expect(isSecret(name, value)).toBe(true));

  test.each([
    ['TOKENIZERS_PARALLELISM', 'false'],
    ['PYTORCH_CUDA_ALLOC_CONF', 'expandable_segments:True'],
    ['PATH', '/usr/bin'],
    ['KEYBOARD', 'ko'],
    ['MONKEYPATCH', '1'],
    ['HTTPS_PROXY', 'http://proxy:3128'],
    ['HF_ENDPOINT', 'https://hf-mirror.com/path@1:2'],
  ])('%s with "%s" is not', (name, value) => expect(isSecret(name, value)).toBe(false));
});

test('a secret leaves masked and comes back as it was stored', () => {
  const stored = { HF_TOKEN: 'hf_abc', HF_HOME: '/models', EMPTY_TOKEN: '' };
  const shown = maskSecrets(stored);
  expect(shown).toEqual({ HF_TOKEN: secretMask, HF_HOME: '/models', EMPTY_TOKEN: '' });
  expect(unmaskSecrets(shown, stored)).toEqual(stored);
  expect(unmaskSecrets({ ...shown, HF_TOKEN: 'hf_new' }, stored)).toEqual({ ...stored, HF_TOKEN: 'hf_new' });
});

test('a mask that stands for nothing is noticed, also under names that every object has', () => {
  const whole = unmaskSecrets({ OTHER_TOKEN: secretMask, constructor: secretMask }, { HF_TOKEN: 'x' });
  expect(unknownMasks(whole)).toEqual(['OTHER_TOKEN', 'constructor']);
});
