import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFolder extends AsyncDisposable {
  path: string;
}

/** A folder of its own that goes with its scope. */
export const tempFolder = async (): Promise<TempFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};
