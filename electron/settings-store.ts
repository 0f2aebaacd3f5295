import type { Settings, SettingsPatch } from '../shared/settings.ts';
import type { SettingRows } from './db/settings.ts';

/** What a person set, with defaults for the rest; read often, so kept in memory. */
export interface SettingsStore {
  get(): Settings;
  /** Stored when it returns. */
  set(patch: SettingsPatch): Settings;
}

/** Settings over their rows; `onChange` hears of each stored change. */
export function createSettingsStore(rows: SettingRows, onChange: (settings: Settings) => void): SettingsStore {
  let current = rows.load();
  return {
    get: () => current,
    set(patch) {
      current = rows.save(patch);
      onChange(current);
      return current;
    },
  };
}
