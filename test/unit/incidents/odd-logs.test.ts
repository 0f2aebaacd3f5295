import { describe, expect, test } from 'vitest';
import { boot, goodJob, nodeError, offloading, packError, refused, startError } from '../../fixtures/crash-logs/build-log.ts';
import type { CrashLog } from '../../fixtures/crash-logs/fixture.ts';
import { gpuLogs } from '../../fixtures/crash-logs/gpu.ts';
import { packageLogs } from '../../fixtures/crash-logs/packages.ts';
import { systemLogs } from '../../fixtures/crash-logs/system.ts';
import { diagnoseBytes, diagnoseLines } from './diagnose-lines.ts';

const logs = { ...gpuLogs, ...packageLogs, ...systemLogs };
const outOfMemory = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample', 'comfy/samplers.py:sample']);
const poisoned = nodeError('RuntimeError: CUDA error: an illegal memory access was encountered');
const portTaken = [
  'Starting server',
  ...startError("OSError: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8188): address already in use"),
];

const prefixes: Record<string, (line: string, at: number) => string> = {
  'level tag': (line) => `\u001b[1m\u001b[31m[ERROR]\u001b[0m ${line}`,
  'level tag without escapes': (line) => `[32m[INFO][0m ${line}`,
  Desktop: (line) => `[2026-03-02 20:14:11.200] [error] ${line}`,
  'Desktop information': (line) => `[2026-03-02 20:14:11.200] [info]  ${line}`,
  SwarmUI: (line) => `15:14:21.773 [Warning] [ComfyUI-0/STDERR] ${line}`,
  'SwarmUI with a date': (line) => `2026-01-06 18:08:03.172 [Warning] [ComfyUI-0/STDERR] ${line}`,
  'SwarmUI without time': (line) => `[ComfyUI-1/STDERR] ${line}`,
  'comfyui.log': (line) => `2025-04-09T20:20:05.437529 - ${line}`,
  'old log': (line) => `2024-09-11 11:23:11,827 - root - ERROR - ${line}`,
  Krita: (line) => `2026-04-06 15:45:27,406 INFO ${line}`,
  'old Manager': (line) => `[2024-02-19 12:03] ${line}`,
  'Desktop on a console': (line) => `15:14:21.773 > ${line}`,
  'Docker Desktop': (line) => `2026-01-06 18:08:03 ${line}`,
  'level tag with seen escapes': (line) => `←[1m←[31m[ERROR]←[0m ${line}`,
  'Python’s own': (line, at) => (at % 2 === 0 ? `ERROR:root:${line}` : line),
  'a quotation': (line) => `> ${line}`,
  'a journal': (line) => `Apr 30 19:12:54 den bash[4287]: ${line}`,
  compose: (line) => `comfyui-cu128  | ${line}`,
  'compose over a level tag': (line) => `comfyui-1  | [WARNING] ${line}`,
  'docker with times': (line) => `2026-02-03T10:00:00.123456789Z ${line}`,
  rich: (line, at) => (line.trim() === '' ? line : `${at % 3 === 0 ? '2025-02-05 21:05:23' : ' '.repeat(19)} INFO     ${line}`),
};

describe('what launchers put before a line', () => {
  test.each(Object.entries(prefixes))('%s changes neither cause nor lines', async (name, prefix) => {
    const different: string[] = [];
    for (const [id, log] of Object.entries(logs)) {
      const plain = await diagnoseLines(log);
      const lines = log.lines.map((line, at) => (line === '' && name !== 'compose' ? line : prefix(line, at)));
      const wrapped = await diagnoseLines({ ...log, lines });
      if (wrapped.cause !== plain.cause || wrapped.lines.join() !== plain.lines.join())
        different.push(`${id}: ${wrapped.cause} ${wrapped.lines.join()} for ${plain.lines.join()}`);
    }
    expect(different).toEqual([]);
  });
});

