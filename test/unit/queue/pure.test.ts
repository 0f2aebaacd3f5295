import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JobRow } from '../../../electron/db/jobs.ts';
import type { EngineMessage } from '../../../electron/engine/client-types.ts';
import { classifyExecution, classifyRefusal } from '../../../electron/queue/failure.ts';
import { createFailureRow } from '../../../electron/queue/failure-row.ts';
import { jobError, signatureOf } from '../../../electron/queue/job-error.ts';
import { newId } from '../../../electron/queue/new-id.ts';
import { passesBeforeStarved, pick, starvedAfterMs } from '../../../electron/queue/order.ts';
import { createProgress } from '../../../electron/queue/progress.ts';
import { requestDigest } from '../../../electron/queue/request-digest.ts';
import { stallAfterMs } from '../../../electron/queue/stall.ts';
import { createVigil } from '../../../electron/queue/vigil.ts';

describe('what an exception means', () => {
  test.each([
    ['torch.OutOfMemoryError', 'Allocation on device \nThis error means you ran out of memory on your GPU.', 'outOfMemory'],
    ['torch.cuda.OutOfMemoryError', 'CUDA out of memory. Tried to allocate 2.00 GiB', 'outOfMemory'],
    ['torch.AcceleratorError', 'CUDA error: out of memory', 'outOfMemory'],
    ['RuntimeError', 'HIP out of memory. Tried to allocate 20.00 MiB', 'outOfMemory'],
    ['RuntimeError', 'MPS backend out of memory', 'outOfMemory'],
    ['RuntimeError', "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes", 'outOfMemory'],
    ['torch.AcceleratorError', 'CUDA error: unknown error', 'gpuBroken'],
    ['RuntimeError', 'CUDA error: an illegal memory access was encountered', 'gpuBroken'],
    ['RuntimeError', 'HIP error: unspecified launch failure', 'gpuBroken'],
    ['RuntimeError', 'CUDA error: device-side assert triggered', 'gpuBroken'],
    ['RuntimeError', 'cuda runtime: CUBLAS_STATUS_EXECUTION_FAILED when calling cublasGemmEx', 'gpuBroken'],
    ['safetensors_rust.SafetensorError', 'Error while deserializing header: header too large', 'badInput'],
    ['RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (77x2048 and 768x320)', 'nodeFailed'],
    ['RuntimeError', 'PytorchStreamReader failed reading zip archive: failed finding central directory', 'badInput'],
    ['FileNotFoundError', "Model in folder 'vae' with filename 'x.pt' not found.", 'badInput'],
    ['PIL.UnidentifiedImageError', 'cannot identify image file', 'badInput'],
    ['OSError', '[Errno 28] No space left on device', 'noRoom'],
    ['OSError', "[Errno 122] Disk quota exceeded: '/c/output/a.png'", 'noRoom'],
    ['OSError', '[WinError 112] There is not enough space on the disk', 'noRoom'],
    ['RuntimeError', '[enforce fail at inline_container.cc:595] . unexpected pos 64 vs 0: No space left on device', 'noRoom'],
    ['ValueError', 'something nobody has seen', 'nodeFailed'],
    ['KeyError', "'cuda'", 'nodeFailed'],
  ])('%s: %s', (exceptionType, message, kind) => {
    const found = classifyExecution({ nodeId: '3', nodeClass: 'KSampler', exceptionType, message, traceback: [] });
    expect(found.kind).toBe(kind);
    expect(found.error).toMatchObject({ node: '3', params: { class: 'KSampler' } });
    expect(found.error?.message).toContain('KSampler');
  });

  const saving = [
    '  File "/c/nodes.py", line 1678, in save_images\n',
    '  File "/c/folder_paths.py", line 546, in get_save_image_path\n',
  ];
  const loading = ['  File "/c/nodes.py", line 700, in load_image\n'];
  test.each([
    ['FileNotFoundError', "[Errno 2] No such file or directory: '/media/usb/out/hearth'", saving, 'nodeFolderRefused'],
    ['FileNotFoundError', "[WinError 3] The system cannot find the path specified: 'E:\\\\'", saving, 'nodeFolderRefused'],
    ['NotADirectoryError', "[Errno 20] Not a directory: '/c/output/hearth'", saving, 'nodeFolderRefused'],
    ['PermissionError', "[Errno 13] Permission denied: '/c/output/hearth'", saving, 'nodeFolderRefused'],
    ['OSError', "[Errno 30] Read-only file system: '/c/output/hearth'", saving, 'nodeFolderRefused'],
    ['OSError', '[Errno 28] No space left on device', saving, 'nodeNoRoom'],
    ['FileNotFoundError', "[Errno 2] No such file or directory: '/c/input/hearth/a.png'", loading, 'nodeBadInput'],
    ['ValueError', 'cannot write mode F as PNG', saving, 'nodeFailed'],
  ])('%s %s is told by where it was raised', (exceptionType, message, traceback, code) => {
    const { kind, error } = classifyExecution({ nodeId: '9', nodeClass: 'SaveImage', exceptionType, message, traceback });
    expect(error?.code).toBe(code);
    // A drive may be connected again: such a job is never given up at once.
    if (code === 'nodeFolderRefused') expect(kind).toBe('nodeFailed');
    if (code === 'nodeFolderRefused') expect(error?.message).not.toMatch(/model/i);
  });

  test('a refusal names the node and its input', () => {
    const errors = [
      { type: 'value_not_in_list', message: 'Value not in list', details: "ckpt_name: 'x' not in []", input: 'ckpt_name' },
    ];
    const { error } = classifyRefusal({
      kind: 'refused',
      type: 'prompt_outputs_failed_validation',
      message: 'Prompt outputs failed validation',
      details: '',
      node: null,
      nodeErrors: { '4': { class: 'CheckpointLoaderSimple', errors } },
    });
    expect(error).toMatchObject({ code: 'engineRefusedInput', node: '4', input: 'ckpt_name' });
    expect(error?.message).toContain("ckpt_name: 'x' not in []");
  });
});

