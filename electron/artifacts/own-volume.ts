import { stat } from 'node:fs/promises';

/**
 * Whether folders lie on the volume that the store is on. What is there answers as fast as the store's own files, so that a small file
 * may be read at once, without a turn of another thread; a share on the network may be gone, and must never hold up the host.
 */
export const createOwnVolume = (dataDir: string): ((folder: string) => Promise<boolean>) => {
  const known = new Map<string, boolean>();
  const device = async (folder: string): Promise<number> => (await stat(folder)).dev;
  return async (folder) => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const isOurs = await Promise.all([device(dataDir), device(folder)]).then(
      ([own, other]) => own === other,
      () => null,
    );
    // One that cannot be looked at now may be there later.
    if (isOurs !== null) known.set(folder, isOurs);
    return isOurs ?? false;
  };
};
