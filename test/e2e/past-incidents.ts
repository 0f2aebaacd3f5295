import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '../../electron/db/database.ts';
import { createLaunchRows } from '../../electron/db/engine-launches.ts';
import { createEngineRows } from '../../electron/db/engines.ts';
import { createIncidentRows } from '../../electron/db/incidents.ts';
import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import { remediesFor } from '../../electron/incidents/remedies.ts';
import { signatureOf } from '../../electron/incidents/signature.ts';
import type { BootFacts } from '../../shared/engine.ts';
import type { Diagnosis } from '../../shared/incident.ts';

const dayMs = 86_400_000;
const engine = 'demo';

/** What the log of the demo engine says when its text encoder dies of offloading. */
const logLines = [
  'Device: cuda:0 NVIDIA Demo GPU 16GB : cudaMallocAsync',
  'Using async weight offloading with 2 streams',
  'got prompt',
  '!!! Exception during processing !!! CUDA error: unknown error',
  '  File "/demo/ComfyUI/comfy/model_management.py", line 1425, in sync_stream',
  'torch.AcceleratorError: CUDA error: unknown error',
];

const facts = (comfyui: string): BootFacts => ({ ...noBootFacts, comfyui, torch: '2.9.1+cu130', asyncOffloadStreams: 2 });

const told = {
  cause: 'cuda-unknown-error-async-offload',
  exception: 'torch.AcceleratorError: CUDA error: unknown error',
  frame: 'sync_stream',
  nodeClass: null,
};
const offered = remediesFor(['disable-async-offload', 'disable-pinned-memory'], {
  version: '0.28.0',
  platform: null,
  gpu: null,
  args: null,
  asyncOffload: true,
  pinnedMemory: true,
  dynamicVram: true,
  asyncAllocator: true,
  xformers: false,
});
const diagnosis: Diagnosis = {
  ...told,
  confidence: 'high',
  failed: true,
  lines: [2, 5, 6],
  node: null,
  nodeTitle: null,
  pack: null,
  stage: 'text-encoding',
  remedies: offered,
  alsoSeen: [],
  signature: signatureOf(told),
};

/**
 * Writes deaths of the demo engine into a data folder that no host has open: one launch with ComfyUI 0.27.0 that ended well, then one
 * with 0.28.0 for each of `daysAgo`, each with its incident.
 */
export const writePastIncidents = (data: string, daysAgo: readonly number[]): void => {
  const db = openDatabase(join(data, 'hearth.db'));
  const [engines, launches, incidents] = [createEngineRows(db), createLaunchRows(db), createIncidentRows(db)];
  const now = Date.now();
  engines.insert(
    {
      id: engine,
      kind: 'demo',
      name: 'Demo engine',
      folder: null,
      python: null,
      url: null,
      isWanted: false,
      profile: 'default',
      lastGood: null,
      port: null,
      clientId: randomUUID(),
    },
    now,
  );
  const launch = (endedAt: number, comfyui: string, end: 'requested' | 'crash'): string => {
    const id = randomUUID();
    const logFile = join(data, 'logs', engine, `${id}.log`);
    const startedAt = endedAt - 600_000;
    launches.insert({ id, engine, startedAt, url: '', profile: 'Default', command: [], logFile, logFrom: 0 });
    launches.setReady(id, startedAt + 4_000);
    launches.setBootFacts(id, facts(comfyui));
    launches.end(id, endedAt, end);
    return id;
  };
  launch(now - 9 * dayMs, '0.27.0', 'requested');
  for (const days of daysAgo) {
    const at = now - days * dayMs;
    const id = randomUUID();
    const launchId = launch(at, '0.28.0', 'crash');
    const during = { at, launch: launchId, job: null, attempt: null };
    incidents.insert({ id, kind: 'crash', engine, engineName: 'Demo engine', template: null, ...during }, evidence('0.28.0'));
    incidents.setLog(id, [{ firstLine: 1, lines: logLines }]);
    incidents.diagnose(
      id,
      diagnosis,
      offered.map((remedy) => ({
        ...remedy,
        isAvailable: true,
        obstacle: null,
        isAutomatic: true,
        undo: 'flags',
        status: 'untried' as const,
      })),
    );
    incidents.show(id);
  }
  db.prepare('INSERT OR IGNORE INTO judged_launches (launch) SELECT id FROM engine_launches').run();
  db.close();
};

const evidence = (comfyui: string) => ({
  exit: null,
  unseen: null,
  launch: null,
  bootFacts: facts(comfyui),
  profile: { id: 'default', name: 'Default', flags: [], env: {} },
  job: null,
  memory: [],
  load: [],
  ramTotalBytes: 32 * 1024 ** 3,
  ramFreeBytes: 20 * 1024 ** 3,
  gpus: [],
  hearth: '0.1.0',
  system: 'Linux',
  earlierTrials: [],
});
