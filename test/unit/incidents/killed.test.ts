import { expect, test } from 'vitest';
import { isMemoryAmple, type MemoryAtEnd, memoryAtEnd } from '../../../electron/incidents/memory-at-end.ts';
import type { Evidence } from '../../../shared/evidence.ts';
import { boot, goodJob, nodeError, offloading } from '../../fixtures/crash-logs/build-log.ts';
import { diagnoseBytes } from './diagnose-lines.ts';

const ample: MemoryAtEnd = { isKernelKill: false, freeShare: 0.6 };
const atWork = [...boot(), 'got prompt', 'Requested to load Flux'];
const kernel = 'kernel: Out of memory: Killed process 4711 (python) total-vm:99999kB';

test.each<[string, string[], MemoryAtEnd | null, [cause: string, confidence: string]]>([
  ['memory to spare', atWork, ample, ['unknown', 'low']],
  [
    'memory to spare on WSL',
    [...boot({ extra: [...offloading, 'Linux-microsoft-standard-WSL2'] }), 'got prompt'],
    ample,
    ['unknown', 'low'],
  ],
  ['memory to spare, and a shell that says so', [...atWork, 'Killed'], ample, ['unknown', 'low']],
  [
    'memory to spare, an earlier job had failed',
    [...boot(), ...nodeError('ValueError: x'), ...goodJob(), 'got prompt'],
    ample,
    ['unknown', 'low'],
  ],
  ['little memory', atWork, { isKernelKill: false, freeShare: 0.05 }, ['ram-oom-sigkill', 'medium']],
  ['the kernel did it', atWork, { isKernelKill: true, freeShare: 0.6 }, ['ram-oom-sigkill', 'high']],
  ['the kernel did it, and its own words are in the log', [...atWork, kernel], ample, ['ram-oom-sigkill', 'high']],
  [
    'the kernel did nothing and nobody looked at the memory',
    atWork,
    { isKernelKill: false, freeShare: null },
    ['unknown', 'low'],
  ],
  ['nothing is known', atWork, { isKernelKill: null, freeShare: null }, ['ram-oom-sigkill', 'low']],
  ['a log alone', atWork, null, ['ram-oom-sigkill', 'low']],
  ['a log alone with the shell’s word', [...atWork, 'Killed'], null, ['ram-oom-sigkill', 'medium']],
  ['a log alone with the kernel’s words', [...atWork, kernel], null, ['ram-oom-sigkill', 'high']],
])('SIGKILL: %s', async (_case, lines, memory, [cause, confidence]) => {
  const diagnosis = await diagnoseBytes(Buffer.from(lines.join('\n')), { signal: 'SIGKILL', outcome: 'crashed', memory });
  expect(diagnosis).toMatchObject({ cause, confidence, failed: true });
  expect(diagnosis.fact).toBe(cause === 'unknown' ? 'killed-from-outside' : undefined);
});

test('a kill from outside is no kin of other unknown failures', async () => {
  const outside = await diagnoseBytes(Buffer.from(atWork.join('\n')), { signal: 'SIGKILL', outcome: 'crashed', memory: ample });
  const other = await diagnoseBytes(Buffer.from(atWork.join('\n')), { exit: 77, outcome: 'crashed' });
  expect(outside.signature).not.toBe(other.signature);
});

const at = (second: number): string => new Date(Date.UTC(2026, 10, 30, 12, 0, second)).toISOString();
const evidence = (change: object): Evidence =>
  ({
    exit: { meaning: null, signal: 'SIGKILL' },
    system: 'Linux 6.1 x64',
    load: [],
    memory: [],
    launch: { endedAt: at(40) },
    ...change,
  }) as unknown as Evidence;
const used = (second: number, share: number) => ({ at: at(second), machineRamUsedBytes: share * 100, machineRamTotalBytes: 100 });

test.each<[string, object, MemoryAtEnd | null]>([
  [
    'the least of the last half minute',
    { load: [used(1, 0.99), used(20, 0.4), used(30, 0.7), used(38, 0.5)] },
    { isKernelKill: false, freeShare: 0.3 },
  ],
  [
    'what the engine told',
    {
      memory: [
        { at: at(30), ramFreeBytes: 10, ramTotalBytes: 100 },
        { at: at(31), ramFreeBytes: null, ramTotalBytes: null },
      ],
    },
    { isKernelKill: false, freeShare: 0.1 },
  ],
  ['nobody looked', {}, { isKernelKill: false, freeShare: null }],
  ['the kernel counts', { exit: { meaning: 'OOM_KILL', signal: 'SIGKILL' } }, { isKernelKill: true, freeShare: null }],
  ['no such count elsewhere', { system: 'Darwin 24 arm64' }, { isKernelKill: null, freeShare: null }],
  ['it did not end by itself', { exit: null }, null],
])('memory at the end: %s', (_case, change, expected) => {
  const found = memoryAtEnd(evidence(change));
  expect(found && { ...found, freeShare: found.freeShare === null ? null : Number(found.freeShare.toFixed(6)) }).toEqual(
    expected,
  );
});

test('little memory is never ample', () => {
  expect(isMemoryAmple({ isKernelKill: null, freeShare: 0.1 })).toBe(false);
  expect(isMemoryAmple({ isKernelKill: null, freeShare: null })).toBe(false);
});
