import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gpusFromNvidia, gpusFromRocm } from '../../../electron/engine/gpu-facts.ts';
import { checkInstall, findInstalls, openInstall } from '../../../electron/engine/install.ts';
import { askPython } from '../../../electron/engine/install-python.ts';
import { checks as en } from '../../../shared/i18n/en/checks.ts';
import { checks as ko } from '../../../shared/i18n/ko/checks.ts';
import { makeComfy, makePython, realPython, type TempFolder, tempFolder } from './comfy-folder.ts';

let folder: TempFolder;
const at = (...parts: string[]): string => path.join(folder.path, ...parts);

beforeEach(async () => {
  folder = await tempFolder();
  // No interpreter, card or environment of this machine may answer.
  vi.stubEnv('PATH', at('bin'));
  vi.stubEnv('HOME', at('home'));
  vi.stubEnv('VIRTUAL_ENV', '');
  vi.stubEnv('CONDA_PREFIX', '');
  vi.stubEnv('XDG_CONFIG_HOME', at('config'));
  await mkdir(at('bin'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder[Symbol.asyncDispose]();
});

const windows = process.platform === 'win32';
// The stand-ins for Python are shell scripts.
describe.skipIf(windows)('openInstall', () => {
  test.each([
    ['the folder itself', ''],
    ['a folder above', '..'],
    ['main.py', 'main.py'],
    ['a folder of models inside', 'models/checkpoints'],
    ['its virtual environment', 'venv'],
  ])('finds a git checkout by %s', async (_what, picked) => {
    await makeComfy(at('ai', 'ComfyUI'));
    await makePython(at('ai', 'ComfyUI', 'venv', 'bin', 'python'), { torch: '2.9.1' });
    expect(await openInstall(at('ai', 'ComfyUI', picked))).toEqual({
      layout: 'git',
      folder: at('ai', 'ComfyUI'),
      base: at('ai', 'ComfyUI'),
      python: at('ai', 'ComfyUI', 'venv', 'bin', 'python'),
      pythonArgs: [],
      cwd: at('ai', 'ComfyUI'),
      script: 'main.py',
      flags: [],
      version: '0.28.0',
    });
  });

  test.each([[''], ['ComfyUI'], ['python_embeded'], ['run_nvidia_gpu.bat'], ['update'], ['ComfyUI/models']])(
    'finds the portable version by its %j',
    async (picked) => {
      const root = at('ComfyUI_windows_portable');
      await makeComfy(path.join(root, 'ComfyUI'));
      await makePython(path.join(root, 'python_embeded', 'python.exe'), { torch: '2.9.1+cu128' });
      await mkdir(path.join(root, 'update'));
      await writeFile(path.join(root, 'run_nvidia_gpu.bat'), '');
      expect(await openInstall(path.join(root, picked))).toMatchObject({
        layout: 'portable',
        python: path.join(root, 'python_embeded', 'python.exe'),
        pythonArgs: ['-s'],
        cwd: root,
        script: path.join('ComfyUI', 'main.py'),
        flags: [{ flag: '--windows-standalone-build', value: null }],
      });
    },
  );

  test('finds Comfy Desktop 2', async () => {
    await makeComfy(at('desk', 'ComfyUI'));
    await writeFile(at('desk', 'ComfyUI', '.comfy_environment'), 'local-desktop2-standalone\n');
    await makePython(at('desk', 'ComfyUI', '.venv', 'bin', 'python'), { torch: '2.9.1' });
    expect(await openInstall(at('desk'))).toMatchObject({
      layout: 'desktop2',
      cwd: at('desk'),
      script: path.join('ComfyUI', 'main.py'),
      flags: [{ flag: '--enable-manager', value: null }],
    });
  });

  test('takes the environment that has torch before one that has not, and any before none', async () => {
    await makeComfy(at('c'));
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: null });
    expect((await openInstall(at('c'))).python).toBe(at('c', 'venv', 'bin', 'python'));
    await makePython(at('c', '.venv', 'bin', 'python'), { torch: '2.9.1' });
    expect((await openInstall(at('c'))).python).toBe(at('c', '.venv', 'bin', 'python'));
  });

  test("takes the system's Python only if it has torch", async () => {
    await makeComfy(at('c'));
    await makePython(at('bin', 'python3'), { torch: null });
    await expect(openInstall(at('c'))).rejects.toMatchObject({ key: 'installNoPython', params: { folder: at('c') } });
    await makePython(at('bin', 'python3'), { torch: '2.9.1' });
    expect((await openInstall(at('c'))).python).toBe(at('bin', 'python3'));
  });

  test('takes a given Python and no other', async () => {
    await makeComfy(at('c'));
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: '2.9.1' });
    await makePython(at('other', 'python'), { torch: '2.8.0' });
    expect((await openInstall(at('c'), at('other', 'python'))).python).toBe(at('other', 'python'));
    await expect(openInstall(at('c'), at('gone'))).rejects.toMatchObject({ key: 'pythonUnusable', params: { reason: 'ENOENT' } });
    await chmod(at('other', 'python'), 0o644);
    await expect(openInstall(at('c'), at('other', 'python'))).rejects.toMatchObject({
      key: 'pythonUnusable',
      params: { reason: 'EACCES' },
    });
  });

  test('a Python that dies is named with its last words', async () => {
    await makeComfy(at('c'));
    await makePython(at('c', 'venv', 'bin', 'python'), null);
    await expect(openInstall(at('c'))).rejects.toMatchObject({ key: 'pythonUnusable', params: { reason: 'broken library' } });
  });

  test('reads the version from pyproject.toml where the module is missing', async () => {
    await makeComfy(at('c'));
    await rename(at('c', 'comfyui_version.py'), at('c', 'gone'));
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: '2.9.1' });
    expect((await openInstall(at('c'))).version).toBeNull();
    await writeFile(at('c', 'pyproject.toml'), '[project]\nname = "ComfyUI"\nversion = "0.3.50"\n');
    expect((await openInstall(at('c'))).version).toBe('0.3.50');
  });

  test.each([
    ['a folder that is not there', 'nowhere', 'installMissing'],
    ['a folder without main.py', 'empty', 'installNoMain'],
    ["somebody else's main.py", 'other', 'installNoMain'],
    ['a folder that cannot be read', 'loop', 'installUnreadable'],
  ])('refuses %s', async (_what, name, key) => {
    await mkdir(at('empty'));
    await mkdir(at('other'));
    await writeFile(at('other', 'main.py'), 'print("hello")');
    await symlink(at('loop'), at('loop'));
    await expect(openInstall(at(name))).rejects.toMatchObject({ code: 'invalid-input', key });
  });
});

