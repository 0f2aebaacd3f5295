import type { Confidence } from '../../../shared/incident.ts';
import type { Evidence } from '../evidence.ts';
import { isMemoryAmple } from '../memory-at-end.ts';
import { anywhere, frames, type Rule, run, text } from './rule.ts';

const outOfMemory = text([
  'OutOfMemoryError',
  'Allocation on device',
  'CUDA out of memory',
  'XPU out of memory',
  'CUDA error: out of memory',
]);

const units: Readonly<Record<string, number>> = {
  bytes: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
  EiB: 2 ** 60,
  GB: 2 ** 30,
  MB: 2 ** 20,
};
const size = '([\\d.]+) (bytes|[KMGTPE]iB|[GM]B)';
const asked = new RegExp(`(?:Tried to allocate|Requested +:|Invalid buffer size:) ${size}`);
const capacity = new RegExp(`(?:total capacity of|Device limit +:|max allowed:) ${size}`);

const bytesOf = (match: RegExpExecArray | null): number | null =>
  match ? Number(match[1]) * (units[match[2] ?? ''] ?? Number.NaN) : null;

/** More than four times what the machine has was asked for: the input is broken, not the memory short. */
const isImpossible = ({ scope, run: lines }: Evidence): readonly number[] | null => {
  const boot = lines.findLast(({ text: line }) => line.startsWith('Total VRAM '));
  const [, vram, ram] = /Total VRAM ([\d.]+) MB, total RAM ([\d.]+) MB/.exec(boot?.text ?? '') ?? [];
  let total = vram === undefined ? null : Number(vram) * 2 ** 20;
  for (const { text: line } of scope) total = bytesOf(capacity.exec(line)) ?? total;
  for (const { n, text: line, role } of scope) {
    if (role !== 'text') continue;
    const wanted = bytesOf(asked.exec(line));
    if (wanted !== null && total !== null && wanted > 4 * total) return boot ? [n, boot.n] : [n];
    const onCpu = /you tried to allocate (\d+) bytes/.exec(line);
    // Without the boot line no desktop machine is thought to have more than this.
    const memory = ram === undefined ? 512 * 2 ** 30 : Number(ram) * 2 ** 20;
    if (onCpu && Number(onCpu[1]) > 4 * memory) return boot ? [n, boot.n] : [n];
  }
  return null;
};

const kernelWords =
  /Out of memory: Killed process|Memory cgroup out of memory|killed by the OOM killer|oom-kill|oom_reaper|OOMKilled"?[: ]+true|Reason: +OOMKilled/;
const kernelLine = ({ scope }: Evidence): boolean => scope.some(({ text: line }) => kernelWords.test(line));

/** Somebody else sent the signal: there was memory to spare, and no kernel says otherwise. */
const isKilledByOther = (evidence: Evidence): boolean =>
  evidence.memory !== null && isMemoryAmple(evidence.memory) && !kernelLine(evidence);

/** The signal alone may have been sent by anybody. */
const surenessOfKill = (evidence: Evidence): Confidence => {
  const { memory, scope } = evidence;
  if (memory?.isKernelKill || kernelLine(evidence)) return 'high';
  if (memory && memory.freeShare !== null) return 'medium';
  return scope.some(({ text: line }) => /\bKilled\b|zsh: killed/.test(line)) ? 'medium' : 'low';
};

