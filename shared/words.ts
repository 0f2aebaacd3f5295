import { errors as en } from './i18n/en/errors.ts';

/** A sentence as key and parameters, so that each reader gets it in their own language. */
export type ErrorKey = keyof typeof en;
export type WordParams = Record<string, string | number>;

/** Puts `params` into the `{{name}}` places of `text`; a missing one stays visible. Pure. */
export const fill = (text: string, params: WordParams = {}): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : place));

/** The English sentence for an error key: what logs and the command line print. */
export const englishError = (key: ErrorKey, params: WordParams = {}): string =>
  fill(Object.hasOwn(en, key) ? en[key] : key, params);
