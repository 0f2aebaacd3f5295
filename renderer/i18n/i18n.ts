import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from '../../shared/i18n/en.ts';
import { ko } from '../../shared/i18n/ko.ts';
import type { Settings } from '../../shared/settings.ts';
import { josa } from './josa.ts';
import { sayKindOnce } from './say-kind-once.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

export type Language = 'en' | 'ko';

/** The language to show: the setting, else the browser's, else English. Pure. */
export const languageOf = (setting: Settings['language'], browser: string): Language =>
  setting === 'system' ? (browser.toLowerCase().startsWith('ko') ? 'ko' : 'en') : setting;

const i18n = i18next.createInstance();
void i18n
  .use(initReactI18next)
  .use({
    type: 'postProcessor' as const,
    name: 'josa',
    process: (text: string) => (i18n.language === 'ko' ? josa(sayKindOnce(text)) : text),
  })
  .init({
    resources: { en: { translation: en }, ko: { translation: ko } },
    lng: languageOf('system', navigator.language),
    fallbackLng: 'en',
    supportedLngs: ['en', 'ko'],
    postProcess: ['josa'],
    interpolation: { escapeValue: false },
    returnNull: false,
    // Resources are in the bundle, so the first paint already has its words.
    initAsync: false,
  });

export { i18n };