/** Memory of GPU and machine. */
export const memoryRules: readonly Rule[] = [
  {
    id: 'vram-oom-impossible-size',
    layer: 'model',
    confidence: 'high',
    test: isImpossible,
    testAnchors: ['Tried to allocate', 'Requested ', 'tried to allocate', 'Device limit', 'Invalid buffer size', 'Total VRAM'],
    remedies: ['fix-size-input', 'tiled-vae'],
  },
  {
    id: 'cuda-oom-pinned-memory',
    layer: 'comfyui',
    confidence: 'medium',
    all: [outOfMemory],
    any: [text(['Pin error.', 'Unpin error']), anywhere('cudaHostRegister')],
    show: [run('Enabled pinned memory')],
    remedies: ['disable-pinned-memory', 'disable-async-offload', 'reserve-vram'],
  },
  {
    id: 'cuda-oom-accelerator-error',
    layer: 'comfyui',
    confidence: 'high',
    any: [
      text(
        'CUDA error: out of memory',
        /(?:AcceleratorError|RuntimeError|processing !!!): ?CUDA error: out of memory|^!!! Exception.{0,30}CUDA error: out of memory/,
      ),
      text('cudaErrorMemoryAllocation'),
    ],
    show: [frames('in sync_stream')],
    remedies: ['disable-async-offload', 'reserve-vram', 'disable-pinned-memory', 'reduce-size'],
  },
  {
    id: 'hip-oom',
    layer: 'comfyui',
    confidence: 'high',
    all: [text(['HIP out of memory', 'HIP error: out of memory', 'hipErrorOutOfMemory'])],
    remedies: ['tiled-vae', 'reduce-size', 'pytorch-attention', 'expandable-segments', 'reserve-vram', 'cpu-vae'],
  },
  {
    id: 'mps-oom',
    layer: 'comfyui',
    confidence: 'high',
    all: [text('MPS backend out of memory')],
    remedies: ['close-programs', 'tiled-vae', 'mps-watermark', 'cpu'],
  },
  {
    id: 'directml-oom',
    layer: 'comfyui',
    confidence: 'high',
    all: [text('not enough GPU video memory available')],
    remedies: ['tiled-vae', 'reduce-size', 'cpu-vae', 'build-for-gpu-family'],
  },
  {
    id: 'vram-oom-vae',
    layer: 'comfyui',
    confidence: 'high',
    all: [outOfMemory],
    any: [
      anywhere(['vae.decode(', 'vae.encode(']),
      frames(['in decode_tiled', 'in encode_tiled']),
      frames('sd.py', /comfy[\\/]sd\.py", line \d+, in (?:decode|encode)(?:_tiled\w*)?$/),
      text('retrying with tiled VAE', /retrying with tiled VAE (?:decoding|encoding)\./),
    ],
    remedies: ['tiled-vae', 'smaller-tiles', 'reserve-vram', 'cpu-vae'],
  },
  {
    id: 'vram-oom',
    layer: 'comfyui',
    confidence: 'high',
    any: [text(['OutOfMemoryError', 'Allocation on device', 'CUDA out of memory', 'XPU out of memory'])],
    show: [text('Got an OOM'), run('Set vram state to')],
    remedies: [
      'close-gpu-programs',
      'reduce-size',
      'reserve-vram',
      'vram-headroom',
      'lowvram',
      'novram',
      'disable-async-offload',
      'disable-dynamic-vram',
    ],
  },
  {
    id: 'windows-commit-limit-1455',
    layer: 'system',
    confidence: 'high',
    any: [text(['os error 1455', 'WinError 1455', '0xC000012D'])],
    exit: { codes: [3221225773], isEnough: true },
    remedies: ['enlarge-page-file', 'close-programs', 'disable-mmap', 'use-other-precision', 'disable-pinned-memory'],
  },
  {
    id: 'cpu-alloc-failed',
    layer: 'system',
    confidence: 'high',
    any: [
      text('DefaultCPUAllocator', /DefaultCPUAllocator: (?:not enough memory|can.t allocate memory)/),
      text('ArrayMemoryError'),
      text('MemoryError', /^MemoryError\b(?!.*VBAR)/),
    ],
    remedies: ['reduce-size', 'enlarge-page-file', 'add-swap', 'cache-none', 'cache-lru'],
  },
  {
    id: 'wsl-pinned-memory-oom',
    layer: 'system',
    confidence: 'medium',
    all: [run('Enabled pinned memory'), run(['/mnt/', 'microsoft-standard-WSL'], /\/mnt\/[a-z]\/|microsoft-standard-WSL/)],
    test: ({ scope, end, endLine }) => {
      const line = scope.find(({ text: each }) => /^Killed\s*$/.test(each));
      if (line) return [line.n];
      return end.signal === 'SIGKILL' ? (endLine === null ? [] : [endLine]) : null;
    },
    testAnchors: ['Killed'],
    isDenied: isKilledByOther,
    exit: { signals: ['SIGKILL'], isEnough: false },
    remedies: ['disable-pinned-memory', 'raise-wsl-memory'],
  },
  {
    id: 'ram-oom-sigkill',
    layer: 'system',
    confidence: 'high',
    any: [
      text('Killed', /\bKilled(?:: 9)?\s*(?:\S*python|$)|Out of memory: Killed process/),
      text(
        ['zsh: killed', 'killed by the OOM killer', 'status=9/KILL', 'oom-kill:', 'OOMKilled'],
        /^(?!.*OOMKilled"?[: ]+false)/,
      ),
    ],
    isDenied: isKilledByOther,
    sureness: surenessOfKill,
    exit: { signals: ['SIGKILL'], isEnough: true },
    remedies: ['add-memory', 'cache-none', 'disable-pinned-memory', 'use-other-precision'],
  },
];
