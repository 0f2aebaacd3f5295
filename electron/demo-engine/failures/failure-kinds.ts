/** When a failure strikes: while the engine boots, or while it runs a prompt. */
export type FailurePhase = 'boot' | 'prompt';

export interface FailureKind {
  name: string;
  phase: FailurePhase;
  /** What happens, for `--fail help`. */
  help: string;
  /** The name ends in a number that says more: `exit-3`. */
  hasNumber?: boolean;
}

/** Everything that the demo engine can do wrong on purpose. */
export const failureKinds = [
  { name: 'boot-exit', phase: 'boot', hasNumber: true, help: 'ends with this exit code halfway through its boot' },
  { name: 'boot-hang', phase: 'boot', help: 'stops halfway through its boot and says nothing more' },
  { name: 'boot-flood', phase: 'boot', help: 'logs 100 MB while it boots, then goes on' },
  { name: 'slow-boot', phase: 'boot', help: 'takes 20 seconds longer to boot, at --speed 1' },
  { name: 'exit', phase: 'prompt', hasNumber: true, help: 'ends with this exit code in the middle of the work' },
  { name: 'sigkill', phase: 'prompt', help: 'is killed in the middle of the work, as the system does when memory runs out' },
  { name: 'sigsegv', phase: 'prompt', help: 'dies of a segmentation fault in the middle of the work' },
  { name: 'abort', phase: 'prompt', help: 'aborts in the middle of the work' },
  { name: 'hang', phase: 'prompt', help: 'stops answering, without ending and without using the processor' },
  { name: 'stall', phase: 'prompt', help: 'answers, but the node never gets further; an interrupt does not help' },
  { name: 'dead-worker', phase: 'prompt', help: 'the thread that runs prompts dies; HTTP still answers' },
  { name: 'oom', phase: 'prompt', help: 'the node runs out of video memory; later prompts work' },
  { name: 'vae-oom', phase: 'prompt', help: 'decoding the whole picture runs out of video memory; decoding in tiles does not' },
  { name: 'node-error', phase: 'prompt', help: 'the node raises an error; later prompts work' },
  {
    name: 'async-offload',
    phase: 'prompt',
    help: 'the text encoder dies of a CUDA error while async offload is on, and so does every later prompt',
  },
  {
    name: 'pinned-memory',
    phase: 'prompt',
    help: 'the same while pinned memory is on, whether weights move asynchronously or not',
  },
  { name: 'poisoned', phase: 'prompt', help: 'the node dies of a CUDA error, and so does every later prompt until a restart' },
  { name: 'odd-end', phase: 'prompt', help: 'ends in the middle of the work with words that nobody knows' },
  { name: 'disk-full', phase: 'prompt', help: 'no space is left when the picture is saved; a cut file stays behind' },
  { name: 'black', phase: 'prompt', help: 'the picture comes out black, with a warning in the log' },
  { name: 'log-flood', phase: 'prompt', help: 'logs 100 MB during the prompt, then goes on' },
  { name: 'log-garbage', phase: 'prompt', help: 'logs bytes that are no text and one line of 10 MB, then goes on' },
  { name: 'socket-cut', phase: 'prompt', help: 'cuts every WebSocket in the middle of the work, then goes on' },
] as const satisfies readonly FailureKind[];

export type FailureName = (typeof failureKinds)[number]['name'];

/** The text of `--fail help`. Pure. */
export const failureHelp = (): string => {
  const lines = failureKinds.map((kind) => `  ${('hasNumber' in kind ? `${kind.name}-N` : kind.name).padEnd(15)}${kind.help}`);
  return [
    'usage: --fail KIND[@N|=WORD]',
    '',
    'KIND alone fails each time, KIND@N on the Nth prompt (or the Nth start, for kinds that concern the boot), counted across',
    'restarts in the base folder, KIND=WORD on prompts whose text holds WORD.',
    '',
    'kinds:',
    ...lines,
    '',
  ].join('\n');
};