describe('how a log is written', () => {
  const text = [...boot({ extra: offloading }), ...outOfMemory].join('\n');
  const expected = ['vram-oom', 'torch.OutOfMemoryError: Allocation on device'];
  const answer = async (bytes: Buffer, chunk?: number): Promise<unknown> => {
    const { cause, exception } = await diagnoseBytes(bytes, {}, chunk);
    return [cause, exception];
  };
  const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

  test.each<[string, Buffer]>([
    ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['a doubled carriage return', Buffer.from(text.replaceAll('\n', '\r\r\n'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big endian with a mark', swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 big endian without a mark', swapped(Buffer.from(text, 'utf16le'))],
    ['bytes of another code page', Buffer.concat([Buffer.from([0xb0, 0xa1, 0xb3, 0xaa, 0x0a]), Buffer.from(text)])],
    ['zeros at its end, as after a power cut', Buffer.concat([Buffer.from(text), Buffer.alloc(4096)])],
    ['no line end at its end', Buffer.from(text)],
  ])('%s', async (_name, bytes) => {
    expect(await answer(bytes)).toEqual(expected);
    expect(await answer(bytes, 7)).toEqual(expected);
  });

  test('progress that was overwritten counts as one line', async () => {
    const bar = Array.from({ length: 30 }, (_, at) => `\r ${at}%|█| ${at}/30 [00:01<00:02]`).join('');
    const log = [...boot(), 'got prompt', bar, ...outOfMemory.slice(1)];
    const { cause, lines } = await diagnoseLines({ lines: log });
    expect([cause, lines.every((n) => n <= log.length)]).toEqual(['vram-oom', true]);
  });

  test('a message behind a bar on the same line is read', async () => {
    const log = [
      ...boot(),
      'got prompt',
      '  5%|▌         | 1/20 [00:02<00:51,  2.72s/it]!!! Exception during processing !!! Allocation on device',
    ];
    expect((await diagnoseLines({ lines: log })).cause).toBe('vram-oom');
  });
});

test('a pack that could not be imported is no part of a failure that does not speak of it', async () => {
  const pack = packError("ModuleNotFoundError: No module named 'x'");
  const taken = [
    'Port 8188 is already in use on address 127.0.0.1. Please close the other application or use a different port with --port.',
  ];
  const lines = [...boot({}, false), ...pack, 'Starting server', ...taken];
  expect(await diagnoseLines({ lines, exit: 1 })).toMatchObject({
    cause: 'port-in-use',
    lines: [lines.length],
    exception: null,
    frame: null,
    pack: null,
  });
  const died = await diagnoseLines({ lines: [...boot(), ...pack, 'got prompt'], signal: 'SIGKILL', outcome: 'crashed' });
  expect([died.cause, died.exception, died.frame]).toEqual(['ram-oom-sigkill', null, null]);
});

describe('what is no log', () => {
  test('nothing at all is not a failure', async () => {
    expect(await diagnoseBytes(Buffer.alloc(0))).toMatchObject({ cause: 'none', failed: false, lines: [] });
  });
  test('nothing at all, but an exit code', async () => {
    expect(await diagnoseBytes(Buffer.alloc(0), { exit: 139 })).toMatchObject({
      cause: 'segfault-linux',
      failed: true,
      lines: [],
    });
  });
  test('binary data is answered with unknown', async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251));
    expect(await diagnoseBytes(noise)).toMatchObject({ cause: 'unknown', failed: false, confidence: 'low' });
  });
  test('a novel is no log, and no failure', async () => {
    expect(await diagnoseLines({ lines: Array.from({ length: 300 }, () => 'It was a dark and stormy night.') })).toMatchObject({
      cause: 'unknown',
      confidence: 'low',
      failed: false,
      fact: 'no-engine-log',
    });
  });
  test('one line of two megabytes', async () => {
    const long = `${'tensor 0.123 '.repeat(160_000)}`;
    expect(await diagnoseLines({ lines: [...boot(), long, ...outOfMemory] })).toMatchObject({ cause: 'vram-oom' });
  });
});

