import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import type { FlagSetting, Profile } from '../../shared/engine.ts';
import type { EventHub } from '../../shared/rpc.ts';
import { maskSecrets, unknownMasks, unmaskSecrets } from '../../shared/secret.ts';
import type { ProfileRows } from '../db/profiles.ts';
import type { Engines } from './engines.ts';

interface ProfileWish {
  /** A new one when absent. */
  id?: string | undefined;
  name: string;
  flags: FlagSetting[];
  env: Record<string, string>;
  /** Judged against what this engine knows. */
  engine?: string | undefined;
  /** Whose stored secrets the masks mean, where it is not the profile itself. */
  copyOf?: string | undefined;
}

/** Launch profiles as clients see them: secrets in the environment never leave the host. */
export interface Profiles {
  list(): Profile[];
  /** Throws AppError for a name that is taken, a flag that the engine refuses, a mask that stands for nothing. */
  save(wish: ProfileWish): Promise<Profile>;
  /** Throws AppError for the default one, and for one in use unless `isForced`. */
  remove(id: string, isForced: boolean): Promise<void>;
  /** The environment of a draft with the stored secrets in place of their masks. */
  unmask(env: Record<string, string>, of: string | undefined): Record<string, string>;
}

interface ProfilesDeps {
  rows: ProfileRows;
  engines: Pick<Engines, 'list' | 'judgeProfile' | 'chooseProfile'>;
  emit: EventHub['emit'];
}

/** Builds the service over the profiles table. */
export const createProfiles = ({ rows, engines, emit }: ProfilesDeps): Profiles => {
  const shown = (profile: Profile): Profile => ({ ...profile, env: maskSecrets(profile.env) });
  const must = (id: string): Profile => {
    const found = rows.list().find((profile) => profile.id === id);
    if (!found) throw new AppError('not-found', 'profileMissing', { profile: id });
    return found;
  };
  const unmask: Profiles['unmask'] = (env, of) => unmaskSecrets(env, of === undefined ? {} : must(of).env);
  const usersOf = (id: string) => engines.list().filter(({ profileId }) => profileId === id);

  return {
    list: () => rows.list().map(shown),
    unmask,
    async save({ id, name, flags, env, engine, copyOf }) {
      if (id !== undefined) must(id);
      const trimmed = name.trim();
      const isTaken = rows.list().some((other) => other.id !== id && other.name.toLowerCase() === trimmed.toLowerCase());
      if (isTaken) throw new AppError('conflict', 'profileNameTaken', { profile: trimmed });
      const whole = unmask(env, id ?? copyOf);
      const [lost] = unknownMasks(whole);
      if (lost !== undefined) throw new AppError('invalid-input', 'profileSecretLost', { name: lost });
      const refusal = engine === undefined ? null : await engines.judgeProfile(engine, { flags, env: whole });
      if (refusal) throw refusal;
      const saved: Profile = { id: id ?? randomUUID(), name: trimmed, flags, env: whole };
      rows.save(saved);
      emit('profile.changed', shown(saved));
      // Their process may now run with other flags than the next one will.
      for (const user of usersOf(saved.id)) emit('engine.changed', user);
      return shown(saved);
    },
    async remove(id, isForced) {
      const removed = must(id);
      if (removed.id === rows.fallback().id) throw new AppError('conflict', 'profileIsDefault', { profile: removed.name });
      const users = usersOf(id);
      if (users.length > 0 && !isForced) {
        const names = users.map(({ name }) => name).join(', ');
        throw new AppError('conflict', 'profileInUse', { profile: removed.name, engines: names });
      }
      for (const user of users) await engines.chooseProfile(user.id, rows.fallback().id, 'next');
      rows.remove(id);
      emit('profile.removed', { id });
    },
  };
};
