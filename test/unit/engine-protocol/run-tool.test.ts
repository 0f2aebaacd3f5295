import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runTool } from '../../../electron/engine/run-tool.ts';

const node = process.execPath;
const timeoutMs = 20_000;

test('what a program wrote and how it ended', async () => {
  const script = 'process.stdout.write("out\\n"); process.stderr.write("err\\n"); process.exitCode = 3';
  expect(await runTool(node, ['-e', script], { timeoutMs })).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n' });
});

test('exactly the environment that was given', async () => {
  const answer = await runTool(node, ['-p', 'Object.keys(process.env).filter((name) => !name.startsWith("__")).join()'], {
    timeoutMs,
    env: { ONLY: '1' },
  });
  expect(answer?.stdout).toBe('ONLY\n');
});

test.each([
  ['no such program', '/nowhere/at-all', {}],
  ['a file that is no program', import.meta.filename, {}],
  ['a path with a NUL byte', 'a\0b', {}],
  ['a working folder that is none', node, { cwd: '/nowhere/at-all' }],
])('null for %s', async (_what, file, options) => {
  expect(await runTool(file, ['-v'], { timeoutMs, ...options })).toBeNull();
});

/** A zombie that nobody has reaped yet is gone. */
const isGone = (pid: number): boolean => {
  try {
    if (process.platform === 'linux') return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

test('past its time it is killed with what it had started', async () => {
  const script =
    'const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" }); process.stdout.write(child.pid + "\\n"); setInterval(() => {}, 1000)';
  const answer = await runTool(node, ['-e', script], { timeoutMs: 1_500 });
  expect(answer?.code).toBeNull();
  await expect.poll(() => isGone(Number(answer?.stdout)), { timeout: 10_000 }).toBe(true);
});
