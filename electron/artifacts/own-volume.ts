import { stat } from 'node:fs/promises';

/** How long an answer holds: a share may be mounted over a folder later. */
const freshMs = 60_000;

/**
 * The device of the store for folders that lie on it, null for others. What is there answers as fast as the store's own files, so that a
 * small file may be read at once, without a turn of another thread; a share on the network may be gone, and must never hold up the host.
 */
export const createOwnVolume = (dataDir: string): ((folder: string) => Promise<number | null>) => {
  const known = new Map<string, { device: number | null; lookedAt: number }>();
  const deviceOf = async (folder: string): Promise<number> => (await stat(folder)).dev;
  return async (folder) => {
    const before = known.get(folder);
    if (before && performance.now() - before.lookedAt < freshMs) return before.device;
    try {
      const [own, other] = await Promise.all([deviceOf(dataDir), deviceOf(folder)]);
      const device = own === other ? own : null;
      known.set(folder, { device, lookedAt: performance.now() });
      return device;
    } catch {
      return null;
    }
  };
};