describe('which failure counts', () => {
  const cases: [string, CrashLog, string][] = [
    ['one that a good job followed is history', { lines: [...boot(), ...outOfMemory, ...goodJob()] }, 'none'],
    [
      'the last one of several jobs',
      { lines: [...boot(), ...outOfMemory, ...nodeError('RuntimeError: ERROR: VAE is invalid: None')] },
      'vae-input-none',
    ],
    [
      'the first one when it broke the GPU context',
      { lines: [...boot(), ...poisoned, ...nodeError('RuntimeError: CUDA error: unspecified launch failure')] },
      'cuda-illegal-memory-access',
    ],
    [
      'prompts queued at once: the second fails',
      { lines: [...boot(), 'got prompt', 'got prompt', 'Prompt executed in 2.00 seconds', ...outOfMemory.slice(1)] },
      'vram-oom',
    ],
    [
      'prompts queued at once: the first fails, the second runs through',
      { lines: [...boot(), 'got prompt', ...outOfMemory, 'Prompt executed in 2.00 seconds'] },
      'none',
    ],
    [
      'a refused prompt while another runs',
      {
        lines: [
          ...boot(),
          'got prompt',
          ...refused(['* KSampler 3:', '  - Value 0 smaller than min of 1: steps']),
          'Prompt executed in 2.00 seconds',
        ],
      },
      'prompt-validation-failed',
    ],
    [
      'an interrupted job proves nothing',
      { lines: [...boot(), ...outOfMemory, 'got prompt', 'Processing interrupted', 'Prompt executed in 1.00 seconds'] },
      'vram-oom',
    ],
    ['of several runs the last', { lines: [...boot(), ...poisoned, ...boot(), ...outOfMemory] }, 'vram-oom'],
    ['a start that failed is history once one came through', { lines: [...boot({}, false), ...portTaken, ...boot()] }, 'none'],
    ['a crash in the run before, nothing since', { lines: [...boot(), 'got prompt', 'Killed', ...boot()] }, 'ram-oom-sigkill'],
    [
      'a crash in the run before, a good job since',
      { lines: [...boot(), 'got prompt', 'Killed', ...boot(), ...goodJob()] },
      'none',
    ],
    [
      'boot lines of another run do not count',
      {
        lines: [
          ...boot({ extra: offloading }),
          ...goodJob(),
          ...boot(),
          ...nodeError('RuntimeError: CUDA error: unknown error', ['comfy/ops.py:cast_bias_weight']),
        ],
      },
      'cuda-unknown-error-driver-lost',
    ],
    [
      'a failed job before a stop that was asked for',
      { lines: [...boot(), ...outOfMemory, 'Stopped server'], exit: 0 },
      'vram-oom',
    ],
    ['a stop that was asked for, known from outside', { lines: [...boot(), ...outOfMemory], outcome: 'requested' }, 'none'],
    ['SIGTERM', { lines: [...boot(), 'got prompt'], signal: 'SIGTERM' }, 'none'],
    ['Ctrl+C on Windows', { lines: [...boot(), 'got prompt'], exit: 3221225786 }, 'none'],
    [
      'a failed job of long ago, then a crash',
      { lines: [...boot(), ...nodeError('RuntimeError: ERROR: VAE is invalid: None'), 'got prompt'], exit: -11 },
      'segfault-linux',
    ],
    [
      'silence after a broken context',
      { lines: [...boot(), ...poisoned, 'got prompt'], outcome: 'hung' },
      'cuda-illegal-memory-access',
    ],
    [
      'silence after a failed job that broke nothing',
      { lines: [...boot(), ...outOfMemory, 'got prompt'], outcome: 'hung' },
      'hang-model-load',
    ],
    [
      'a hang that fits no kind',
      { lines: [...boot(), 'got prompt', ' 45%|████ | 9/20 [00:10<00:12,  1.1s/it]'], outcome: 'hung' },
      'unknown',
    ],
    ['an exit without words', { lines: boot(), exit: 1 }, 'unknown'],
    ['an error that no kind fits', { lines: [...boot(), ...nodeError('ValueError: sigma must be positive')] }, 'unknown'],
  ];
  test.each(cases)('%s', async (_name, log, cause) => expect((await diagnoseLines(log)).cause).toBe(cause));

  test('a failed job is mentioned when the stop was asked for', async () => {
    expect((await diagnoseLines({ lines: [...boot(), ...outOfMemory], outcome: 'requested' })).alsoSeen).toEqual(['vram-oom']);
  });

  test('a missing node and the pack that did not load are both named', async () => {
    const lines = [
      ...boot({}, false),
      ...packError("ModuleNotFoundError: No module named 'pkg_resources'"),
      'Starting server',
      ...goodJob(),
      ...refused(
        [],
        "{'type': 'missing_node_type', 'message': \"Node 'Supir' not found.\", 'details': \"Node ID '#4'\", 'extra_info': {}}",
      ),
    ];
    const { cause, alsoSeen, node, nodeClass } = await diagnoseLines({ lines });
    expect([cause, node, nodeClass]).toEqual(['missing-node-type', '4', 'Supir']);
    expect(alsoSeen).toEqual(['setuptools-pkg-resources', 'custom-node-import-failed']);
  });

  test('what is unknown shows the exception and offers to learn more', async () => {
    const lines = [
      ...boot(),
      ...nodeError('ValueError: sigma must be positive', ['nodes.py:sample', 'comfy/samplers.py:sample']),
    ];
    const { exception, frame, stage, lines: shown, remedies } = await diagnoseLines({ lines });
    expect({ exception, frame, stage }).toEqual({
      exception: 'ValueError: sigma must be positive',
      frame: 'sample',
      stage: 'sampling',
    });
    expect(shown.map((n) => lines[n - 1])).toContain('ValueError: sigma must be positive');
    expect(remedies.map(({ id }) => id)).toContain('safe-start');
  });
});

