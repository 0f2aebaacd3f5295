import type { FlagSetting } from '../../shared/engine.ts';
import type { FlagPatch } from '../../shared/incident.ts';
import { type FlagCatalog, findFlag } from './flag-catalog.ts';
import { mergeLayers } from './launch-layers.ts';

/**
 * A profile's flags with some changes: what is added takes the place of the same flag, of its exclusive group and of its opposite, as a
 * later layer of the launch would; a flag that is taken out goes under every name it has. Pure.
 */
export const patchFlags = (
  flags: readonly FlagSetting[],
  patches: readonly FlagPatch[],
  catalog: FlagCatalog | null,
): FlagSetting[] => {
  const nameOf = (flag: string): string => (catalog ? findFlag(catalog, flag)?.flag : undefined) ?? flag;
  let patched = [...flags];
  for (const { op, flag, value } of patches)
    patched =
      op === 'remove'
        ? patched.filter((setting) => nameOf(setting.flag) !== nameOf(flag))
        : mergeLayers([patched, [{ flag, value }]], catalog);
  return patched;
};
