import type { NodeTable } from '../nodes/node-table.ts';
import { isDict, type PyDict } from '../python/values.ts';
import type { FailureName } from './failure-kinds.ts';
import type { PlannedFailure } from './failure-plan.ts';

/** Texts of a prompt that a person wrote: boxes of several lines and text nodes, not file names. Pure. */
export const promptTexts = (prompt: PyDict, table: NodeTable): string[] => {
  const texts: string[] = [];
  for (const node of prompt.values()) {
    if (!isDict(node)) continue;
    const name = node.get('class_type');
    const inputs = node.get('inputs');
    const found = typeof name === 'string' ? table.get(name) : undefined;
    if (!found || !isDict(inputs)) continue;
    for (const [input, spec] of Object.entries(found.required)) {
      const value = inputs.get(input);
      if (input !== 'filename_prefix' && spec.type === 'STRING' && spec.options.has('multiline') && typeof value === 'string')
        texts.push(value);
    }
  }
  return texts;
};

/** How weights reach the GPU: failures of that need it so. */
interface OffloadState {
  isAsyncOffloadOn: boolean;
  isMemoryPinned: boolean;
}

const encoderKinds: readonly FailureName[] = ['async-offload', 'pinned-memory'];
const savingKinds: readonly FailureName[] = ['disk-full', 'black'];
const decoderKinds: readonly FailureName[] = ['vae-oom'];

/**
 * The failures of one prompt, each of which strikes once: in the middle of the first sampler, else at the first node that runs; CUDA
 * errors of offloading in the first text encoder, those of decoding in the decoder of whole pictures. Failures of saving are asked for by the nodes that save.
 */
export class PromptFailures {
  #waiting: PlannedFailure[];
  readonly #all: readonly PlannedFailure[];

  constructor(failures: readonly PlannedFailure[], { isAsyncOffloadOn, isMemoryPinned }: OffloadState) {
    const isPossible = (kind: FailureName): boolean =>
      (kind !== 'async-offload' || isAsyncOffloadOn) && (kind !== 'pinned-memory' || isMemoryPinned);
    this.#all = failures.filter(({ kind }) => isPossible(kind));
    this.#waiting = this.#all.filter(({ kind }) => !savingKinds.includes(kind));
  }

  has(kind: FailureName): boolean {
    return this.#all.some((failure) => failure.kind === kind);
  }

  /** Those that strike when this node begins; `upcoming` are the classes of all nodes that will run. */
  atNode(className: string, upcoming: readonly string[]): PlannedFailure[] {
    const hasEncoder = upcoming.some(isEncoder);
    const hasSampler = upcoming.some(isSampler);
    return this.#take(({ kind }) => {
      if (decoderKinds.includes(kind)) return className === 'VAEDecode';
      return encoderKinds.includes(kind) && hasEncoder ? isEncoder(className) : !hasSampler;
    });
  }

  /** Those that strike in the middle of a node that works in steps, once `share` of it is done. */
  atStep(className: string, share: number): PlannedFailure[] {
    return share >= 0.4 && isSampler(className) ? this.#take(({ kind }) => !decoderKinds.includes(kind)) : [];
  }

  /** All that are left, for a prompt of which nothing runs. */
  rest(): PlannedFailure[] {
    return this.#take(({ kind }) => !decoderKinds.includes(kind));
  }

  #take(fits: (failure: PlannedFailure) => boolean): PlannedFailure[] {
    const taken = this.#waiting.filter(fits);
    this.#waiting = this.#waiting.filter((failure) => !taken.includes(failure));
    return taken;
  }
}

const isSampler = (className: string): boolean => /^KSampler(Advanced)?$|^SamplerCustom/.test(className);
const isEncoder = (className: string): boolean => className.startsWith('CLIPTextEncode');
