import { batchErrors } from './errors/batches.ts';
import { benchmarksErrors } from './errors/benchmarks.ts';
import { engineErrors } from './errors/engine.ts';
import { engineProtocolErrors } from './errors/engine-protocol.ts';
import { generalErrors } from './errors/general.ts';
import { incidentsErrors } from './errors/incidents.ts';
import { profileErrors } from './errors/profiles.ts';
import { queueErrors } from './errors/queue.ts';
import { rendererErrors } from './errors/renderer.ts';
import { storageErrors } from './errors/storage.ts';
import { templatesErrors } from './errors/templates.ts';
import { trialsErrors } from './errors/trials.ts';
import { valuesErrors } from './errors/values.ts';
import { webErrors } from './errors/web.ts';

/** Every sentence about something that went wrong: what happened, what it means for the work, what to do now. */
export const errors = {
  ...generalErrors,
  ...engineErrors,
  ...engineProtocolErrors,
  ...profileErrors,
  ...queueErrors,
  ...batchErrors,
  ...templatesErrors,
  ...valuesErrors,
  ...storageErrors,
  ...rendererErrors,
  ...webErrors,
  ...incidentsErrors,
  ...trialsErrors,
  ...benchmarksErrors,
};
