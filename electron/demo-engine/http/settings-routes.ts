import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Engine } from '../engine.ts';
import { parseJson, writeJson } from '../python/json.ts';
import { isDict, type PyDict, PyError } from '../python/values.ts';
import { empty, json } from './reply.ts';
import { get, post, type Route } from './route.ts';

const fileOf = ({ launch }: Engine): string => join(launch.userDir, 'default', 'comfy.settings.json');

const read = (engine: Engine): PyDict => {
  try {
    const value = parseJson(readFileSync(fileOf(engine), 'utf8'));
    return isDict(value) ? value : new Map();
  } catch {
    return new Map();
  }
};

const save = async (engine: Engine, settings: PyDict): Promise<void> => {
  await mkdir(dirname(fileOf(engine)), { recursive: true });
  await writeFile(fileOf(engine), writeJson(settings));
};

/** Settings of ComfyUI's own pages, kept in a file. */
export const settingsRoutes: readonly Route[] = [
  get('/settings', (_request, engine) => json(read(engine))),
  get('/settings/{id}', (request, engine) => json(read(engine).get(request.param('id')) ?? null)),
  post('/settings', async (request, engine) => {
    const changes = await request.json();
    if (!isDict(changes)) throw new PyError('TypeError', 'the settings must be an object');
    await save(engine, new Map([...read(engine), ...changes]));
    return empty();
  }),
  post('/settings/{id}', async (request, engine) => {
    const value = await request.json();
    await save(engine, new Map([...read(engine), [request.param('id'), value]]));
    return empty();
  }),
];
