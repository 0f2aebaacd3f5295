import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectVersion, readCustomNodes } from '../../../electron/records/custom-nodes.ts';
import { gitCommit } from '../../../electron/records/git-commit.ts';
import { flagWords, gatherLaunchFacts } from '../../../electron/records/launch-facts.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';

const [a, b] = ['a1'.repeat(20), 'b2'.repeat(20)];
const write = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
};

describe('the commit of a folder', () => {
  test.each([
    ['a branch', { '.git/HEAD': 'ref: refs/heads/master\n', '.git/refs/heads/master': `${a}\n` }, a],
    [
      'a branch that was packed',
      { '.git/HEAD': 'ref: refs/heads/x/y', '.git/packed-refs': `# pack-refs\n${b} refs/heads/x\n${a} refs/heads/x/y\n` },
      a,
    ],
    ['a detached head', { '.git/HEAD': `${b}\n` }, b],
    [
      'a submodule or worktree',
      {
        '.git': 'gitdir: real\n',
        'real/HEAD': 'ref: refs/heads/main',
        'real/commondir': '../shared\n',
        'shared/refs/heads/main': a,
      },
      a,
    ],
    ['no work tree', { 'x.txt': '' }, null],
    ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/new' }, null],
    ['nonsense', { '.git/HEAD': 'ref: refs/../../../etc/passwd' }, null],
    ['a ref that holds no commit', { '.git/HEAD': 'ref: refs/heads/m', '.git/refs/heads/m': 'oops' }, null],
  ])('%s', async (_what, files, expected) => {
    expect(await gitCommit(write(files))).toBe(expected);
  });
});

test('a pack says its version in the project table, and nowhere else', () => {
  expect(projectVersion('[tool.x]\nversion = "9"\n[project]\nname = "n"\nversion = "1.2.3"\n[other]\n')).toBe('1.2.3');
  expect(projectVersion('[project]\nname = "n"\n[tool.x]\nversion = "9"\n')).toBeNull();
  expect(projectVersion('')).toBeNull();
});

test('custom nodes are those that ComfyUI loads, with version and commit', async () => {
  const folder = write({
    'Manager/pyproject.toml': "[project]\nversion = '3.1'\n",
    'Manager/.git/HEAD': a,
    'old.disabled/x.py': '',
    '__pycache__/x.pyc': '',
    'alone.py': '',
    'example_node.py.example': '',
    'readme.md': '',
  });
  expect(await readCustomNodes(folder)).toEqual([
    { name: 'Manager', version: '3.1', commit: a },
    { name: 'alone.py', version: null, commit: null },
  ]);
  expect(await readCustomNodes(join(folder, 'nowhere'))).toBeNull();
});

test('the words after the program are the flags, whoever launched it', () => {
  expect(flagWords(['/py', '-s', 'ComfyUI/main.py', '--port', '1'])).toEqual(['--port', '1']);
  expect(flagWords(['C:\\py.exe', 'C:\\c\\main.py'])).toEqual([]);
  expect(flagWords(['node', 'cli.js', 'demo-engine', '--speed', '2'])).toEqual(['--speed', '2']);
});

describe('the facts of a launch', () => {
  const stats = { version: '0.28.0', argv: ['main.py', '--lowvram'], python: '3.12.4', torch: '2.7', device: 'cuda:0' };
  const sources = { stats, driver: '570', system: 'Linux' };

  test('of an own installation: commits of the program and its nodes', async () => {
    const folder = write({ 'ComfyUI/.git/HEAD': a, 'base/custom_nodes/N/.git/HEAD': b });
    const command = ['python', 'ComfyUI/main.py', '--base-directory', join(folder, 'base')];
    const engine = sampleEngine({ kind: 'managed', folder });
    expect(await gatherLaunchFacts({ ...sources, engine, command })).toMatchObject({
      comfyui: { version: '0.28.0', commit: a },
      customNodes: [{ name: 'N', commit: b }],
      driver: '570',
      arguments: ['--base-directory', join(folder, 'base')],
    });
    const safe = [...command, '--disable-all-custom-nodes'];
    expect((await gatherLaunchFacts({ ...sources, engine, command: safe })).customNodes).toEqual([]);
  });

  test('of one on another machine only what it says of itself', async () => {
    const engine = sampleEngine({ kind: 'external', folder: null });
    expect(await gatherLaunchFacts({ ...sources, engine, command: undefined })).toMatchObject({
      comfyui: { version: '0.28.0', commit: null },
      customNodes: null,
      driver: null,
      system: null,
      arguments: ['--lowvram'],
    });
  });
});
