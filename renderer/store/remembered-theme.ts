import { Settings } from '../../shared/settings.ts';

const storageKey = 'hearth.theme';
const Theme = Settings.shape.theme;

/** The look of the last visit, for the moment before the host says it: a light window must not flash dark. */
export function rememberedTheme(): Settings['theme'] {
  try {
    return Theme.catch('dark').parse(localStorage.getItem(storageKey));
  } catch {
    return 'dark';
  }
}

export function rememberTheme(theme: Settings['theme']): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // A full or forbidden storage costs only a flash at the next start.
  }
}
