import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeHostFile } from '../../../electron/host-file.ts';
import { hearth, listeningHost } from './command-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-none-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const startedAt = new Date(0).toISOString();
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

const clients: string[][] = [
  ['submit', '--template', 'demo'],
  ['jobs'],
  ['jobs', 'x'],
  ['cancel', 'x'],
  ['requeue', 'x'],
  ['pause'],
  ['resume'],
  ['engine'],
  ['engine', 'start'],
  ['templates'],
];

describe('without a host', () => {
  test.each(clients)('%s %s ends with 3 and says how to start one', async (...words) => {
    const { code, out, err } = await hearth([...words.filter(Boolean), '--data', folder]);
    expect([code, out]).toEqual([3, '']);
    expect(err).toBe(
      `No Hearth is running for the data folder ${folder}. Nothing was changed. Start one with: hearth serve --data ${folder}\n`,
    );
  });

  test('--json is one JSON document all the same', async () => {
    const { code, json, err } = await hearth(['jobs', '--json', '--data', folder]);
    expect(code).toBe(3);
    expect(json()).toEqual({ error: { code: 'disconnected', message: err.trim() } });
  });

  const file = (url: string, token: string): string => JSON.stringify({ url, token, pid: process.pid, startedAt });
  test.each([
    '',
    '{',
    '{"url":"http://127.0.0.1:1"}',
    file('file:///etc/passwd', 't'),
    file('javascript:1', 't'),
    file('http://127.0.0.1:1', 'a\nb'),
    file('http://127.0.0.1:1', '토큰'),
    file('http://127.0.0.1:1', ''),
  ])('a host.json with %j is none', async (text) => {
    writeFileSync(join(folder, 'host.json'), text);
    const { code, err } = await hearth(['jobs', '--data', folder]);
    expect([code, err.startsWith('No Hearth is running')]).toEqual([3, true]);
  });

  test('a host whose process is gone is not asked: its port may be somebody else’s', async () => {
    await using stranger = await listeningHost();
    writeHostFile(folder, { url: stranger.url, token: stranger.token, pid: deadPid(), startedAt });
    expect((await hearth(['jobs', '--data', folder])).code).toBe(3);
    expect(stranger.calls).toEqual([]);
  });

  test('a process that does not listen is no host', async () => {
    writeHostFile(folder, { url: 'http://127.0.0.1:1', token: 't', pid: process.pid, startedAt });
    expect((await hearth(['jobs', '--data', folder])).code).toBe(3);
  });

  test('who answers but refuses the token is no host', async () => {
    await using other = await listeningHost();
    writeHostFile(folder, { url: other.url, token: 'another', pid: process.pid, startedAt });
    const { code, err } = await hearth(['jobs', '--data', folder]);
    expect([code, err.includes('hearth serve')]).toEqual([3, true]);
  });
});

describe('with a host', () => {
  test('host.json leads to it', async () => {
    await using host = await listeningHost();
    writeHostFile(folder, { url: host.url, token: host.token, pid: process.pid, startedAt });
    expect((await hearth(['jobs', '--data', folder])).code).toBe(0);
    expect((await hearth(['jobs', '--data', '.'], {}, folder)).code).toBe(0);
  });

  test.each<[string, (host: { url: string; token: string }) => NodeJS.ProcessEnv, number]>([
    ['both', ({ url, token }) => ({ HEARTH_URL: url, HEARTH_TOKEN: token }), 0],
    ['a slash at the end', ({ url, token }) => ({ HEARTH_URL: `${url}/`, HEARTH_TOKEN: token }), 0],
    ['the printed address', ({ url, token }) => ({ HEARTH_URL: `${url}/?token=${token}` }), 0],
    ['the token of host.json', ({ url }) => ({ HEARTH_URL: url }), 0],
    ['a wrong token', ({ url }) => ({ HEARTH_URL: url, HEARTH_TOKEN: 'x' }), 3],
    ['a token in two lines', ({ url }) => ({ HEARTH_URL: url, HEARTH_TOKEN: 'a\nb' }), 3],
    ['a token that no header takes', ({ url }) => ({ HEARTH_URL: url, HEARTH_TOKEN: '토큰' }), 3],
    ['a token with a space', ({ url }) => ({ HEARTH_URL: url, HEARTH_TOKEN: ' x' }), 3],
    ['nobody there', ({ token }) => ({ HEARTH_URL: 'http://127.0.0.1:1', HEARTH_TOKEN: token }), 3],
    ['no address', ({ token }) => ({ HEARTH_URL: 'not an address', HEARTH_TOKEN: token }), 2],
    ['another protocol', ({ token }) => ({ HEARTH_URL: 'ftp://127.0.0.1', HEARTH_TOKEN: token }), 2],
  ])('the environment overrides it: %s', async (_what, env, code) => {
    await using host = await listeningHost();
    writeHostFile(folder, { url: 'http://127.0.0.1:1', token: host.token, pid: process.pid, startedAt });
    const { code: ended, err } = await hearth(['jobs', '--data', folder], env(host));
    expect(ended).toBe(code);
    if (code === 3) expect(err).toContain('Check HEARTH_URL and HEARTH_TOKEN');
  });

  test.each(['x', 'a\nb'])('a token of the environment, %j, is asked for, not another host', async (token) => {
    await using host = await listeningHost();
    writeHostFile(folder, { url: host.url, token: host.token, pid: process.pid, startedAt });
    const { code, err } = await hearth(['jobs', '--data', folder], { HEARTH_TOKEN: token });
    expect([code, err]).toEqual([3, expect.stringContaining(`No Hearth answers at ${host.url} with this token`)]);
  });

  test.each<[string, (folder: string) => string[]]>([
    ['before', (data) => ['--data', data, '--json', 'jobs']],
    ['before, joined', (data) => [`--data=${data}`, '--json', 'jobs']],
    ['around', (data) => ['--json', 'jobs', '--limit', '5', '--data', data]],
    ['behind', (data) => ['jobs', '--json', '--data', data]],
  ])('options that every command takes may stand %s it', async (_where, words) => {
    await using host = await listeningHost();
    writeHostFile(folder, { url: host.url, token: host.token, pid: process.pid, startedAt });
    const { code, json } = await hearth(words(folder));
    expect([code, json().jobs]).toEqual([0, []]);
  });
});

