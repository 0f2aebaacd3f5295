import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../engine.ts';
import { versions } from '../machine.ts';
import { nodeInfo } from '../nodes/node-info.ts';
import type { Writable } from '../python/json.ts';
import { empty, json, type Reply } from './reply.ts';
import { get, internal, type Route } from './route.ts';

const megabyte = 1024 * 1024;

const packages = [
  ['comfyui-frontend-package', versions.frontend],
  ['comfyui-workflow-templates', versions.templates],
  ['comfyui-embedded-docs', versions.docs],
  ['comfy-kitchen', versions.kitchen],
  ['comfy-aimdo', versions.aimdo],
] as const;

const systemStats = ({ launch, machine, isWorking }: Engine): Writable => {
  const [ram, vram] = [machine.ramMb * megabyte, machine.vramMb * megabyte];
  const usedVram = machine.isCpu ? 0 : (isWorking ? 6200 : 640) * megabyte;
  return {
    system: {
      os: process.platform,
      ram_total: ram,
      ram_free: Math.round(ram * 0.71),
      comfyui_version: versions.comfyui,
      required_frontend_version: versions.frontend,
      installed_templates_version: versions.templates,
      required_templates_version: versions.templates,
      comfy_package_versions: packages.map(([name, version]) => ({ name, installed: version, required: version })),
      python_version: machine.python,
      pytorch_version: machine.torch,
      embedded_python: false,
      deploy_environment: 'local-git',
      argv: launch.argv,
    },
    devices: [
      {
        name: machine.deviceName,
        type: machine.isCpu ? 'cpu' : 'cuda',
        // A card that is only imagined has no number among the machine's own.
        index: null,
        vram_total: vram,
        vram_free: vram - usedVram,
        torch_vram_total: machine.isCpu ? vram : usedVram,
        torch_vram_free: machine.isCpu ? vram : Math.round(usedVram * 0.1),
      },
    ],
  };
};

const modelFolder = async (engine: Engine, folder: string): Promise<Reply> => {
  const paths = engine.models.paths(folder);
  if (paths === null) return empty(404);
  const files = await Promise.all(
    (engine.models.list(folder) ?? []).map(async (name) => {
      for (const [pathIndex, path] of paths.entries()) {
        const found = await stat(join(path, name)).catch(() => null);
        if (found) return { name, pathIndex, modified: found.mtimeMs / 1000, created: found.ctimeMs / 1000, size: found.size };
      }
      // Imaginary files have a date and size as well.
      return { name, pathIndex: 0, modified: 1_767_225_600, created: 1_767_225_600, size: 2_132_625_918 };
    }),
  );
  return json(files);
};

const withoutEnding = (name: string): string => name.replace(/\.[^./\\]*$/, '');

/** What the engine says about itself, its nodes and models. */
export const aboutRoutes: readonly Route[] = [
  get('/system_stats', (_request, engine) => json(systemStats(engine))),
  get('/features', (_request, engine) => json(engine.features())),
  get('/object_info', async (_request, engine) => {
    const listings = await engine.listings();
    return json(new Map([...engine.table].map(([name, node]) => [name, nodeInfo(node, listings)])));
  }),
  get('/object_info/{name}', async (request, engine) => {
    const node = engine.table.get(request.param('name'));
    return json(node ? new Map([[node.name, nodeInfo(node, await engine.listings())]]) : {});
  }),
  get('/embeddings', (_request, { models }) => json((models.list('embeddings') ?? []).map(withoutEnding))),
  get('/models', (_request, { models }) => json(models.folders)),
  get('/models/{folder}', (request, { models }) => {
    const names = models.list(request.param('folder'));
    return names ? json(names) : empty(404);
  }),
  get('/experiment/models', (_request, { models }) =>
    json(
      models.folders
        .filter((name) => name !== 'configs' && name !== 'custom_nodes')
        .map((name) => ({ name, folders: models.paths(name) ?? [], extensions: ['.ckpt', '.pt', '.pth', '.safetensors'] })),
    ),
  ),
  get('/experiment/models/{folder}', (request, engine) => modelFolder(engine, request.param('folder'))),
  get('/view_metadata/{folder}', () => empty(404)),
  get('/extensions', () => json([])),
  get('/workflow_templates', () => json({})),
  get('/global_subgraphs', () => json({})),
  get('/node_replacements', () => json({})),
  // The real server answers with a text that holds JSON.
  get('/i18n', () => json('{}')),
  get('/users', (_request, { launch }) =>
    json(launch.has('--multi-user') ? { storage: 'server', users: {} } : { storage: 'server', migrated: false }),
  ),
  get('/assets', (_request, { launch }) =>
    launch.has('--enable-assets')
      ? json({ assets: [], total: 0, has_more: false })
      : json(
          { error: { code: 'SERVICE_DISABLED', message: 'The asset system is off; --enable-assets turns it on.', details: {} } },
          503,
        ),
  ),
  internal('GET', '/logs', (_request, { console }) => json(console.entries.map(({ t, m }) => `${t} - ${m}`).join(''))),
  internal('GET', '/logs/raw', (_request, { console }) =>
    json({ entries: console.entries.map(({ t, m }) => ({ t, m })), size: { cols: 80, rows: 24 } }),
  ),
  internal('GET', '/folder_paths', (_request, { models }) =>
    json(Object.fromEntries(models.folders.map((name) => [name, models.paths(name) ?? []]))),
  ),
  internal('GET', '/files/{kind}', async (request, { folders }) => {
    const kind = request.param('kind');
    if (kind !== 'output' && kind !== 'input' && kind !== 'temp') return json({ error: 'Invalid directory type' }, 400);
    return json((await folders.newestFiles(kind)).map((name) => `${name} [${kind}]`));
  }),
];
