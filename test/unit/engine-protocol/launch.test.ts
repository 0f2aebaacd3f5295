import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FlagSpec, flagCatalog } from '../../../electron/engine/flag-catalog.ts';
import type { Installation } from '../../../electron/engine/installation.ts';
import { type LaunchWish, planLaunch } from '../../../electron/engine/launch.ts';
import type { FlagSetting } from '../../../shared/engine.ts';
import { sampleSpec } from '../../fakes/fake-flags.ts';

const spec = (flag: string, takes: FlagSpec['takes'] = 'one') => sampleSpec(flag, { takes });
const base = ['--port', '--temp-directory', '--output-directory', '--input-directory', '--base-directory', '--preview-method'];
const catalog = flagCatalog('parser', [
  ...base.map((flag) => spec(flag)),
  spec('--listen', 'optional'),
  spec('--database-url'),
  spec('--tls-keyfile'),
  spec('--tls-certfile'),
  spec('--enable-assets', 'none'),
  spec('--cpu', 'none'),
  spec('--auto-launch', 'none'),
  spec('--disable-auto-launch', 'none'),
  spec('--windows-standalone-build', 'none'),
]);

const folder = '/home/고흐/Comfy UI 🙂/$HOME';
const engineDir = '/data dir/engines/e1';
const git: Installation & { python: string } = {
  layout: 'git',
  folder,
  base: folder,
  python: `${folder}/venv/bin/python`,
  pythonArgs: [],
  cwd: folder,
  script: 'main.py',
  flags: [],
  version: '0.28.0',
};
const wish = (more: Partial<LaunchWish> = {}): LaunchWish => ({
  target: { kind: 'managed', installation: git },
  engineDir,
  layers: [],
  env: {},
  hostEnv: {},
  catalog,
  port: 8188,
  sharesInstall: false,
  previewMethod: 'auto',
  ...more,
});
const flag = (name: string, value: string | null = null): FlagSetting => ({ flag: name, value });
const own = ['--port', '8188', '--temp-directory', engineDir, '--database-url', `sqlite:///${engineDir}/comfyui.db`];