describe('failures in a row', () => {
  const failed = (message: string) => jobError('nodeFailed', { node: '3', class: 'A', type: 'T', message });
  test('three different jobs with one signature make a row; numbers and paths do not tell them apart', () => {
    const row = createFailureRow();
    expect(row.failed('a', failed('no file /x/1.png at 0x7f'))).toBe(false);
    expect(row.failed('b', failed('no file /y/1.png at 0x8e'))).toBe(false);
    expect(row.failed('c', failed('no file /z/22.png at 0x1'))).toBe(true);
  });
  test('the same job again is no longer row, and a success or another failure begins anew', () => {
    const row = createFailureRow();
    for (let time = 0; time < 5; time++) expect(row.failed('a', failed('x'))).toBe(false);
    row.failed('b', failed('x'));
    row.succeeded();
    expect(row.failed('c', failed('x'))).toBe(false);
    row.failed('d', failed('x'));
    expect(row.failed('e', failed('another'))).toBe(false);
    expect(row.failed('f', failed('x'))).toBe(false);
  });
  test('signatures differ by node class', () => {
    const other = jobError('nodeFailed', { node: '3', class: 'B', type: 'T', message: 'x' });
    expect(signatureOf(other)).not.toBe(signatureOf(failed('x')));
  });
});

describe('run order', () => {
  const row = (grade: number, rank: number, created_at = 0): JobRow =>
    // Only what the order looks at.
    ({ grade, rank, created_at, id: `${grade}/${rank}` }) as JobRow;
  const order = (choice: Partial<Parameters<typeof pick>[0]>): string | undefined =>
    pick({ first: undefined, due: undefined, oldest: () => undefined, lastGrades: () => [], now: 0, ...choice })?.id;

  test('grade, then rank; a due retry takes its own place', () => {
    expect(order({ first: row(2, 5), due: row(2, 3) })).toBe('2/3');
    expect(order({ first: row(2, 5), due: row(3, 1) })).toBe('2/5');
    expect(order({ due: row(3, 1) })).toBe('3/1');
    expect(order({})).toBeUndefined();
  });
  test('who waited long passes once after a few, and no sooner', () => {
    const old = row(3, 1, -starvedAfterMs);
    const passed = Array.from({ length: passesBeforeStarved }, () => 1);
    expect(order({ first: row(1, 9), oldest: () => old, lastGrades: () => passed })).toBe('3/1');
    expect(order({ first: row(1, 9), oldest: () => old, lastGrades: () => [...passed.slice(1), 3] })).toBe('1/9');
    expect(order({ first: row(1, 9), oldest: () => row(3, 1, 1), lastGrades: () => passed })).toBe('1/9');
  });
});