describe.skipIf(windows)('checkInstall', () => {
  const found = async (location: string, python?: string): Promise<Record<string, string>> => {
    const install = await checkInstall(location, python);
    for (const check of install.checks) {
      expect(en).toHaveProperty(check.key);
      expect(ko).toHaveProperty(check.key);
    }
    const entries = install.checks.map((check) => [check.id, `${check.isOk ? '' : '!'}${check.key}`]);
    return { ...Object.fromEntries(entries), isUsable: String(install.isUsable), layout: install.layout };
  };

  test('a complete one, on a machine without a card', async () => {
    await makeComfy(at('c'));
    await writeFile(at('c', 'models', 'checkpoints', 'a.safetensors'), '');
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: '2.9.1+cu128' });
    expect(await found(at('c'))).toMatchObject({
      folder: 'folderFound',
      main: 'mainFound',
      python: 'pythonFound',
      torch: 'torchFound',
      gpu: '!gpuNone',
      version: 'versionFound',
      models: 'modelsFound',
      disk: expect.stringMatching(/disk/),
      layout: 'git',
      isUsable: 'true',
    });
  });

  test('a card is named', async () => {
    await makeComfy(at('c'));
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: '2.9.1+cu128' });
    await writeFile(at('bin', 'nvidia-smi'), '#!/bin/sh\necho "NVIDIA GeForce RTX 5060 Ti, 16311"\n');
    await chmod(at('bin', 'nvidia-smi'), 0o755);
    const gpu = (await checkInstall(at('c'))).checks.find((check) => check.id === 'gpu');
    expect(gpu).toMatchObject({ isOk: true, params: { name: 'NVIDIA GeForce RTX 5060 Ti', gigabytes: '15.9' } });
  });

  test.each([
    ['0.3.44', '!versionOld', 'false'],
    ['0.3.45', 'versionFound', 'true'],
    ['nightly', '!versionUnknown', 'true'],
  ])('version %s', async (version, key, isUsable) => {
    await makeComfy(at('c'), version);
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: '2.9.1' });
    expect(await found(at('c'))).toMatchObject({ version: key, isUsable });
  });

  test.each([
    [{ missing: ['einops'], mismatched: ['a 1, not 2'] }, '!packagesMissing', 'einops'],
    [
      { missing: [], mismatched: ['comfy-kitchen 0.2.20, not 0.2.31'] },
      '!packagesMismatched',
      'comfy-kitchen 0.2.20, not 0.2.31',
    ],
  ])('packages that do not fit the source: %j', async (packages, key, named) => {
    await makeComfy(at('c'));
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: '2.9.1', ...packages });
    expect(await found(at('c'))).toMatchObject({ packages: key, isUsable: 'true' });
    const check = (await checkInstall(at('c'))).checks.find(({ id }) => id === 'packages');
    expect(check?.params.packages).toBe(named);
  });

  test('without torch, without Python, without main.py, without a folder', async () => {
    await makeComfy(at('c'));
    expect(await found(at('c'))).toMatchObject({ main: 'mainFound', python: '!pythonNone', isUsable: 'false' });
    await makePython(at('c', 'venv', 'bin', 'python'), { torch: null });
    expect(await found(at('c'))).toMatchObject({ python: 'pythonFound', torch: '!torchNone', isUsable: 'false' });
    expect(await found(at('c'), at('gone'))).toMatchObject({ python: '!pythonBroken', isUsable: 'false' });
    expect(await found(at('bin'))).toEqual({
      folder: 'folderFound',
      main: '!installNoMain',
      layout: 'unknown',
      isUsable: 'false',
    });
    expect(await found(at('gone'))).toEqual({ folder: '!installMissing', layout: 'unknown', isUsable: 'false' });
  });

  test('an address where nothing listens, and one that is none', async () => {
    expect(await found('http://127.0.0.1:9')).toEqual({ answer: '!engineRefusesConnection', layout: 'url', isUsable: 'false' });
    expect(await found('127.0.0.1:9')).toEqual({ answer: '!engineRefusesConnection', layout: 'url', isUsable: 'false' });
    expect(await found('http://')).toEqual({ answer: '!urlInvalid', layout: 'url', isUsable: 'false' });
  });

  test.skipIf(realPython === null)(
    'a real Python says which packages of requirements.txt it lacks, without importing any',
    async () => {
      await makeComfy(at('c'));
      const lines = [
        'hearth-has-no-such-package==1',
        '# comment',
        '--extra-index-url x',
        'other ; sys_platform == "x"',
        'pip==0.0.1',
      ];
      await writeFile(at('c', 'requirements.txt'), lines.join('\n'));
      const python = await askPython(realPython ?? '', { folder: at('c'), pythonArgs: ['-I'] });
      expect(python).toMatchObject({
        version: expect.stringMatching(/^3\.\d+\.\d+$/),
        missing: expect.arrayContaining(['hearth-has-no-such-package']),
      });
      expect(python).not.toMatchObject({ missing: expect.arrayContaining(['other']) });
    },
  );
});

