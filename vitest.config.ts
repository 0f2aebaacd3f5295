import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // Importing the real `electron` in plain Node starts a download; the fake stands in for it.
  resolve: { alias: { electron: at('./test/fakes/electron.ts') } },
  test: {
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['test/unit/**/*.test.ts'], testTimeout: 30_000 } },
      {
        extends: true,
        test: {
          name: 'contract',
          environment: 'node',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/contract/setup.ts'],
          // All files talk to the same engines, one after the other.
          fileParallelism: false,
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
