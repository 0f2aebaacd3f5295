import { codeOf } from '../../lib/code-of.ts';
import { installDir } from '../boot-lines.ts';
import { type Frames, PlacedError } from '../failures/cuda-errors.ts';
import { PyError } from '../python/values.ts';

/** An error of a node as messages and the log show it. */
export interface NodeFailure {
  type: string;
  message: string;
  /** What helps; empty for most. */
  tips: string;
  traceback: string[];
  isOutOfMemory: boolean;
}

const executionFrames: Frames = [
  ['execution.py', 543, 'execute'],
  ['execution.py', 342, 'get_output_data'],
  ['execution.py', 316, '_async_map_node_over_list'],
  ['execution.py', 304, 'process_inputs'],
];
/** On the way to the folder of its files. */
const savingFrames: Frames = [
  ['nodes.py', 1678, 'save_images'],
  ['folder_paths.py', 546, 'get_save_image_path'],
];
// What the system's own errors are called in Python.
const systemErrors: Record<string, [type: string, number: number, text: string]> = {
  ENOSPC: ['OSError', 28, 'No space left on device'],
  EDQUOT: ['OSError', 122, 'Disk quota exceeded'],
  EROFS: ['OSError', 30, 'Read-only file system'],
  ENAMETOOLONG: ['OSError', 36, 'File name too long'],
  EACCES: ['PermissionError', 13, 'Permission denied'],
  EPERM: ['PermissionError', 1, 'Operation not permitted'],
  ENOENT: ['FileNotFoundError', 2, 'No such file or directory'],
  EISDIR: ['IsADirectoryError', 21, 'Is a directory'],
  ENOTDIR: ['NotADirectoryError', 20, 'Not a directory'],
};

/** Words an error the way Python would, whatever raised it. `className` is the node's. Pure. */
export const nodeFailure = (error: unknown, className: string): NodeFailure => {
  const { name, message, frames } = pythonError(error, className);
  const isOutOfMemory = name.endsWith('OutOfMemoryError');
  const isShape = message.includes('mat1 and mat2 shapes') && className.includes('Sampler');
  return {
    type: name,
    message,
    tips: isOutOfMemory
      ? 'This error means you ran out of memory on your GPU.\n\nTIPS: Make the picture or the batch smaller.'
      : isShape
        ? '\n\nTIPS: Check that the CLIP loaders of this workflow name the right files and the right type.'
        : '',
    traceback: [...executionFrames, ...frames].map(
      ([file, line, where]) => `  File "${installDir}/${file}", line ${line}, in ${where}\n`,
    ),
    isOutOfMemory,
  };
};

const pythonError = (error: unknown, className: string): { name: string; message: string; frames: Frames } => {
  if (error instanceof PlacedError) return error;
  if (error instanceof PyError) return { name: error.name, message: error.message, frames: [] };
  const code = codeOf(error);
  const known = systemErrors[code];
  if (known) {
    const path = error instanceof Error && 'path' in error ? `: '${String(error.path)}'` : '';
    const frames: Frames = /^Save/.test(className) ? savingFrames : [];
    return { name: known[0], message: `[Errno ${known[1]}] ${known[2]}${path}`, frames };
  }
  return { name: 'RuntimeError', message: error instanceof Error ? error.message : String(error), frames: [] };
};
