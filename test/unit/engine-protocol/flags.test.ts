import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FlagCatalog, findFlag, nearestFlag } from '../../../electron/engine/flag-catalog.ts';
import { flagsFromHelp } from '../../../electron/engine/flag-help.ts';
import { judgeCommandLine, readFlags } from '../../../electron/engine/flags.ts';
import type { Installation } from '../../../electron/engine/installation.ts';
import { mergeLayers } from '../../../electron/engine/launch-layers.ts';
import { makeComfy, realPython, tempFolder } from './comfy-folder.ts';

const installationIn = (folder: string, python: string | null): Installation => ({
  layout: 'git',
  folder,
  base: folder,
  python,
  pythonArgs: ['-s'],
  cwd: folder,
  script: 'main.py',
  flags: [],
  version: '0.28.0',
});

describe.skipIf(realPython === null)('flags of an installation, from its own parser', () => {
  test('types, choices, defaults, number of values, exclusive groups', async () => {
    await using folder = await tempFolder();
    await makeComfy(folder.path);
    const catalog = await readFlags(installationIn(folder.path, realPython));
    expect(catalog?.source).toBe('parser');
    const spec = (flag: string) => catalog?.flags.get(flag);
    expect(spec('--port')).toMatchObject({
      takes: 'one',
      type: 'integer',
      defaultValue: '8188',
      help: 'Port, 100% yours.',
      group: 'network',
    });
    expect(spec('--listen')).toMatchObject({ takes: 'optional', type: 'text', metavar: 'IP', defaultValue: '127.0.0.1' });
    expect(spec('--reserve-vram')).toMatchObject({ takes: 'one', type: 'number', defaultValue: null, group: 'memory' });
    expect(spec('--user-directory')).toMatchObject({ takes: 'one', type: 'folder', group: 'folders' });
    expect(spec('--preview-method')).toMatchObject({ takes: 'one', choices: ['none', 'auto'], defaultValue: 'none' });
    expect(spec('--fast')).toMatchObject({ takes: 'any', choices: ['fp16_accumulation', 'autotune'] });
    expect(spec('--whitelist-custom-nodes')).toMatchObject({ takes: 'some', group: 'nodes' });
    expect(spec('--feature-flag')).toMatchObject({ takes: 'one', isRepeatable: true });
    expect(spec('--cpu')).toMatchObject({ takes: 'none', defaultValue: null });
    expect(spec('--cpu')?.exclusive).toBe(spec('--lowvram')?.exclusive);
    expect(spec('--cache-ram')?.exclusive).toBe(spec('--cache-lru')?.exclusive);
    expect(spec('--cpu')?.exclusive).not.toBe(spec('--cache-lru')?.exclusive);
    expect(spec('--port')?.exclusive).toBeNull();
    expect(spec('--help')).toBeUndefined();
  });

  test('are asked again when the parser changed', async () => {
    await using folder = await tempFolder();
    await makeComfy(folder.path);
    const installation = installationIn(folder.path, realPython);
    const first = await readFlags(installation);
    expect(await readFlags(installation)).toBe(first);
    const file = path.join(folder.path, 'comfy', 'cli_args.py');
    await writeFile(file, 'import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument("--new-flag")\n');
    await utimes(file, 2_000_000_000, 2_000_000_000);
    expect([...((await readFlags(installation))?.flags.keys() ?? [])]).toEqual(['--new-flag']);
  });

  test('come from the help text when the parser cannot be read', async () => {
    await using folder = await tempFolder();
    await makeComfy(folder.path, '0.28.0', 'raise ImportError("moved")\n');
    await writeFile(
      path.join(folder.path, 'main.py'),
      'import argparse\np = argparse.ArgumentParser()\np.add_argument("--port", type=int)\np.parse_args()\n',
    );
    const catalog = await readFlags(installationIn(folder.path, realPython));
    expect(catalog?.source).toBe('help');
    expect(catalog?.flags.get('--port')).toMatchObject({ takes: 'one', type: 'text' });
  });

  test.each([
    [['--port', 'x'], "argument --port: invalid int value: 'x'"],
    [['--lowvram', '--cpu'], 'argument --cpu: not allowed with argument --lowvram'],
    [['--cache-ram', '1', '2', '3'], '--cache-ram accepts at most two values'],
    [['--nope'], 'unrecognized arguments: --nope'],
    [['--user-directory', 'models/none'], "argument --user-directory: 'models/none' is not a directory"],
  ])('its parser refuses %j', async (words, message) => {
    await using folder = await tempFolder();
    await makeComfy(folder.path);
    const refusal = await judgeCommandLine(installationIn(folder.path, realPython), words);
    expect(refusal).toMatchObject({ key: 'flagsRefused', params: { message } });
  });

  test('its parser accepts what it knows, with paths relative to where it will run', async () => {
    await using folder = await tempFolder();
    await makeComfy(folder.path);
    const words = ['--port', '1', '--cache-ram', '1.5', '--user-directory', 'models', '--temp-directory', '/x/한글 $HOME "q"'];
    expect(await judgeCommandLine(installationIn(folder.path, realPython), words)).toBeNull();
  });
});

