import { conditioningClasses } from './conditioning.ts';
import { imageClasses } from './images.ts';
import { latentClasses } from './latents.ts';
import { ggufClasses, ggufPack, loaderClasses } from './loaders.ts';
import type { NodeClass } from './node-class.ts';
import { plainClasses } from './plain.ts';
import { samplerClasses } from './samplers.ts';
import { savingClasses } from './saving.ts';

export type NodeTable = ReadonlyMap<string, NodeClass>;

/** Custom node packs that the flags leave on. Pure. */
export const loadedPacks = (has: (flag: string) => boolean, whitelist: readonly string[]): string[] =>
  has('--disable-all-custom-nodes') && !whitelist.includes(ggufPack) ? [] : [ggufPack];

/** All classes by name; those of `packs` besides the built-in ones. Pure. */
export const nodeTable = (packs: readonly string[]): NodeTable =>
  new Map(
    [
      ...samplerClasses,
      ...loaderClasses,
      ...conditioningClasses,
      ...latentClasses,
      ...imageClasses,
      ...savingClasses,
      ...plainClasses,
      ...(packs.includes(ggufPack) ? ggufClasses : []),
    ].map((node) => [node.name, node]),
  );
