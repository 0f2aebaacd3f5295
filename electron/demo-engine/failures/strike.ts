import type { EngineConsole } from '../console.ts';
import {
  asyncOffloadError,
  brokenCopyError,
  decoderMemoryError,
  illegalAccessError,
  outOfMemoryError,
  shapeError,
} from './cuda-errors.ts';
import type { PlannedFailure } from './failure-plan.ts';
import type { Life } from './life.ts';

/** Raised when the thread that runs prompts is to die. */
export class WorkerDeath extends Error {
  override readonly name = 'WorkerDeath';
}

/** What a failure may do to the engine. */
export interface StrikeWorld {
  console: EngineConsole;
  life: Life;
  cutSockets(): void;
  /** From now on every prompt fails with a CUDA error. */
  poison(): void;
  isAsyncOffloadOn: boolean;
}

const floodBytes = 100_000_000;
const floodLine = 'demo: this line is one of very many, and each of them says the same about block';

/** Logs 100 MB in lines, with turns for others in between. */
export const flood = async (console: EngineConsole): Promise<void> => {
  const lines: string[] = [];
  for (let number = 0; number < 12_000; number++) lines.push(`${floodLine} ${number}`);
  const text = Buffer.from(`${lines.join('\n')}\n`);
  for (let written = 0; written < floodBytes; written += text.length) {
    console.bytes(text);
    await new Promise(setImmediate);
  }
};

const garble = (console: EngineConsole): void => {
  console.bytes(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xe2, 0x82, 0x0a, 0xf0, 0x9f, 0x98, 0x0a]));
  console.bytes(Buffer.alloc(10_000_000, 'x'));
  console.bytes(Buffer.from('\n'));
};

/** Does what a planned failure of a prompt says; throws where it is an error of the node. Failures of saving do nothing here. */
export const strike = async (
  failure: PlannedFailure,
  { console, life, cutSockets, poison, isAsyncOffloadOn }: StrikeWorld,
): Promise<void> => {
  switch (failure.kind) {
    case 'exit':
      return life.exit(failure.number);
    case 'sigkill':
      life.kill('SIGKILL');
      break;
    case 'sigsegv':
      console.raw(nativeDeath('Segmentation fault'));
      life.kill('SIGSEGV');
      break;
    case 'abort':
      console.raw(`terminate called without an active exception\n${nativeDeath('Aborted')}`);
      life.kill('SIGABRT');
      break;
    case 'odd-end':
      console.raw('demo: the second hand went past twelve and did not come back\n');
      return life.exit(70);
    case 'hang':
      life.freeze();
      break;
    case 'stall':
      break;
    case 'dead-worker':
      throw new WorkerDeath();
    case 'oom':
      throw outOfMemoryError();
    case 'vae-oom':
      throw decoderMemoryError();
    case 'node-error':
      throw shapeError();
    case 'async-offload':
      poison();
      throw asyncOffloadError();
    case 'pinned-memory':
      poison();
      throw isAsyncOffloadOn ? asyncOffloadError() : brokenCopyError();
    case 'poisoned':
      poison();
      throw illegalAccessError();
    case 'log-flood':
      await flood(console);
      return;
    case 'log-garbage':
      garble(console);
      return;
    case 'socket-cut':
      cutSockets();
      return;
    default:
      return;
  }
  // A stall goes no further; and a signal arrives in a moment, until which nothing may go on.
  await new Promise(() => {});
};

const nativeDeath = (what: string): string =>
  [
    `Fatal Python error: ${what}`,
    '',
    'Current thread 0x00007f3c51b0d2e0 (most recent call first):',
    '  File "/demo/ComfyUI/comfy/ldm/modules/attention.py", line 540 in attention_pytorch',
    '  File "/demo/ComfyUI/comfy/model_base.py", line 236 in _apply_model',
    '  File "/demo/ComfyUI/comfy/samplers.py", line 1334 in sample',
    '  File "/demo/ComfyUI/nodes.py", line 1607 in sample',
    '  File "/demo/ComfyUI/execution.py", line 304 in process_inputs',
    '',
  ].join('\n');
