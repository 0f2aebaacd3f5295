import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { entry } from './child-host.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Runs a command whose standard output goes to `out`; answers with its exit code and what it said to people. */
async function told(words: string[], out: 'gone' | number): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [entry, ...words], { stdio: ['ignore', out === 'gone' ? 'pipe' : out, 'pipe'] });
  if (out === 'gone') child.stdout?.destroy();
  let err = '';
  child.stderr?.on('data', (data) => {
    err += String(data);
  });
  await once(child, 'close');
  return [child.exitCode, err];
}

describe('the output', () => {
  test.each<[string[], number]>([
    [['--help'], 0],
    [['doctor', '--json'], 0],
    [['nope', '--json'], 2],
  ])('of %j may lose its reader: no error, and the exit code stays', async (words, code) => {
    const [ended, err] = await told(words, 'gone');
    expect([ended, err.includes('EPIPE')]).toEqual([code, false]);
  });

  test.runIf(existsSync('/dev/full'))('that the disk does not take is told in one line: exit code 1', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      const [code, err] = await told(['--help'], full);
      expect([code, err]).toEqual([1, expect.stringMatching(/^The output could not be written: ENOSPC.*\n$/)]);
    } finally {
      closeSync(full);
    }
  });
});