describe('cut and mixed logs', () => {
  test('a traceback whose beginning is gone', async () => {
    expect(await diagnoseLines({ lines: outOfMemory.slice(5) })).toMatchObject({
      cause: 'vram-oom',
      exception: 'torch.OutOfMemoryError: Allocation on device',
    });
  });
  test('a traceback whose end is gone', async () => {
    const whole = [
      ...boot({ extra: offloading }),
      ...nodeError('RuntimeError: CUDA error: unknown error', ['nodes.py:encode', 'comfy/ops.py:cast_bias_weight']),
    ];
    expect((await diagnoseLines({ lines: whole.slice(0, -4) })).cause).toBe('cuda-unknown-error-async-offload');
  });
  test('a bare traceback, as people paste it', async () => {
    expect((await diagnoseLines({ lines: startError("ModuleNotFoundError: No module named 'aiohttp'") })).cause).toBe(
      'core-dependency-missing',
    );
  });
  test.each(['comfyui-1  | ', 'comfyui-0  | '])(
    'two services in one log: the one that failed, with its own lines (%s)',
    async (own) => {
      const other = Array.from({ length: 40 }, (_, at) => `postgres-1  | LOG:  checkpoint ${at} complete: Error 803 not found`);
      const mine = [...boot(), ...outOfMemory].map((line) => `${own}${line}`);
      const lines = mine.flatMap((line, at) => [line, other[at % 40] ?? '']);
      const diagnosis = await diagnoseLines({ lines });
      expect(diagnosis).toMatchObject({ cause: 'vram-oom', frame: 'sample' });
      expect(diagnosis.lines.every((n) => lines[n - 1]?.startsWith(own))).toBe(true);
    },
  );
  test('two engines of SwarmUI, interleaved line by line', async () => {
    const good = [...boot(), ...goodJob()].map((line) => `10:00:00.000 [Info] [ComfyUI-0/STDOUT] ${line}`);
    const bad = [...boot(), ...outOfMemory].map((line) => `10:00:00.000 [Warning] [ComfyUI-1/STDERR] ${line}`);
    const lines = bad.flatMap((line, at) => [line, ...(good[at] ? [good[at]] : [])]);
    expect((await diagnoseLines({ lines })).cause).toBe('vram-oom');
  });
});
