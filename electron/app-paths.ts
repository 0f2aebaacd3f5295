import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Where the program's own files lie, in a checkout as in a package. Absolute paths. */
export interface AppPaths {
  /** The command line's script: built beside the running code, or the source itself when that runs unbuilt. */
  entry: string;
  /** The script of the thread that reads big logs, built or as source like `entry`. */
  logWorker?: string;
  rendererDir: string;
  workflowsDir: string;
  version: string;
}

const Package = z.object({ name: z.literal('hearth'), version: z.string() });

/** Finds them from the folder of the running code upwards. Throws when there is no package of ours above it. */
export function findAppPaths(start: string = import.meta.dirname): AppPaths {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = existsSync(join(folder, 'package.json')) ? readPackage(join(folder, 'package.json')) : undefined;
    if (found) {
      const isBuilt = start.startsWith(join(folder, 'dist'));
      return {
        entry: isBuilt ? join(folder, 'dist', 'electron', 'cli.js') : join(folder, 'electron', 'cli.ts'),
        logWorker: isBuilt
          ? join(folder, 'dist', 'electron', 'log-worker.js')
          : join(folder, 'electron', 'incidents', 'log-worker.ts'),
        rendererDir: join(folder, 'dist', 'renderer'),
        workflowsDir: join(folder, 'workflows'),
        version: found.version,
      };
    }
    if (dirname(folder) === folder) throw new Error(`no package.json of Hearth above ${start}`);
  }
}

const readPackage = (file: string): z.infer<typeof Package> | undefined =>
  Package.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