describe('help', () => {
  const commands = 'serve submit jobs cancel requeue pause resume engine templates doctor'.split(' ');
  test.each(commands)('%s --help tells usage and options, on standard output', async (name) => {
    const { code, out, err } = await hearth([name, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: hearth ${name}`);
    for (const option of ['--data DIR', '--json', '--help']) expect(out).toContain(option);
    expect((await hearth(['help', name])).out).toBe(out);
  });

  test('lists every command', async () => {
    const { code, out } = await hearth(['--help']);
    expect(code).toBe(0);
    for (const name of [...commands, 'demo-engine']) expect(out).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
  });

  test.each<[string[], string]>([
    [[], 'Usage: hearth COMMAND'],
    [['sbumit'], 'Unknown command sbumit. Did you mean submit?'],
    [['--jsno'], 'Unknown option --jsno.'],
    [['constructor'], 'Unknown command constructor.'],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['serve', 'x'], 'One word too many: x'],
    [['serve', '--port', '99999'], '--port must be a number'],
    [['serve', '--data', ''], '--data needs a folder.'],
    [['jobs', '--data='], '--data needs a folder.'],
    [['--data'], 'Unknown option --data.'],
    [['submit', '--template', 'demo', '--key', ''], '--key takes 1 to 512 characters, not 0.'],
    [['submit', '--template', 'demo', '--key', 'k'.repeat(513)], '--key takes 1 to 512 characters, not 513.'],
    [['pause', '--reason', 'r'.repeat(501)], '--reason takes 500 characters at most, not 501.'],
    [['serve', '--engine', 'ftp://x'], '--engine takes an http or https address'],
  ])('%j is wrong usage: exit code 2', async (words, message) => {
    const { code, out, err } = await hearth(words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test('the version is the package’s', async () => {
    expect((await hearth(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('doctor', () => {
  test('needs no host, changes nothing, and says what to do about each lack', async () => {
    const data = join(folder, 'never made');
    const { code, json } = await hearth(['doctor', '--json', '--data', data], { PATH: process.env.PATH });
    expect(code).toBe(0);
    const { checks } = json();
    expect(checks.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['node', 'electron', 'browser', 'python', 'gpu', 'data-folder', 'disk', 'ports', 'host']),
    );
    for (const check of checks) {
      expect(Object.keys(check)).toEqual(['id', 'ok', 'detail', 'remedy']);
      expect(check.detail).not.toBe('');
      if (check.ok) expect(check.remedy).toBeNull();
      else expect(check.remedy).toMatch(/\S/);
    }
    expect(checks.find(({ id }: { id: string }) => id === 'node').ok).toBe(true);
    expect(checks.find(({ id }: { id: string }) => id === 'host')).toMatchObject({
      ok: false,
      remedy: `Start one with: hearth serve --data ${data}`,
    });
    expect((await hearth(['doctor', '--data', data])).out).toContain('no  host');
  });

  test('finds the running host', async () => {
    await using host = await listeningHost();
    const { json } = await host.hearth('doctor', '--json');
    expect(json().checks.find(({ id }: { id: string }) => id === 'host').detail).toContain(host.url);
  });
});
