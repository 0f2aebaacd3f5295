import { readdir, rm, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { createArtifactRows } from '../db/artifacts.ts';
import type { Db } from '../db/database.ts';
import { engineFolder } from '../lib/engine-folder.ts';
import type { Artifacts } from './artifacts.ts';
import { createLocalStore } from './local-store.ts';
import { diskFiles, type StoreFiles } from './store-files.ts';

export interface ArtifactsDeps {
  db: Db;
  /** Absolute path of the data folder; the store lies in its `artifacts`. */
  dataDir: string;
  /** What writes; the machine's own disk unless a test lets it fail. */
  files?: StoreFiles;
}

/** Artifacts in the data folder, with their rows in the database. Rows are written by whoever settles the attempt. */
export const createArtifacts = ({ db, dataDir, files = diskFiles }: ArtifactsDeps): Artifacts => {
  const rows = createArtifactRows(db);
  const store = createLocalStore(dataDir, files);
  return {
    collect: store.collect,
    async dropEngineCopies(attemptId, outputFolder) {
      // Anything but an id would name other people's files.
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(attemptId)) return;
      const folder = join(outputFolder, engineFolder);
      const names = await readdir(folder).catch(() => []);
      const own = names.filter((name) => name.startsWith(attemptId));
      // A folder, which some nodes make, takes more than that.
      const drop = (file: string) => unlink(file).catch(() => rm(file, { recursive: true, force: true }));
      await Promise.allSettled(own.map((name) => drop(join(folder, name))));
    },
    async removeFiles(paths) {
      const results = await Promise.allSettled(paths.map((path) => files.remove(join(dataDir, ...path.split('/')))));
      return paths.filter((_, place) => results[place]?.status === 'rejected');
    },
    find(id) {
      const artifact = rows.find(id);
      return artifact && { artifact, file: join(dataDir, ...artifact.path.split('/')) };
    },
    list(query) {
      try {
        return rows.page(query);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new AppError('invalid-input', 'invalidInput', { name: 'artifacts.list', detail: error.message }, { cause: error });
      }
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  };
};
