import { describe, expect, test } from 'vitest';
import { findAppPaths } from '../../../electron/app-paths.ts';
import { defaultDataFolder } from '../../../electron/data-folder.ts';
import { type HostOptions, parseConfig } from '../../../electron/parse-config.ts';

const paths = { entry: '/app/cli.js', rendererDir: '/app/renderer', workflowsDir: '/app/workflows', version: '0.1.0' };
const here = { platform: 'linux', env: {}, home: '/home/mina', cwd: '/home/mina/art' } as const;
const parse = (options: HostOptions) => parseConfig(options, 'headless', paths, here);

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string, string]>([
  ['linux', {}, '/home/mina', '/home/mina/.local/share/hearth'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/mina', '/data/hearth'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/mina', '/home/mina/.local/share/hearth'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/mina', '/home/mina/.local/share/hearth'],
  ['freebsd', {}, '/home/mina', '/home/mina/.local/share/hearth'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/mina', '/Users/mina/Library/Application Support/Hearth'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\미나', 'D:\\Local\\Hearth'],
  ['win32', {}, 'C:\\Users\\미나', 'C:\\Users\\미나\\AppData\\Local\\Hearth'],
])('data on %s with %j lies where that platform keeps it', (platform, env, home, expected) => {
  expect(defaultDataFolder(platform, env, home)).toBe(expected);
});

describe('a host is told', () => {
  test('nothing: the last port, no engine of its own, the default folder', () => {
    expect(parse({})).toEqual({
      ...paths,
      dataDir: '/home/mina/.local/share/hearth',
      port: null,
      engine: null,
      engineFlags: [],
      host: 'headless',
    });
  });

  test.each<[HostOptions, object]>([
    [{ data: 'mine' }, { dataDir: '/home/mina/art/mine' }],
    [{ data: '/tmp/한글 folder $x' }, { dataDir: '/tmp/한글 folder $x' }],
    [{ port: '0' }, { port: 0 }],
    [{ port: '65535' }, { port: 65_535 }],
    [{ engine: 'demo' }, { engine: { kind: 'demo' } }],
    [{ engine: './demo' }, { engine: { kind: 'managed', folder: '/home/mina/art/demo' } }],
    [{ engine: '/opt/ComfyUI' }, { engine: { kind: 'managed', folder: '/opt/ComfyUI' } }],
    [{ engine: 'http://[::1]:8188' }, { engine: { kind: 'external', url: 'http://[::1]:8188' } }],
    [{ engine: 'HTTPS://comfy.example/x' }, { engine: { kind: 'external', url: 'HTTPS://comfy.example/x' } }],
    [{ engineFlags: ['--speed', '4'] }, { engineFlags: ['--speed', '4'] }],
  ])('%j', (options, expected) => {
    expect(parse(options)).toMatchObject(expected);
  });

  test.each<[HostOptions, string]>([
    [{ port: 'x' }, '--port must be'],
    [{ port: '' }, '--port must be'],
    [{ port: '-1' }, '--port must be'],
    [{ port: '65536' }, '--port must be'],
    [{ port: '8188.5' }, '--port must be'],
    [{ port: '1e3' }, '--port must be'],
    [{ engine: '' }, '--engine needs'],
    [{ engine: 'ftp://x' }, '--engine takes'],
    [{ engine: 'http://' }, '--engine takes'],
    [{ data: '' }, '--data needs'],
  ])('%j, which is wrong', (options, message) => {
    expect(() => parse(options)).toThrow(message);
  });
});

test("the program's own files are found from its own folder, built or not", () => {
  const source = findAppPaths();
  expect(source.entry).toMatch(/electron\/cli\.ts$/);
  expect(source.version).toMatch(/^\d+\.\d+\.\d+$/);
  const root = source.workflowsDir.replace(/\/workflows$/, '');
  expect(findAppPaths(`${root}/dist/electron`).entry).toBe(`${root}/dist/electron/cli.js`);
  expect(() => findAppPaths('/')).toThrow('no package.json');
});
