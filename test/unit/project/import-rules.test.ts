import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const biome = join(root, 'node_modules/.bin/biome');

/** A file that breaks one rule, by where it would lie and what it would import. */
const planted: [file: string, imports: string][] = [
  ['shared/planted.ts', 'node:fs'],
  ['shared/planted.ts', 'react'],
  ['shared/i18n/en/planted.ts', '../../../electron/app.ts'],
  ['electron/app.ts', 'electron'],
  ['electron/queue/planted.ts', 'electron'],
  ['electron/handlers.ts', '../renderer/api.ts'],
  ['electron/lib/planted.ts', '../queue/queue.ts'],
  ['electron/db/planted.ts', '../engine/client.ts'],
  ['electron/templates/planted.ts', '../engine/client.ts'],
  ['electron/templates/planted.ts', '../artifacts/artifacts.ts'],
  ['electron/artifacts/planted.ts', '../templates/render.ts'],
  ['electron/records/planted.ts', '../templates/render.ts'],
  ['electron/records/planted.ts', '../artifacts/artifacts.ts'],
  ['electron/records/planted.ts', '../engine/client.ts'],
  ['electron/records/planted.ts', '../queue/queue.ts'],
  ['electron/engine/planted.ts', '../templates/render.ts'],
  ['electron/incidents/planted.ts', '../engine/client.ts'],
  ['electron/incidents/planted.ts', '../artifacts/artifacts.ts'],
  ['electron/incidents/planted.ts', '../queue/queue.ts'],
  ['electron/incidents/planted.ts', './trial/trials.ts'],
  ['electron/queue/planted.ts', '../incidents/trial/trials.ts'],
  ['electron/incidents/trial/planted.ts', '../../handlers.ts'],
  ['electron/incidents/trial/planted.ts', '../../benchmarks/benchmarks.ts'],
  ['electron/benchmarks/planted.ts', '../incidents/trial/trials.ts'],
  ['electron/benchmarks/planted.ts', '../handlers.ts'],
  ['electron/benchmarks/planted.ts', '../demo-engine/run.ts'],
  ['electron/queue/planted.ts', '../benchmarks/benchmarks.ts'],
  ['electron/engine/planted.ts', '../benchmarks/benchmarks.ts'],
  ['electron/engine/planted.ts', '../queue/queue.ts'],
  ['electron/engine/planted.ts', '../app.ts'],
  ['electron/queue/planted.ts', '../handlers.ts'],
  ['electron/queue/planted.ts', '../web/assets.ts'],
  ['electron/queue/planted.ts', '../demo-engine/run.ts'],
  ['electron/demo-engine/planted.ts', '../engine/client.ts'],
  ['electron/demo-engine/planted.ts', '../db/database.ts'],
  ['electron/main.ts', '../renderer/api.ts'],
  ['renderer/planted.ts', '../electron/app.ts'],
  ['renderer/planted.ts', 'node:fs'],
  ['renderer/ui/planted.ts', '../features/queue/QueueScreen.tsx'],
  ['renderer/store/planted.ts', '../features/queue/QueueScreen.tsx'],
  ['renderer/features/queue/planted.ts', '../gallery/GalleryScreen.tsx'],
  ['renderer/features/benchmarks/planted.ts', '../incidents/IncidentsScreen.tsx'],
  ['renderer/features/incidents/planted.ts', '../benchmarks/BenchmarksScreen.tsx'],
  ['renderer/features/gallery/planted.ts', '../../../electron/app.ts'],
];

/** Imports that the rules must leave alone. */
const allowed: [file: string, imports: string][] = [
  ['shared/planted.ts', 'zod'],
  ['shared/i18n/en/errors/planted.ts', '../../same.ts'],
  ['electron/main.ts', 'electron'],
  ['electron/queue/planted.ts', '../engine/client-types.ts'],
  ['electron/queue/planted.ts', '../../shared/engine.ts'],
  ['electron/templates/planted.ts', '../engine/flags.ts'],
  ['electron/incidents/planted.ts', '../lib/version.ts'],
  ['electron/incidents/trial/planted.ts', '../../queue/queue.ts'],
  ['electron/incidents/trial/planted.ts', '../../engine/engines.ts'],
  ['electron/benchmarks/planted.ts', '../queue/queue.ts'],
  ['electron/benchmarks/planted.ts', '../engine/engines.ts'],
  ['electron/benchmarks/planted.ts', '../db/benchmarks.ts'],
  ['electron/benchmarks/planted.ts', './cached-nodes.ts'],
  ['electron/app.ts', './benchmarks/benchmarks.ts'],
  ['electron/app.ts', './queue/queue.ts'],
  ['electron/queue/planted.ts', '../records/records.ts'],
  ['renderer/features/queue/planted.ts', '../../ui/EmptyState.tsx'],
  ['renderer/features/queue/planted.ts', '../../../shared/engine.ts'],
];

/** All planted files in one place, each import on a line of its own, and what one run of the linter says of them. */
const lines = Map.groupBy([...planted, ...allowed], ([file]) => file);
const refused = new Set<string>();

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hearth-rules-')));
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [file, pairs] of lines) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    const text = pairs.map(([, imports], index) => `import * as planted${index} from '${imports}';\n`).join('');
    writeFileSync(path, `${text}export const use = [${pairs.map((_, index) => `planted${index}`).join(', ')}];\n`);
  }
  const words = [
    'lint',
    '--vcs-enabled=false',
    '--only=style/noRestrictedImports',
    '--max-diagnostics=none',
    '--reporter=github',
  ];
  const { stdout } = spawnSync(biome, words, { cwd: folder, encoding: 'utf8' });
  for (const [, path = '', line] of stdout.matchAll(/title=lint\/style\/noRestrictedImports,file=([^,]+),line=(\d+)/g)) {
    const file = relative(folder, path).replaceAll('\\', '/');
    refused.add(`${file} ${lines.get(file)?.[Number(line) - 1]?.[1]}`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(planted)('%s may not import %s', (file, imports) => {
  expect(refused).toContain(`${file} ${imports}`);
});

test.each(allowed)('%s may import %s', (file, imports) => {
  expect(refused).not.toContain(`${file} ${imports}`);
});

test('an import cycle is caught', () => {
  const cycle = join(folder, 'electron/cycle');
  mkdirSync(cycle, { recursive: true });
  writeFileSync(join(cycle, 'a.ts'), "import { b } from './b.ts';\nexport const a = (): number => b();\n");
  writeFileSync(join(cycle, 'b.ts'), "import { a } from './a.ts';\nexport const b = (): number => a();\n");
  expect(() =>
    execFileSync(biome, ['lint', '--vcs-enabled=false', '--only=suspicious/noImportCycles', 'electron/cycle'], {
      cwd: folder,
      stdio: 'pipe',
    }),
  ).toThrow(/Command failed/);
});
