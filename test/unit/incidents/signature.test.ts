import { expect, test } from 'vitest';
import { boot, nodeError, offloading } from '../../fixtures/crash-logs/build-log.ts';
import { diagnoseLines } from './diagnose-lines.ts';

const signature = async (...lines: readonly string[]): Promise<string | null> => (await diagnoseLines({ lines })).signature;
const cast = ['nodes.py:encode', 'comfy/ops.py:cast_bias_weight', 'comfy/model_management.py:sync_stream'];
const crash = nodeError('torch.AcceleratorError: CUDA error: unknown error', cast);

test('the same failure has one signature on other days, machines and versions', async () => {
  const first = await signature(...boot({ extra: offloading }), ...crash);
  expect(first).toMatch(/^v1-[0-9a-f]{16}$/);
  expect(
    await signature(
      ...boot({ extra: offloading, version: '0.33.0', device: 'cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync' }),
      ...crash.map((line) => line.replaceAll('line 77', 'line 912').replaceAll('/home/mira', '/srv/x')),
    ),
  ).toBe(first);
  expect(
    await signature(...boot({ extra: offloading }), ...crash.map((line) => `[2026-03-02 20:14:11.200] [error] ${line}`)),
  ).toBe(first);
});

test('another cause, exception or place has another one', async () => {
  const all = [
    await signature(...boot({ extra: offloading }), ...crash),
    await signature(...boot(), ...crash),
    await signature(
      ...boot({ extra: offloading }),
      ...nodeError('torch.AcceleratorError: CUDA error: unknown error', cast.slice(0, 2)),
    ),
    await signature(...boot({ extra: offloading }), ...nodeError('RuntimeError: CUDA error: unknown error', cast)),
  ];
  expect(new Set(all).size).toBe(4);
});

test('silent deaths of different kinds are kept apart, however each is told', async () => {
  const lines = [...boot(), 'got prompt'];
  const of = async (end: { signal?: string; exit?: number }): Promise<string | null> =>
    (await diagnoseLines({ lines, outcome: 'crashed', ...end })).signature;
  const kinds = [{ signal: 'SIGABRT' }, { signal: 'SIGFPE' }, { signal: 'SIGBUS' }, { exit: 3 }, { exit: 1 }];
  const all = await Promise.all(kinds.map(of));
  expect(new Set(all).size).toBe(kinds.length);
  // A shell writes the signal as a code.
  expect(await of({ exit: 134 })).toBe(all[0]);
});

test('where nothing failed there is none', async () => expect(await signature(...boot())).toBeNull());
