import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';

/** Builds code that runs in Node or Electron's main process: everything is bundled but Electron itself and the native module. */
const node = (input: Record<string, string>, format: 'es' | 'cjs', emptyOutDir: boolean): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron', 'better-sqlite3'] },
  build: {
    outDir: '../dist/electron',
    emptyOutDir,
    target: 'node22',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input,
      external: [/^node:/, ...builtinModules, 'electron', 'better-sqlite3'],
      output: { format, entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js' },
    },
  },
});

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react({ compiler: true })],
  environments: {
    client: { build: { outDir: '../dist/renderer', emptyOutDir: true, sourcemap: true } },
    main: node(
      {
        main: 'electron/main.ts',
        cli: 'electron/cli.ts',
        'engine-log-worker': 'electron/engine/log-worker.ts',
        'log-worker': 'electron/incidents/log-worker.ts',
      },
      'es',
      true,
    ),
    // A sandboxed preload must be CommonJS in one file.
    preload: node({ preload: 'electron/preload.ts' }, 'cjs', false),
  },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'main', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
});
