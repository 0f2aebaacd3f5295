import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { OutputFile } from '../../shared/artifact.ts';

/** Parts of a path that lead elsewhere than down: separators of both systems count, wherever Hearth runs. */
const leadsOut = (path: string): boolean =>
  path.includes('\0') || /^[\\/]|^[a-z]:/i.test(path) || path.split(/[\\/]/).some((part) => part === '..');

/**
 * Throws AppError when an engine names a file outside its folders. What an engine says is not trusted: it may be somebody else's.
 * On Windows its subfolders come with backslashes, which is fine. Pure.
 */
export const checkOutputPath = ({ node, filename, subfolder }: OutputFile): void => {
  const isName = filename !== '' && filename !== '.' && !/[\\/]/.test(filename);
  if (isName && !leadsOut(filename) && !leadsOut(subfolder)) return;
  const file = `${subfolder}/${filename}`.replace(/\p{C}/gu, '?').slice(0, 200);
  throw new AppError('invalid-input', 'outputPathRefused', { node, file });
};

/** Where a local engine has put a file. Throws AppError for a path outside. Pure. */
export const outputPath = (file: OutputFile, folders: { output: string; input: string; temp: string }): string => {
  checkOutputPath(file);
  return join(folders[file.type], file.subfolder, file.filename);
};
