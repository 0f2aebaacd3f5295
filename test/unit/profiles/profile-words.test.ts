import { describe, expect, test } from 'vitest';
import { flagCatalog } from '../../../electron/engine/flag-catalog.ts';
import { profileChanges } from '../../../electron/engine/profile-changes.ts';
import { terminalWords } from '../../../electron/engine/terminal-words.ts';

const spec = {
  takes: 'one' as const,
  type: 'text' as const,
  choices: null,
  defaultValue: null,
  metavar: null,
  help: '',
  exclusive: null,
};
const catalog = flagCatalog('parser', [
  { ...spec, flag: '--feature-flag', isRepeatable: true },
  { ...spec, flag: '--reserve-vram', isRepeatable: false },
  { ...spec, flag: '--cpu', takes: 'none', isRepeatable: false },
]);
const flags = (...words: [string, string | null][]) => words.map(([flag, value]) => ({ flag, value }));

describe('what differs between two profiles', () => {
  test('flags that came, went and changed; the order of different flags is no difference', () => {
    const before = { flags: flags(['--cpu', null], ['--reserve-vram', '1']), env: {} };
    const after = { flags: flags(['--reserve-vram', '2'], ['--feature-flag', 'a'], ['--feature-flag', 'b']), env: {} };
    expect(profileChanges(before, after, catalog)).toEqual([
      { name: '--cpu', before: '--cpu', after: null },
      { name: '--reserve-vram', before: '--reserve-vram 1', after: '--reserve-vram 2' },
      { name: '--feature-flag', before: null, after: '--feature-flag a --feature-flag b' },
    ]);
    const turned = { ...before, flags: before.flags.toReversed() };
    expect(profileChanges(before, turned, catalog)).toEqual([]);
  });

  test('a secret that changed is told without its value', () => {
    const env = { HF_TOKEN: 'old', HF_HOME: '/a' };
    const changes = profileChanges({ flags: [], env }, { flags: [], env: { HF_TOKEN: 'new', HF_HOME: '/b' } }, null);
    expect(changes.map(({ name }) => name)).toEqual(['HF_TOKEN', 'HF_HOME']);
    expect(JSON.stringify(changes)).not.toMatch(/old|new/);
    expect(changes[1]).toEqual({ name: 'HF_HOME', before: 'HF_HOME=/a', after: 'HF_HOME=/b' });
  });
});

describe('a command line for a terminal', () => {
  test.each([
    [['python', 'main.py', '--port', '8188'], 'python main.py --port 8188'],
    [['/a b/python', '$HOME', "it's", '~/x', ''], `'/a b/python' '$HOME' 'it'\\''s' '~/x' ''`],
    [['--fast', 'fp16_accumulation', '한글'], "--fast fp16_accumulation '한글'"],
  ])('POSIX: %j', (words, text) => expect(terminalWords(words, 'linux')).toBe(text));

  test.each([
    [['C:\\py\\python.exe', '-s'], 'C:\\py\\python.exe -s'],
    [['C:\\my files\\', 'say "hi"'], '"C:\\my files\\\\" "say \\"hi\\""'],
  ])('Windows: %j', (words, text) => expect(terminalWords(words, 'win32')).toBe(text));
});
