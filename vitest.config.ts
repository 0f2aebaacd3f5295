import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Of everything that runs in plain Node. */
const plain = {
  environment: 'node' as const,
  // One process reads the sources once for all the files it runs. Files share what modules keep, so no module keeps anything that a
  // test changes; what tests change of the process is put back.
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  // Engines are started from their sources: compiled once, not once a start.
  env: { NODE_COMPILE_CACHE: at('./node_modules/.cache/hearth-test/compiled') },
};

export default defineConfig({
  // Importing the real `electron` in plain Node starts a download; the fake stands in for it.
  resolve: { alias: { electron: at('./test/fakes/electron.ts') } },
  test: {
    // Half of the time is waiting for child processes, so two at once pay even where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { extends: true, test: { ...plain, name: 'node', include: ['test/unit/**/*.test.ts'], testTimeout: 30_000 } },
      {
        extends: true,
        test: {
          ...plain,
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/contract/setup.ts'],
          // All files talk to the same engines, one after the other, once the other projects are through.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['test/ui/**/*.test.tsx'],
          setupFiles: ['test/ui/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
