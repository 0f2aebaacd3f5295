import { z } from 'zod';
import { FlagSetting, type Profile } from '../../shared/engine.ts';
import type { Db } from './database.ts';

/** Launch profiles: named flags and environment, for any engine. */
export interface ProfileRows {
  list(): Profile[];
  /** By id, else by name: people know the name. */
  find(idOrName: string): Profile | undefined;
  /** The one that cannot be removed. */
  fallback(): Profile;
  /** Adds it, or replaces the one with its id. Throws when another has its name. */
  save(profile: Profile): void;
  remove(id: string): void;
}

const Row = z.object({ id: z.string(), name: z.string(), flags_json: z.string(), env_json: z.string() });
const Flags = z.array(FlagSetting);
const Env = z.record(z.string(), z.string());

const toProfile = (raw: unknown): Profile => {
  const { id, name, flags_json, env_json } = Row.parse(raw);
  return { id, name, flags: Flags.parse(JSON.parse(flags_json)), env: Env.parse(JSON.parse(env_json)) };
};

/** Statements over the profiles table, prepared once. */
export const createProfileRows = (db: Db): ProfileRows => {
  const all = db.prepare("SELECT * FROM profiles ORDER BY id <> 'default', name");
  const byIdOrName = db.prepare('SELECT * FROM profiles WHERE id = +@wanted OR name = +@wanted ORDER BY id <> @wanted');
  const put = db.prepare(
    `INSERT INTO profiles (id, name, flags_json, env_json) VALUES (@id, @name, @flags, @env)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, flags_json = excluded.flags_json, env_json = excluded.env_json`,
  );
  const remove = db.prepare('DELETE FROM profiles WHERE id = ?');
  const find = (wanted: string): Profile | undefined => {
    const raw = byIdOrName.get({ wanted });
    return raw === undefined ? undefined : toProfile(raw);
  };
  return {
    list: () => all.all().map(toProfile),
    find,
    fallback: () => find('default') ?? { id: 'default', name: 'Default', flags: [], env: {} },
    save({ id, name, flags, env }) {
      put.run({ id, name, flags: JSON.stringify(flags), env: JSON.stringify(env) });
    },
    remove: (id) => void remove.run(id),
  };
};