describe('planLaunch', () => {
  test('a git checkout: its own Python and folders, our port, temp folder and database, words untouched', () => {
    expect(planLaunch(wish())).toMatchObject({
      file: `${folder}/venv/bin/python`,
      args: ['main.py', '--listen', '127.0.0.1', ...own],
      cwd: folder,
      url: 'http://127.0.0.1:8188',
      folders: { output: `${folder}/output`, input: `${folder}/input`, temp: `${engineDir}/temp` },
      createFolders: [engineDir],
    });
  });

  test('the portable layout: embedded Python without user packages, no browser', () => {
    const installation: Installation & { python: string } = {
      ...git,
      layout: 'portable',
      python: '/p/python_embeded/python.exe',
      pythonArgs: ['-s'],
      cwd: '/p',
      script: 'ComfyUI/main.py',
      flags: [flag('--windows-standalone-build')],
    };
    const plan = planLaunch(wish({ target: { kind: 'managed', installation }, layers: [[flag('--auto-launch')]] }));
    expect(plan.args.slice(0, 3)).toEqual(['-s', 'ComfyUI/main.py', '--windows-standalone-build']);
    expect(plan.args).toContain('--disable-auto-launch');
    expect(plan.args).not.toContain('--auto-launch');
    expect(plan.cwd).toBe('/p');
  });

  test('the demo engine: everything below its own base folder', () => {
    const target = { kind: 'demo', file: '/usr/bin/node', head: ['/app/cli.js', 'demo-engine'] } as const;
    const plan = planLaunch(
      wish({ target: { ...target, head: [...target.head] }, layers: [[flag('--speed', '5')]], catalog: null }),
    );
    expect(plan.args).toEqual([
      '/app/cli.js',
      'demo-engine',
      ...['--speed', '5', '--listen', '127.0.0.1', '--port', '8188', '--base-directory', `${engineDir}/base`],
    ]);
    expect(plan.folders).toEqual({
      output: `${engineDir}/base/output`,
      input: `${engineDir}/base/input`,
      temp: `${engineDir}/base/temp`,
    });
    expect(plan.env.ELECTRON_RUN_AS_NODE).toBe('1');
    expect(plan.createFolders).toContain(`${engineDir}/base`);
  });

  test('layers: serve flags over trial over profile, and what Hearth owns over all', () => {
    const layers = [
      [flag('--port', '1'), flag('--output-directory', 'pictures'), flag('--cpu')],
      [flag('--output-directory', '/trial')],
      [flag('--output-directory', '/mnt/그림 $x'), flag('--temp-directory', '/theirs')],
    ];
    const plan = planLaunch(wish({ layers }));
    expect(plan.args).toEqual(['main.py', '--cpu', '--output-directory', '/mnt/그림 $x', '--listen', '127.0.0.1', ...own]);
    expect(plan.folders).toMatchObject({ output: '/mnt/그림 $x', temp: `${engineDir}/temp` });
  });

  test('a relative folder means the working folder of the engine', () => {
    expect(planLaunch(wish({ layers: [[flag('--output-directory', 'pictures')]] })).folders.output).toBe(`${folder}/pictures`);
    const moved = planLaunch(wish({ layers: [[flag('--base-directory', '/models')]] }));
    expect(moved.folders).toMatchObject({ output: '/models/output', input: '/models/input' });
  });

  test.each<[string | null | undefined, string[], string]>([
    [undefined, ['--listen', '127.0.0.1'], 'http://127.0.0.1:8188'],
    ['0.0.0.0', ['--listen', '0.0.0.0'], 'http://127.0.0.1:8188'],
    ['0.0.0.0,::', ['--listen', '0.0.0.0,::'], 'http://127.0.0.1:8188'],
    [null, ['--listen'], 'http://127.0.0.1:8188'],
    ['::1', ['--listen', '::1'], 'http://[::1]:8188'],
    ['192.168.1.5', ['--listen', '127.0.0.1,192.168.1.5'], 'http://127.0.0.1:8188'],
    ['', ['--listen', '127.0.0.1'], 'http://127.0.0.1:8188'],
  ])('a person who asks for --listen %j keeps it, and we reach it on this machine', (value, words, url) => {
    const plan = planLaunch(wish({ layers: value === undefined ? [] : [[flag('--listen', value)]] }));
    expect(plan.args.slice(1, 1 + words.length)).toEqual(words);
    expect(plan.url).toBe(url);
  });

  test('https when key and certificate are given', () => {
    const layers = [[flag('--tls-keyfile', 'k.pem'), flag('--tls-certfile', 'c.pem')]];
    expect(planLaunch(wish({ layers })).url).toBe('https://127.0.0.1:8188');
    expect(planLaunch(wish({ layers: [[flag('--tls-keyfile', 'k.pem')]] })).url).toBe('http://127.0.0.1:8188');
  });

  test.each([
    ['its own database as a rule', {}, true],
    ["the person's one where assets are in use by this engine alone", { layers: [[flag('--enable-assets')]] }, false],
    [
      'its own where another engine runs from the same folder',
      { layers: [[flag('--enable-assets')]], sharesInstall: true },
      true,
    ],
    [
      'none where the version knows no such flag',
      {
        catalog: flagCatalog(
          'parser',
          base.map((name) => spec(name)),
        ),
      },
      false,
    ],
    ['none where a path would be read as options', { engineDir: '/data?x=1' }, false],
    ['its own where nothing could be asked but the version is new', { catalog: null }, true],
  ])('%s', (_what, more, isOwn) => {
    expect(planLaunch(wish(more)).args.includes('--database-url')).toBe(isOwn);
  });

  test.each([
    ['0.4.0', 'latent2rgb', true],
    ['0.4.0', 'none', false],
    ['0.5.0', 'latent2rgb', false],
    [null, 'latent2rgb', false],
  ])('version %s with previews %s: asked for by flag: %s', (version, previewMethod, isByFlag) => {
    const target = { kind: 'managed', installation: { ...git, version } } as const;
    expect(planLaunch(wish({ target, previewMethod })).args.includes('--preview-method')).toBe(isByFlag);
  });

  test('environment: UTF-8 whatever anybody says, proxies kept, this machine never through one', () => {
    const hostEnv = {
      PATH: '/bin',
      LANG: 'C',
      HTTPS_PROXY: 'http://proxy:3128',
      no_proxy: 'corp.example, 127.0.0.1',
      ELECTRON_RUN_AS_NODE: '1',
    };
    const { env } = planLaunch(wish({ hostEnv, env: { CUDA_VISIBLE_DEVICES: '1', PYTHONIOENCODING: 'cp1252' } }));
    expect(env).toEqual({
      PATH: '/bin',
      LANG: 'C',
      HTTPS_PROXY: 'http://proxy:3128',
      CUDA_VISIBLE_DEVICES: '1',
      PYTHONIOENCODING: 'utf-8',
      PYTHONUTF8: '1',
      PYTHONUNBUFFERED: '1',
      NO_PROXY: 'corp.example,127.0.0.1,localhost,::1',
      no_proxy: 'corp.example,127.0.0.1,localhost,::1',
    });
    expect(planLaunch(wish({ hostEnv: { NO_PROXY: '*' } })).env.NO_PROXY).toBe('*');
  });

  test('folders are absolute on this system', () => {
    for (const value of Object.values(planLaunch(wish()).folders)) expect(path.isAbsolute(value)).toBe(true);
  });
});