test.skipIf(windows)('findInstalls looks at the usual places of the home folder', async () => {
  await makeComfy(at('home', 'AI', 'ComfyUI'));
  await makePython(at('home', 'AI', 'ComfyUI', 'venv', 'bin', 'python'), { torch: '2.9.1' });
  await mkdir(at('home', 'comfy-notes'), { recursive: true });
  const installs = await findInstalls();
  expect(installs.filter((install) => install.layout !== 'url').map((install) => install.location)).toContain(
    at('home', 'AI', 'ComfyUI'),
  );
});

test.each([
  ['NVIDIA GeForce RTX 5060 Ti, 16311\n', [{ name: 'NVIDIA GeForce RTX 5060 Ti', vramBytes: 16311 * 1024 * 1024 }]],
  [
    'NVIDIA A, 1\r\nNVIDIA B, 2\r\n',
    [
      { name: 'NVIDIA A', vramBytes: 1048576 },
      { name: 'NVIDIA B', vramBytes: 2097152 },
    ],
  ],
  ['NVIDIA GB10, [N/A]\n', [{ name: 'NVIDIA GB10', vramBytes: null }]],
  ['No devices were found\n', []],
  ['', []],
])('nvidia-smi: %j', (text, gpus) => {
  expect(gpusFromNvidia(text)).toEqual(gpus);
});

test.each([
  [
    'WARNING: x\n{"card0": {"Card Series": "AMD Radeon RX 7900 XTX", "VRAM Total Memory (B)": "25753026560"}, "system": {"a": "b"}}',
    [{ name: 'AMD Radeon RX 7900 XTX', vramBytes: 25753026560 }],
  ],
  ['{"card0": {"Card series": "x"', []],
  ['{"card1": {}}', [{ name: 'card1', vramBytes: null }]],
  ['', []],
])('rocm-smi: %j', (text, gpus) => {
  expect(gpusFromRocm(text)).toEqual(gpus);
});
