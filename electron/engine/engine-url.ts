import { AppError } from '../../shared/app-error.ts';

/**
 * The address of an engine as typed, made whole: `127.0.0.1:8188` becomes `http://127.0.0.1:8188`. A path in front of the engine, and a
 * name with password, are kept; query, hash and a closing slash go. Throws AppError `urlInvalid`. Pure.
 */
export const engineUrl = (typed: string): string => {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError('invalid-input', 'urlInvalid', { url: text.slice(0, 200) });
  }
  url.search = '';
  url.hash = '';
  // Nobody can connect to "every address"; it is how ComfyUI prints the one it listens on.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href.replace(/\/+$/, '');
};

/** The address without name and password, for people and logs. Pure. */
export const shownUrl = (url: string): string => {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href.replace(/\/+$/, '');
};
