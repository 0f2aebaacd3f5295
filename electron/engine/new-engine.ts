import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { EngineAdd } from '../../shared/engine-contract.ts';
import type { EngineRow } from '../db/engines.ts';
import { engineUrl } from './engine-url.ts';
import { openInstall } from './install.ts';
import { usualPort } from './open-run.ts';

/** What a person chose, made whole. Throws AppError for a folder or an address that cannot be used. */
export const resolveEngine = async (engine: EngineAdd): Promise<Pick<EngineRow, 'kind' | 'folder' | 'python' | 'url'>> => {
  const { kind } = engine;
  const none = { folder: null, python: null, url: null };
  if (kind === 'demo') return { ...none, kind };
  if (kind === 'external') return { ...none, kind, url: engineUrl(engine.url) };
  const { folder } = await openInstall(resolve(engine.folder), engine.python);
  return { ...none, kind, folder, python: engine.python ?? null };
};

const stems: Record<EngineRow['kind'], { id: string; name: string }> = {
  demo: { id: 'demo', name: 'Demo engine' },
  external: { id: 'external', name: 'ComfyUI' },
  managed: { id: 'comfyui', name: 'ComfyUI' },
};

/**
 * The row of a new engine among those that are there: `comfyui`, `comfyui-2` and so on. The usual port goes to the first ComfyUI;
 * later ones get the next that none of ours has. Pure but for the client id.
 */
export const newEngineRow = (
  chosen: Pick<EngineRow, 'kind' | 'folder' | 'python' | 'url'>,
  name: string | undefined,
  others: readonly EngineRow[],
): EngineRow => {
  const stem = stems[chosen.kind];
  const ids = new Set(others.map(({ id }) => id));
  let n = 1;
  while (ids.has(n === 1 ? stem.id : `${stem.id}-${n}`)) n++;
  const ports = new Set(others.flatMap(({ kind, port }) => (kind === 'managed' ? (port ?? usualPort) : [])));
  let port = usualPort;
  while (ports.has(port)) port++;
  return {
    ...chosen,
    id: n === 1 ? stem.id : `${stem.id}-${n}`,
    name: name ?? (n === 1 ? stem.name : `${stem.name} ${n}`),
    port: chosen.kind === 'managed' && port !== usualPort ? port : null,
    isWanted: false,
    profile: 'default',
    lastGood: null,
    clientId: randomUUID(),
  };
};
