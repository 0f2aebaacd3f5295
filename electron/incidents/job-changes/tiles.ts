import type { GraphInput, JobChange } from '../../../shared/job-change.ts';
import {
  faultNodes,
  fitNumber,
  isLink,
  type JobFacts,
  type JobNode,
  nodesOf,
  numberOf,
  type Planner,
  setInput,
  specOf,
} from './job-facts.ts';

/** Classes that work on the whole at once, and those that do the same in tiles; what these need besides, as ComfyUI sets it. */
const pictures = { tile_size: 512, overlap: 64, temporal_size: 64, temporal_overlap: 8 };
const twins: ReadonlyMap<string, { name: string; inputs: Readonly<Record<string, number>> }> = new Map([
  ['VAEDecode', { name: 'VAEDecodeTiled', inputs: pictures }],
  ['VAEEncode', { name: 'VAEEncodeTiled', inputs: pictures }],
  ['VAEDecodeAudio', { name: 'VAEDecodeAudioTiled', inputs: { tile_size: 512, overlap: 64 } }],
]);

const twinOf = (facts: JobFacts, node: JobNode): JobChange[] => {
  const twin = twins.get(node.class);
  if (!twin) return [];
  const known = facts.classes?.get(twin.name);
  if (facts.classes && !known) return [];
  // As this version has them: an older one knows no tiles in time.
  const inputs: Record<string, GraphInput> = known
    ? Object.fromEntries(
        known.inputs
          .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(node.inputs, name))
          .map(({ name, options }) => [name, numberOf(options.default) ?? twin.inputs[name] ?? 0]),
      )
    : { ...twin.inputs };
  return [{ op: 'class', node: node.id, before: node.class, after: twin.name, inputs }];
};

/** The node at fault works in tiles; where none is named, all that can. Pure. */
export const tiledVae: Planner = (facts) => {
  const own = faultNodes(facts).flatMap((node) => twinOf(facts, node));
  return own.length > 0 ? own : nodesOf(facts).flatMap((node) => twinOf(facts, node));
};

/** Tiles of half the side, and half as many frames at once. Pure. */
export const smallerTiles: Planner = (facts) =>
  nodesOf(facts)
    .filter(({ inputs }) => typeof inputs.tile_size === 'number')
    .flatMap((node) =>
      [['tile_size', { min: 64, step: 32 }] as const, ['temporal_size', { min: 8, step: 4 }] as const].flatMap(
        ([input, usual]) => {
          const now = node.inputs[input];
          if (isLink(now) || typeof now !== 'number') return [];
          const less = fitNumber(specOf(facts, node.class, input), now / 2, usual);
          if (less >= now) return [];
          const [overlap, least] = input === 'tile_size' ? ['overlap', 0] : ['temporal_overlap', 4];
          const lap = node.inputs[overlap];
          // ComfyUI takes at most a quarter of a tile.
          const fits = Math.max(least, Math.floor(less / 4 / usual.step) * usual.step);
          return [
            ...setInput(facts, node, input, less),
            ...(typeof lap === 'number' && lap > less / 4 ? setInput(facts, node, overlap, fits) : []),
          ];
        },
      ),
    );