describe('progress', () => {
  const graph = [
    { id: '4', class: 'CheckpointLoaderSimple', title: 'Load' },
    { id: '3', class: 'KSampler', title: 'Sample' },
    { id: '8', class: 'VAEDecode', title: 'Decode' },
    { id: '9', class: 'SaveImage', title: 'Save' },
  ];
  const promptId = 'p';
  const executing = (node: string): EngineMessage => ({ type: 'executing', promptId, node });
  const step = (value: number, max: number, node = '3'): EngineMessage => ({ type: 'progress', promptId, node, value, max });

  test('it never falls, moves on while a model loads, and ends near one', () => {
    const progress = createProgress(graph);
    let at = 0;
    const seen: number[] = [];
    const look = (): void => void seen.push(progress.facts(at).ratio);
    progress.see(executing('4'), at);
    for (let second = 0; second < 60; second++) {
      at += 1_000;
      look();
    }
    const loading = seen.slice();
    expect(new Set(loading).size).toBeGreaterThan(50);
    progress.see(executing('3'), at);
    for (let value = 1; value <= 20; value++) {
      at += 500;
      progress.see(step(value, 20), at);
      look();
    }
    progress.see(executing('8'), at);
    look();
    progress.see(executing('9'), at);
    look();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBeGreaterThan(0.9);
    expect(Math.max(...seen)).toBeLessThan(1);
  });
  test('a bar that begins again, with another length, does not throw it back', () => {
    const progress = createProgress(graph);
    progress.see(executing('3'), 0);
    const seen = [1, 5, 10, 1, 3, 6].map((value, place) => {
      progress.see(step(value, place < 3 ? 10 : 6), place * 100);
      return progress.facts(place * 100).ratio;
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(progress.facts(600).step).toEqual({ value: 6, max: 6 });
  });
  test('cached nodes weigh nothing: the sampler alone is most of it', () => {
    const progress = createProgress(graph);
    progress.see({ type: 'cached', promptId, nodes: ['4'] }, 0);
    progress.see(executing('3'), 0);
    progress.see(step(10, 20), 100);
    expect(progress.facts(100).ratio).toBeGreaterThan(0.35);
  });
  test('remaining time is there after the first measured step, and follows the pace', () => {
    const progress = createProgress(graph);
    progress.see(executing('3'), 0);
    progress.see(step(1, 20), 1_000);
    expect(progress.facts(1_000).remainingMs).toBeNull();
    progress.see(step(2, 20), 2_000);
    const left = progress.facts(2_000).remainingMs ?? 0;
    expect(left).toBeGreaterThanOrEqual(18_000);
    expect(left).toBeLessThan(30_000);
    expect(progress.facts(2_500).remainingMs).toBe(left - 500);
  });
  test('nodes made while running count for the one that made them; `progress_state` alone is enough', () => {
    const progress = createProgress(graph);
    progress.see({ type: 'nodes', promptId, nodes: [{ id: '3.0.1', displayId: '3', value: 5, max: 10, isFinished: false }] }, 0);
    expect(progress.facts(0)).toMatchObject({ node: { id: '3', title: 'Sample' }, step: { value: 5, max: 10 } });
    progress.see(executing('8.0.2'), 1);
    expect(progress.facts(1).node?.id).toBe('8');
  });
});

describe('silence', () => {
  const settings = { stallMs: 600_000, attemptTimeoutMs: 7_200_000 };
  const facts = { isSocketOpen: true, isRunning: true, isInherited: false };
  const start: EngineMessage = { type: 'start', promptId: 'p', at: 0 };
  const verdicts = (seconds: number, vigil = createVigil(), more: Partial<typeof facts> = {}): string[] =>
    Array.from({ length: seconds }, () => vigil.tick(1_000, { ...facts, ...more }, settings));

  test('while messages flow nothing is asked; ten silent seconds ask, and again only ten later', () => {
    const vigil = createVigil();
    for (let second = 0; second < 100; second++) {
      vigil.hear(start, second * 1_000);
      expect(verdicts(5, vigil)).toEqual(Array(5).fill('fine'));
    }
    vigil.hear(start, 500_000);
    const silent = Array.from({ length: 35 }, () => {
      const [verdict] = verdicts(1, vigil);
      if (verdict === 'check') vigil.looked(false);
      return verdict;
    });
    expect(silent.filter((verdict) => verdict === 'check')).toHaveLength(3);
  });
  test('a closed socket is asked every second', () => {
    expect(verdicts(5, createVigil(), { isSocketOpen: false })).toEqual(Array(5).fill('check'));
  });
  test('running without its start being told is a dead worker; taken over from an earlier host it is not', () => {
    expect(verdicts(90)).toContain('workerDead');
    expect(verdicts(3_000, createVigil(), { isInherited: true })).not.toContain('workerDead');
    expect(verdicts(3_000, createVigil(), { isInherited: true })).not.toContain('stalled');
    expect(verdicts(7_200, createVigil(), { isInherited: true })).toContain('timedOut');
  });
  test('waiting at an engine where nothing runs is a dead worker; waiting behind others is not', () => {
    const idle = createVigil();
    idle.looked(true);
    expect(verdicts(20, idle, { isRunning: false })).toContain('workerDead');
    const behind = createVigil();
    behind.looked(false);
    expect(verdicts(5_000, behind, { isRunning: false })).not.toContain('workerDead');
  });
  test('a stall is judged by what runs', () => {
    const vigil = createVigil();
    vigil.hear(start, 0);
    expect(verdicts(599, vigil)).not.toContain('stalled');
    expect(verdicts(1, vigil)).toEqual(['stalled']);
    const sampling = createVigil();
    for (let value = 1; value <= 5; value++)
      sampling.hear({ type: 'progress', promptId: 'p', node: '3', value, max: 20 }, value * 1_000);
    expect(verdicts(119, sampling)).not.toContain('stalled');
    expect(verdicts(1, sampling)).toEqual(['stalled']);
    expect(stallAfterMs({ longestStepMs: 60_000 }, settings)).toBe(600_000);
    expect(stallAfterMs({ longestStepMs: 10_000 }, settings)).toBe(200_000);
  });
});

test('ids are UUIDs that sort by the order of their making', () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => newId(1_800_000_000_000 + Math.floor(n / 5_000)));
  expect(ids.every((id) => z.uuid().safeParse(id).success && id === id.toLowerCase())).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
  expect(newId(1) > (ids.at(-1) ?? '')).toBe(true);
});

test('a request is the same whatever the order of its values, and another for every part of it', () => {
  const base = { template: 'demo', values: { a: 1, b: 'x' }, count: 1, priority: 'normal' as const, isFront: false };
  expect(requestDigest({ ...base, values: { b: 'x', a: 1 } }, 1)).toBe(requestDigest(base, 1));
  const others = [
    { ...base, template: 'other' },
    { ...base, version: 1 },
    { ...base, values: { a: 1, b: 'y' } },
    { ...base, values: { a: '1', b: 'x' } },
    { ...base, values: { a: 1 } },
    { ...base, count: 2 },
    { ...base, priority: 'batch' as const },
    { ...base, isFront: true },
    { ...base, grid: [{ key: 'a', values: [1, 2] }] },
    { ...base, grid: [{ key: 'a', values: [2, 1] }] },
    { ...base, grid: [{ key: 'a', values: [1, 2] }], count: 2 },
  ].map((request) => requestDigest(request, request.count));
  expect(new Set([...others, requestDigest(base, base.count)]).size).toBe(others.length + 1);
});