test('an installation that cannot be asked has no catalog, and refuses nothing', async () => {
  await using folder = await tempFolder();
  const installation = installationIn(folder.path, path.join(folder.path, 'no', 'python'));
  expect(await readFlags(installation)).toBeNull();
  expect(await judgeCommandLine(installation, ['--nope'])).toBeNull();
});

const helpText = `usage: main.py [-h] [--listen [IP]] [--port PORT]
               [--extra-model-paths-config PATH [PATH ...]]
               [--lowvram | --cpu] [--cache-ram [GB ...] |
               --cache-lru CACHE_LRU] [--preview-method [none,auto]]
               [--verbose [{DEBUG,INFO}]] [--hash {md5,sha256}]

options:
  -h, --help            show this help message and exit
  --listen [IP]         Address to listen on (default:
                        127.0.0.1).
  --port PORT           The port.
  --extra-model-paths-config PATH [PATH ...]
                        More folders.
  --lowvram             Less memory. See also:
                        --cpu for none at all.
  --cpu                 No GPU.
  --cache-ram [GB ...]  By memory.
  --cache-lru CACHE_LRU
  --preview-method [none,auto]
                        Previews.
  --verbose [{DEBUG,INFO}]
                        Level.
  --hash {md5,sha256}   Hash.
`;

describe('flags from a help text', () => {
  const catalog = flagsFromHelp(helpText);

  test.each([
    ['--listen', 'optional', null],
    ['--port', 'one', null],
    ['--extra-model-paths-config', 'some', null],
    ['--lowvram', 'none', null],
    ['--cache-ram', 'any', null],
    ['--cache-lru', 'one', null],
    ['--preview-method', 'one', ['none', 'auto']],
    ['--verbose', 'optional', ['DEBUG', 'INFO']],
    ['--hash', 'one', ['md5', 'sha256']],
  ] as const)('%s takes %s of %j', (flag, takes, choices) => {
    expect(catalog.flags.get(flag)).toMatchObject({ takes, choices });
  });

  test('exclusive groups and folded texts are read, mentions in texts are no flags', () => {
    expect([...catalog.flags.keys()]).toHaveLength(10);
    expect(catalog.flags.get('--lowvram')?.help).toBe('Less memory. See also: --cpu for none at all.');
    expect(catalog.flags.get('--cpu')?.exclusive).toBe(catalog.flags.get('--lowvram')?.exclusive);
    expect(catalog.flags.get('--cache-ram')?.exclusive).toBe(catalog.flags.get('--cache-lru')?.exclusive);
    expect(catalog.flags.get('--cpu')?.exclusive).not.toBe(catalog.flags.get('--cache-lru')?.exclusive);
    expect(catalog.flags.get('--port')?.exclusive).toBeNull();
  });

  test.each(['', 'Traceback (most recent call last):\n  File "main.py"\n', 'usage: nothing'])('%j holds none', (text) => {
    expect(flagsFromHelp(text).flags.size).toBe(0);
  });

  test('a flag with a value may repeat, since the text does not say that it may not', () => {
    expect(mergeLayers([['a', 'b'].map((value) => ({ flag: '--port', value }))], catalog)).toHaveLength(2);
  });

  test('a Windows help text reads the same', () => {
    const windows: FlagCatalog = flagsFromHelp(helpText.replaceAll('\n', '\r\n'));
    expect([...windows.flags]).toEqual([...catalog.flags]);
  });

  test.each([
    ['--lowvram', '--lowvram'],
    ['--low', '--lowvram'],
    ['--cache', undefined],
    ['--', undefined],
    ['--lowvramm', undefined],
  ])('%s means %s', (typed, flag) => {
    expect(findFlag(catalog, typed)?.flag).toBe(flag);
  });

  test.each([
    ['--lowvramm', '--lowvram'],
    ['--low_vram', '--lowvram'],
    ['--prot', '--port'],
    ['--LISTEN', '--listen'],
    ['--quantum-tunnel', null],
  ])('a person who typed %s meant %s', (typed, flag) => {
    expect(nearestFlag(catalog, typed)).toBe(flag);
  });
});
