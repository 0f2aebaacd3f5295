import { diskFiles, type StoreFiles } from '../../electron/artifacts/store-files.ts';
import type { Striker } from './striker.ts';

/** The machine's own disk, with a moment before and after what is done to it. */
export const strikingFiles = (striker: Pick<Striker, 'hit'>): StoreFiles => ({
  ...diskFiles,
  async create(file) {
    striker.hit('create');
    const open = await diskFiles.create(file);
    return {
      async write(bytes) {
        striker.hit('write');
        await open.write(bytes);
      },
      async finish() {
        try {
          striker.hit('finish');
        } catch (error) {
          await open.abandon();
          throw error;
        }
        await open.finish();
      },
      abandon: open.abandon,
    };
  },
  async rename(from, to) {
    striker.hit('rename');
    await diskFiles.rename(from, to);
    striker.hit('named');
  },
});
