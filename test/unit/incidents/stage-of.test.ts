import { expect, test } from 'vitest';
import { diagnoseLog } from '../../../electron/incidents/diagnose-log.ts';
import type { Stage } from '../../../shared/incident.ts';
import { boot, nodeError } from '../../fixtures/crash-logs/build-log.ts';

/** What the node before left in the log. */
const before = ['Requested to load Flux'];
const failedIn = async (nodeClass: string | null, places: readonly string[]): Promise<Stage | null> => {
  const lines = [...boot(), ...nodeError('torch.OutOfMemoryError: Allocation on device', places, before)];
  const bytes = (async function* () {
    yield Buffer.from(`${lines.join('\n')}\n`);
  })();
  const outside = { exit: null, signal: null, outcome: null, version: null, nodeClass };
  return (await diagnoseLog(bytes, outside)).diagnosis.stage;
};
/** Of no frame can be told what it is part of. */
const anywhere = ['comfy/ops.py:forward'];

test.each<[nodeClass: string | null, places: readonly string[], stage: Stage | null]>([
  ['VAEDecode', anywhere, 'decoding'],
  ['VAEDecodeTiled', anywhere, 'decoding'],
  ['VAEDecodeAudio', anywhere, 'decoding'],
  ['WanVideoDecode', anywhere, 'decoding'],
  ['KSampler', anywhere, 'sampling'],
  ['SamplerCustomAdvanced', anywhere, 'sampling'],
  ['CLIPTextEncodeFlux', anywhere, 'text-encoding'],
  ['CLIPLoader', anywhere, 'loading'],
  ['UNETLoader', anywhere, 'loading'],
  ['CheckpointLoaderSimple', anywhere, 'loading'],
  ['SaveImage', anywhere, 'saving'],
  ['VHS_VideoCombine', anywhere, 'saving'],
  // Nobody knows what it does: what the log shows is of the node before.
  ['ImageUpscaleWithModel', anywhere, null],
  // What the frames show is what was done.
  ['UltimateSDUpscale', ['custom_nodes/u/n.py:upscale', 'comfy/samplers.py:sample'], 'sampling'],
  ['KSampler', ['nodes.py:decode', 'comfy/sd.py:decode'], 'decoding'],
  // A log alone.
  [null, anywhere, 'loading'],
])('out of memory in %s at %j: %s', async (nodeClass, places, stage) => {
  expect(await failedIn(nodeClass, places)).toBe(stage);
});
