import { homedir } from 'node:os';
import type { Evidence } from '../shared/evidence.ts';
import type { Job } from '../shared/job.ts';
import { promptKeysOf } from '../shared/prompt-keys.ts';
import type { EventHub } from '../shared/rpc.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Engines } from './engine/engines.ts';
import { findDriver } from './engine/gpu-driver.ts';
import { findGpus } from './engine/gpu-facts.ts';
import { createIncidents } from './incidents/create-incidents.ts';
import type { Incidents } from './incidents/incidents.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import type { LoadSamples } from './load-samples.ts';
import { recipeOf } from './templates/recipe-of.ts';
import type { Templates } from './templates/templates.ts';

interface Sources {
  config: Pick<Config, 'dataDir' | 'version' | 'logWorker' | 'engineFlags'>;
  db: Db;
  clock: Clock;
  log: Log;
  emit: EventHub['emit'];
  engines: Pick<Engines, 'get' | 'list' | 'flags' | 'lanes'>;
  templates: Pick<Templates, 'get'>;
  samples: Pick<LoadSamples, 'of'>;
  job: (id: string) => Job | undefined;
}

/** Incidents, given what the other services know. `lookAtCards` asks for the machine's graphics cards; until then there are none. */
export const openIncidents = (sources: Sources): { incidents: Incidents; lookAtCards(): Promise<void> } => {
  const { config, engines, templates, samples, ...same } = sources;
  let gpus: Evidence['gpus'] = [];
  const incidents = createIncidents({
    ...same,
    version: config.version,
    logWorker: config.logWorker ?? null,
    runFlags: config.engineFlags.filter((word) => word.startsWith('--')).map((word) => word.split('=', 1).join('')),
    engine: engines.get,
    flags: engines.flags,
    promptKeys(id, version) {
      const template = templates.get(id, version);
      return template ? promptKeysOf(template.parameters) : null;
    },
    recipe: (job) => recipeOf(templates, job),
    classes: async (id) =>
      (await engines
        .lanes()
        .find(({ engineId }) => engineId === id)
        ?.client.objectInfo()) ?? null,
    readings: samples.of,
    gpus: () => gpus,
    folders: () => [
      { path: homedir(), word: '<home>' },
      { path: config.dataDir, word: '<hearth>' },
      ...engines.list().flatMap(({ folder }) => (folder === null ? [] : [{ path: folder, word: '<ComfyUI>' }])),
    ],
    defer: setImmediate,
  });
  return {
    incidents,
    async lookAtCards() {
      const [cards, driver] = await Promise.all([findGpus(), findDriver()]);
      gpus = cards.map((card) => ({ ...card, driver }));
    },
  };
};
