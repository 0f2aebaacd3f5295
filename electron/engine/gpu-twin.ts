import type { Engine, Profile } from '../../shared/engine.ts';
import type { Engines } from './engines.ts';
import type { Profiles } from './profiles-service.ts';

/** Adds an engine from the installation of another one, for another graphics card. */
export type AddTwin = (id: string, device: string) => Promise<Engine>;

const deviceFlag = '--cuda-device';

/** Builds it over both services. Throws AppError for an external engine, and for an installation that does not know the flag. */
export const createAddTwin =
  (
    engines: Pick<Engines, 'get' | 'addBeside' | 'chooseProfile' | 'remove'>,
    profiles: Pick<Profiles, 'list' | 'save' | 'remove'>,
  ): AddTwin =>
  async (id, device) => {
    const added = engines.addBeside(id);
    let saved: Profile | undefined;
    try {
      const base = profiles.list().find((profile) => profile.id === engines.get(id)?.profileId);
      saved = await profiles.save({ ...twinProfile(base, device, profiles.list()), engine: added.id });
      return await engines.chooseProfile(added.id, saved.id, 'next');
    } catch (error) {
      await engines.remove(added.id);
      if (saved) await profiles.remove(saved.id, true);
      throw error;
    }
  };

/** The flags and variables of `base` on another card, under a name that nobody has. Pure. */
const twinProfile = (base: Profile | undefined, device: string, all: readonly Profile[]) => {
  const taken = new Set(all.map((profile) => profile.name.toLowerCase()));
  const stem = `${base?.name ?? 'Default'} · GPU ${device}`.slice(0, 74);
  let name = stem;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem} (${n})`;
  const flags = (base?.flags ?? []).filter(({ flag }) => flag !== deviceFlag);
  return {
    name,
    flags: [...flags, { flag: deviceFlag, value: device }],
    env: base?.env ?? {},
    ...(base && { copyOf: base.id }),
  };
};
