import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Outcome } from '../../shared/incident.ts';
import { diagnoseFile } from './diagnose-file.ts';

/** What a reader's thread is given. */
const LogTask = z.object({
  place: z.object({ file: z.string(), from: z.number().exactOptional(), to: z.number().exactOptional() }),
  options: z.object({
    exit: z.number().nullable(),
    signal: z.string().nullable(),
    outcome: Outcome.nullable(),
    version: z.string().nullable(),
    memory: z.object({ isKernelKill: z.boolean().nullable(), freeShare: z.number().nullable() }).nullable().exactOptional(),
    nodeClass: z.string().nullable().exactOptional(),
  }),
});

// The whole of this thread: one log, one answer. An error ends it, and whoever started it hears of that.
const { place, options } = LogTask.parse(workerData);
parentPort?.postMessage(await diagnoseFile(place, options));
