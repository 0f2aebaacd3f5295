import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/app-error.ts';
import type { FlagSetting, Profile } from '../../../shared/engine.ts';
import type { EngineRows } from '../../db/engines.ts';
import type { ProfileRows } from '../../db/profiles.ts';
import type { TrialPlan } from '../../db/trial-plans.ts';
import type { Engines } from '../../engine/engines.ts';

type Settings = Pick<Profile, 'flags' | 'env'>;

/** Writes what was proven into a profile, and takes it out again. Both are bodies of transactions. */
export interface ProfileKeeper {
  /** null: the trial changed nothing of a profile. */
  keep(engine: string, plan: Pick<TrialPlan, 'before' | 'tried'>): Profile | null;
  /** Answers with the profile that the engine uses again. Throws AppError where there is nothing to take back. */
  undo(engine: string, plan: Pick<TrialPlan, 'before' | 'tried' | 'after'>): Profile;
}

interface KeeperDeps {
  profiles: ProfileRows;
  rows: Pick<EngineRows, 'setProfile'>;
  engines: Pick<Engines, 'get' | 'list'>;
}

export const createProfileKeeper = ({ profiles, rows, engines }: KeeperDeps): ProfileKeeper => {
  const stored = (id: string): Profile | undefined => profiles.list().find((profile) => profile.id === id);
  const isShared = (id: string, engine: string): boolean =>
    engines.list().some((other) => other.id !== engine && other.profileId === id);
  const freeName = (wanted: string): string => {
    const taken = new Set(profiles.list().map(({ name }) => name.toLowerCase()));
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted} ${number}`;
      if (!taken.has(name.toLowerCase())) return name;
    }
  };
  return {
    keep(engine, { before, tried }) {
      if (before === null || tried === null || isSame(before, tried)) return null;
      const now = stored(before.id);
      const isOwn = now !== undefined && !isShared(before.id, engine);
      const after: Profile = {
        ...(isOwn ? now : { id: randomUUID(), name: freeName(`${before.name} (${engines.get(engine)?.name ?? engine})`) }),
        // What a person changed in the profile meanwhile stays.
        ...carryOver(before, tried, now ?? before),
      };
      profiles.save(after);
      rows.setProfile(engine, after.id);
      return after;
    },
    undo(engine, { before, tried, after }) {
      if (before === null || tried === null || after === null) throw new AppError('conflict', 'trialCannotUndo');
      const now = stored(after.id);
      if (after.id === before.id) {
        if (!now) throw new AppError('conflict', 'trialProfileGone');
        const restored = { ...now, ...carryOver(tried, before, now) };
        profiles.save(restored);
        return restored;
      }
      const original = stored(before.id) ?? { ...before, name: freeName(before.name) };
      profiles.save(original);
      rows.setProfile(engine, original.id);
      if (now && isSame(now, after) && !isShared(after.id, engine)) profiles.remove(after.id);
      return original;
    },
  };
};

const isSame = (a: Settings, b: Settings): boolean => isDeepStrictEqual([a.flags, a.env], [b.flags, b.env]);

/** Does to `onto` what leads from `from` to `to`; where nothing else was changed, the result is `to` to the letter. Pure. */
export const carryOver = (from: Settings, to: Settings, onto: Settings): Settings => {
  if (isSame(from, onto)) return { flags: to.flags, env: to.env };
  const of = (flags: readonly FlagSetting[], name: string): FlagSetting[] => flags.filter(({ flag }) => flag === name);
  const names = new Set([...from.flags, ...to.flags].map(({ flag }) => flag));
  const changed = [...names].filter((name) => !isDeepStrictEqual(of(from.flags, name), of(to.flags, name)));
  const env = { ...onto.env };
  for (const name of new Set([...Object.keys(from.env), ...Object.keys(to.env)])) {
    const [had, has] = [from.env[name], to.env[name]];
    if (had === has) continue;
    if (has === undefined) delete env[name];
    else env[name] = has;
  }
  return {
    flags: [...onto.flags.filter(({ flag }) => !changed.includes(flag)), ...changed.flatMap((name) => of(to.flags, name))],
    env,
  };
};
