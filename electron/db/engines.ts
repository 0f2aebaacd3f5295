import { z } from 'zod';
import { EngineKind, Profile } from '../../shared/engine.ts';
import type { Db } from './database.ts';

/** An engine as a person chose it; what it does now is not stored. */
export interface EngineRow {
  id: string;
  kind: z.infer<typeof EngineKind>;
  name: string;
  folder: string | null;
  /** Interpreter that a person named; null: the one that is found. */
  python: string | null;
  url: string | null;
  isWanted: boolean;
  /** Id of the profile in use. */
  profile: string;
  lastGood: Profile | null;
  /** Port asked for; null: the usual one. */
  port: number | null;
  /** Under which an external engine knows this host's socket. */
  clientId: string;
}

export interface EngineRows {
  /** In the order in which they were added. */
  list(): EngineRow[];
  insert(row: EngineRow, now: number): void;
  /** Also forgets its launches and events. */
  remove(id: string): void;
  setWanted(id: string, isWanted: boolean): void;
  setProfile(id: string, profile: string): void;
  setPort(id: string, port: number | null): void;
  setLastGood(id: string, profile: Profile): void;
}

const Row = z.object({
  id: z.string(),
  kind: EngineKind,
  name: z.string(),
  folder: z.string().nullable(),
  python: z.string().nullable(),
  url: z.string().nullable(),
  is_wanted: z.number(),
  profile: z.string(),
  last_good_json: z.string().nullable(),
  port: z.number().nullable(),
  client_id: z.string(),
});

const toRow = (raw: unknown): EngineRow => {
  const { is_wanted, last_good_json, client_id, ...same } = Row.parse(raw);
  // Written by an older version in another shape: then nothing is known to be good.
  const lastGood = last_good_json === null ? null : (Profile.safeParse(JSON.parse(last_good_json)).data ?? null);
  return { ...same, isWanted: is_wanted === 1, lastGood, clientId: client_id };
};

/** Statements over the engines table, prepared once. */
export const createEngineRows = (db: Db): EngineRows => {
  const all = db.prepare('SELECT * FROM engines ORDER BY seq');
  const insert = db.prepare(
    `INSERT INTO engines (id, kind, name, folder, python, url, is_wanted, profile, last_good_json, port, client_id, created_at)
     VALUES (@id, @kind, @name, @folder, @python, @url, @wanted, @profile, @lastGood, @port, @clientId, @now)`,
  );
  const remove = db.prepare('DELETE FROM engines WHERE id = ?');
  const set = (column: string) => db.prepare(`UPDATE engines SET ${column} = @value WHERE id = @id`);
  const [wanted, profile, port, lastGood] = [set('is_wanted'), set('profile'), set('port'), set('last_good_json')];
  return {
    list: () => all.all().map(toRow),
    insert({ isWanted, lastGood: good, ...same }, now) {
      insert.run({ ...same, wanted: isWanted ? 1 : 0, lastGood: good === null ? null : JSON.stringify(good), now });
    },
    remove: (id) => void remove.run(id),
    setWanted: (id, value) => void wanted.run({ id, value: value ? 1 : 0 }),
    setProfile: (id, value) => void profile.run({ id, value }),
    setPort: (id, value) => void port.run({ id, value }),
    setLastGood: (id, value) => void lastGood.run({ id, value: JSON.stringify(value) }),
  };
};
