import { i18n, languageOf } from '../i18n/i18n.ts';
import { hearthStore } from './hearth.ts';

/** Speaks the language of the settings, else the browser's, on the page and in its `lang`. Returns the way to stop. */
export function followLanguage(): () => void {
  const follow = (): void => {
    const { settings, snapshots } = hearthStore.getState();
    const language = languageOf(snapshots > 0 ? settings.language : 'system', navigator.language);
    document.documentElement.lang = language;
    if (i18n.language !== language) void i18n.changeLanguage(language);
  };
  follow();
  return hearthStore.subscribe(follow);
}
