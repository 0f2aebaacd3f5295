import { afterEach, beforeEach } from 'vitest';
import type { Incident } from '../../../shared/incident.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { nodeError } from '../../fixtures/crash-logs/build-log.ts';
import { createIncidentsWorld, type IncidentsWorld } from './incidents-world.ts';

/** The reference case: weights that were awaited on a stream that had broken. */
export const reference = nodeError('torch.AcceleratorError: CUDA error: unknown error', [
  'comfy/text_encoders/t5.py:forward',
  'comfy/ops.py:cast_bias_weight',
  'comfy/model_management.py:sync_stream',
]);
export const oom = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample', 'comfy/samplers.py:sample']);

export interface IncidentsScene {
  readonly world: IncidentsWorld;
  readonly folder: TempFolder;
  /** Newest first. */
  all(): Incident[];
  /** Of each its kind, its cause and how often. */
  causes(): unknown[];
  /** A world over a new folder in place of this one. */
  renew(): Promise<void>;
}

/** A world of its own for each test of a file. */
export const incidentsScene = (): IncidentsScene => {
  let folder: TempFolder;
  let world: IncidentsWorld;
  const open = async (): Promise<void> => {
    folder = await tempFolder();
    world = createIncidentsWorld(folder.path);
  };
  const close = async (): Promise<void> => {
    await world.close();
    await folder[Symbol.asyncDispose]();
  };
  beforeEach(open);
  afterEach(close);
  const all = (): Incident[] => world.incidents.list({ filter: {}, limit: 100 }).incidents;
  return {
    get world() {
      return world;
    },
    get folder() {
      return folder;
    },
    all,
    causes: () => all().map(({ diagnosis, kind, count }) => [kind, diagnosis?.cause, count]),
    async renew() {
      await close();
      await open();
    },
  };
};
