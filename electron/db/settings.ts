import { z } from 'zod';
import { defaultSettings, Settings, SettingsPatch } from '../../shared/settings.ts';
import type { Db } from './database.ts';

/** What a person changed; everything else has its default. */
export interface SettingRows {
  /** Defaults with the stored changes over them; a stored value that is no longer valid counts as not stored. */
  load(): Settings;
  /** Stores the changes of `patch` and answers with all settings. */
  save(patch: SettingsPatch): Settings;
}

const Row = z.object({ key: z.string(), value_json: z.string() });

/** Statements over the settings table. */
export const createSettingRows = (db: Db): SettingRows => {
  const all = db.prepare('SELECT key, value_json FROM settings');
  const put = db.prepare(
    'INSERT INTO settings (key, value_json) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json',
  );
  const saveAll = db.transaction((patch: SettingsPatch) => {
    for (const [key, value] of Object.entries(patch)) if (value !== undefined) put.run(key, JSON.stringify(value));
  });
  const load = (): Settings => {
    const changes = all.all().flatMap((raw) => {
      const { key, value_json } = Row.parse(raw);
      const value = parseOrUndefined(value_json);
      const one = SettingsPatch.safeParse({ [key]: value });
      return one.success && value !== undefined ? [one.data] : [];
    });
    return Settings.parse(Object.assign({}, defaultSettings, ...changes));
  };
  return {
    load,
    save(patch) {
      saveAll(SettingsPatch.parse(patch));
      return load();
    },
  };
};

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
