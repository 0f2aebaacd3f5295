import { builtinModules } from 'node:module';
import { build } from 'vite';
import { root } from './root.mjs';

/**
 * Bundles scripts as the product is bundled, so that what they measure or try is what people run; better-sqlite3 stays outside.
 * @param {string} outDir gets `<name>.js` of each
 * @param {{[name: string]: string}} input source file by name
 * @returns {Promise<void>}
 */
export const bundleForNode = async (outDir, input) => {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input,
        external: [/^node:/, ...builtinModules, 'better-sqlite3'],
        output: { entryFileNames: '[name].js' },
      },
    },
  });
};
