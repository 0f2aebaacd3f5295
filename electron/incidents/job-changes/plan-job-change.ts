import type { JobChange } from '../../../shared/job-change.ts';
import type { jobRemedies } from '../remedies-job.ts';
import { bypassAttention, bypassCompile, bypassFault, bypassSage, bypassUnknown } from './bypass.ts';
import type { JobFacts, Planner } from './job-facts.ts';
import {
  addClipLoader,
  addVaeLoader,
  bf16Audio,
  ggufLoader,
  matchingEncoder,
  matchingFile,
  matchingVae,
  otherBuild,
  safetensors,
} from './model-files.ts';
import {
  allowedValue,
  chooseSdpa,
  connectInput,
  freeVramInNode,
  nodeOnCpu,
  renewNode,
  sameDevice,
  samePrecision,
  withoutSound,
} from './node-inputs.ts';
import { equalSizes, fixSize, reduceSize } from './sizes.ts';
import { smallerTiles, tiledVae } from './tiles.ts';

/** The first of these that finds something to change. */
const either =
  (...planners: readonly Planner[]): Planner =>
  (facts) => {
    for (const plan of planners) {
      const changes = plan(facts);
      if (changes.length > 0) return changes;
    }
    return [];
  };

/** What each remedy changes; null: only a person can say what is right. */
const planners: Readonly<Record<keyof typeof jobRemedies, Planner | null>> = {
  'reduce-size': reduceSize,
  'tiled-vae': tiledVae,
  'smaller-tiles': smallerTiles,
  'fix-node-input': null,
  'fix-size-input': fixSize,
  'use-other-precision': otherBuild,
  'plain-attention-or-precision': either(bypassAttention, otherBuild),
  'node-on-cpu': nodeOnCpu,
  // A switch that only some builds have, as a node of a pack.
  'disable-cudnn': null,
  'bypass-compile': bypassCompile,
  'bypass-sage-node': bypassSage,
  'bypass-last-node': bypassFault,
  'choose-sdpa': chooseSdpa,
  'free-vram-in-node': freeVramInNode,
  'same-device-loaders': sameDevice,
  'same-precision': samePrecision,
  'check-node-input': null,
  'replace-node': bypassUnknown,
  // Which link of a circle is wrong is a question of what was meant.
  'remove-loop': null,
  // Nothing is wrong with the job.
  'wait-for-compile': null,
  'save-without-sound': withoutSound,
  'bf16-audio': bf16Audio,
  'equal-sizes': equalSizes,
  'matching-encoder': matchingEncoder,
  'matching-vae': matchingVae,
  'matching-file': matchingFile,
  'matching-gguf-loader': ggufLoader,
  // Another way to build the whole graph.
  'inpaint-conditioning': null,
  'add-clip-loader': addClipLoader,
  'add-vae-loader': addVaeLoader,
  // What is to be saved is a question of what was meant.
  'add-output-node': null,
  'connect-input': connectInput,
  'renew-node': renewNode,
  'allowed-value': allowedValue,
  // The pictures and models of a person.
  'valid-picture': null,
  'use-safetensors': safetensors,
  'use-ungated-model': null,
  'replace-api-node': null,
};

const isKnown = (remedy: string): remedy is keyof typeof planners => Object.hasOwn(planners, remedy);

/** What a remedy would change in a job, each thing once; nothing where only a person can say what is right. Pure. */
export const planJobChange = (remedy: string, facts: JobFacts): JobChange[] => {
  const plan = isKnown(remedy) ? planners[remedy] : null;
  const changes = plan?.(facts) ?? [];
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
};
