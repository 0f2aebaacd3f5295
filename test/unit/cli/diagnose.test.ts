import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../../electron/cli/run-cli.ts';
import { boot, goodJob, nodeError } from '../../fixtures/crash-logs/build-log.ts';
import { hearth } from './command-line.ts';

let folder: string;
const place = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-diagnose-'));
  writeFileSync(place('good.log'), [...boot(), ...goodJob()].join('\n'));
  writeFileSync(
    place('bad.log'),
    [...boot(), ...nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample'])].join('\n'),
  );
  writeFileSync(place('noise.log'), Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 37) % 256)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('hearth diagnose', () => {
  test('one file as one JSON document', async () => {
    const { code, json, err } = await hearth(['diagnose', place('bad.log'), '--json']);
    expect([code, err]).toEqual([0, '']);
    expect(json()).toMatchObject({
      cause: 'vram-oom',
      confidence: 'high',
      failed: true,
      exception: 'torch.OutOfMemoryError: Allocation on device',
      frame: 'sample',
      node: null,
      stage: 'sampling',
      alsoSeen: [],
    });
    expect(json().remedies[0]).toMatchObject({
      id: expect.any(String),
      kind: expect.any(String),
      flags: [],
      cost: expect.any(String),
      verify: expect.any(String),
    });
  });

  test('several files: one line each, in order, and one that is missing spoils nothing', async () => {
    const { code, out, err } = await hearth([
      'diagnose',
      place('bad.log'),
      place('gone.log'),
      place('good.log'),
      folder,
      '--json',
    ]);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(lines.map(({ file, cause, error }) => [file, cause ?? error.code])).toEqual([
      [place('bad.log'), 'vram-oom'],
      [place('gone.log'), 'not-found'],
      [place('good.log'), 'none'],
      [folder, 'invalid-input'],
    ]);
    expect(err).toContain(`There is no file ${place('gone.log')}`);
    expect(err).toContain(`${folder} is a folder`);
  });

  test('in words, with the guilty line and what to try', async () => {
    const { code, out } = await hearth(['diagnose', place('bad.log')]);
    expect(code).toBe(0);
    expect(out).toContain('Out of video memory [vram-oom, confidence high]');
    expect(out).toMatch(/^ +\d+ {2}torch\.OutOfMemoryError: Allocation on device$/m);
    expect(out).toContain('What to try, the gentlest first:');
    expect(out).toContain('--reserve-vram 1');
  });

  test('a path is taken from the folder one stands in', async () => {
    expect((await hearth(['diagnose', 'good.log', '--json'], {}, folder)).json()).toMatchObject({ cause: 'none', failed: false });
  });

  test('standard input', async () => {
    let out = '';
    const input = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from(`${boot().join('\n')}\ngot prompt\nKil`);
      yield Buffer.from('led\n');
    };
    const code = await runCli(['diagnose', '-', '--json'], {
      platform: 'linux',
      env: {},
      home: '/nowhere',
      cwd: folder,
      isJson: true,
      out: (text) => {
        out += text;
      },
      err: () => undefined,
      input,
    });
    expect([code, JSON.parse(out).cause]).toEqual([0, 'ram-oom-sigkill']);
  });

  test.each<[string[], string]>([
    [['--exit', '-11'], 'segfault-linux'],
    [['--exit=3221225477'], 'access-violation-unknown'],
    [['--signal', 'KILL'], 'ram-oom-sigkill'],
    [['--signal', 'SIGTERM'], 'none'],
    [['--outcome', 'rebooted'], 'system-reboot-power'],
    [['--outcome', 'requested', '--exit', '137'], 'none'],
    [['--outcome', 'crashed'], 'unknown'],
  ])('what is known from outside: %j', async (words, cause) => {
    expect((await hearth(['diagnose', place('good.log'), '--json', ...words])).json().cause).toBe(cause);
  });

  test('binary data is said to be none of our business', async () => {
    const { code, json, err } = await hearth(['diagnose', place('noise.log'), '--json']);
    expect([code, json().cause, err]).toEqual([0, 'unknown', `${place('noise.log')} is no text, so it was not read as a log.\n`]);
  });

  test.each([
    [['diagnose']],
    [['diagnose', 'x', '--exit', 'eleven']],
    [['diagnose', 'x', '--exit', '1.5']],
    [['diagnose', 'x', '--signal', 'not a signal']],
    [['diagnose', 'x', '--outcome', 'exploded']],
    [['diagnose', 'x', '--version', 'latest']],
    [['diagnose', 'x', '--exti', '1']],
  ])('wrong usage: %j', async (words) => expect((await hearth(words)).code).toBe(2));
});
