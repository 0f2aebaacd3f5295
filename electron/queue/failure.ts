import type { ExecutionError, NodeErrors, SubmitAnswer } from '../engine/client-types.ts';
import { jobError } from './job-error.ts';
import type { Ending, EndingKind } from './policy.ts';

// Wordings of torch and ComfyUI, as seen in reports of many versions and GPUs.
const outOfMemory =
  /OutOfMemoryError|out of memory|Allocation on device|HIP out of memory|cudaErrorMemoryAllocation|DefaultCPUAllocator|not enough GPU video memory|^MemoryError\b/i;
// After any of these the context is dead and every later job in the same process fails.
const gpuBroken =
  /AcceleratorError|\b(?:CUDA|HIP|XPU) (?:unknown )?error\b|cudaError\w+|hipError\w+|device-side assert|CUBLAS_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR|ALLOC_FAILED|NOT_INITIALIZED)|CUDNN_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR)|UR_RESULT_ERROR_DEVICE_LOST/i;
// Linux and macOS, their quotas, Windows, and what libraries make of them.
const noRoom =
  /\[Errno (?:28|122|69)\]|No space left on device|Disk quota exceeded|\[WinError (?:112|39)\]|not enough space on the disk|database or disk is full/i;
// The same input fails the same way for ever: model files that cannot be read or are none, pictures that are none.
const badInput =
  /SafetensorError|HeaderTooLarge|InvalidHeader|MetadataIncompleteBuffer|deserializing header|header is (?:too large|incomplete)|PytorchStreamReader|UnpicklingError|invalid load key|Could not detect model type|UNSUPPORTED DIFFUSION MODEL|Unexpected (?:text model )?architecture|input is invalid: None|FileNotFoundError|UnidentifiedImageError|cannot identify image|image file is truncated/i;

// A folder or drive that is gone, is no folder, or refuses; ComfyUI makes a folder anew that was only deleted.
const folderRefused =
  /^(?:FileNotFoundError|NotADirectoryError|FileExistsError|PermissionError)\b|^OSError: \[(?:Errno (?:5|30)|WinError (?:3|5|19|21|53|55|59|1167))\]/;
/** Frames of what writes a node's files: `SaveImage`'s way to its folder, and how packs and PIL call it. */
const savingFrame = /\bin (?:get_save_image_path|save_\w+|save)\b/;

/** What an exception of a node means for its job. Memory comes first: its messages may name CUDA too. Pure. */
export const classifyExecution = (error: ExecutionError): Ending => {
  const text = `${error.exceptionType}: ${error.message}`;
  const what = outOfMemory.test(text)
    ? 'outOfMemory'
    : noRoom.test(text)
      ? 'noRoom'
      : gpuBroken.test(text)
        ? 'gpuBroken'
        : folderRefused.test(text) && error.traceback.some((line) => savingFrame.test(line))
          ? 'folderRefused'
          : badInput.test(text)
            ? 'badInput'
            : 'nodeFailed';
  const code = {
    outOfMemory: 'nodeOutOfMemory',
    noRoom: 'nodeNoRoom',
    gpuBroken: 'gpuBroken',
    badInput: 'nodeBadInput',
    folderRefused: 'nodeFolderRefused',
    nodeFailed: 'nodeFailed',
  } as const;
  // It may be back in a moment.
  const kind: EndingKind = what === 'folderRefused' ? 'nodeFailed' : what;
  const params = { node: error.nodeId, class: error.nodeClass, type: error.exceptionType, message: firstLine(error.message) };
  return { kind, error: jobError(code[what], params, { node: error.nodeId }) };
};

/** What a refused prompt means for its job, with the node and the input named where the engine names them. Pure. */
export const classifyRefusal = (answer: Extract<SubmitAnswer, { kind: 'refused' }>): Ending => {
  const fault = firstFault(answer.nodeErrors);
  if (fault) return { kind: 'refused', error: fault };
  const params = { message: answer.message, details: answer.details };
  return {
    kind: 'refused',
    error:
      answer.type === 'missing_node_type'
        ? jobError('engineNodeMissing', params, { node: answer.node })
        : jobError('engineRefused', params, { node: answer.node }),
  };
};

/** The first fault that validation found, or null. Pure. */
export const firstFault = (nodeErrors: NodeErrors): NonNullable<Ending['error']> | null => {
  for (const [node, { class: nodeClass, errors }] of Object.entries(nodeErrors)) {
    const [error] = errors;
    if (!error) continue;
    const params = { node, class: nodeClass, input: error.input ?? '', message: error.message, details: error.details };
    return jobError(error.input === null ? 'engineRefusedNode' : 'engineRefusedInput', params, { node, input: error.input });
  }
  return null;
};

const firstLine = (text: string): string => text.trim().split('\n', 1).join('');
