import { splitOnce } from './lib/parse-args.ts';
import type { HostOptions } from './parse-config.ts';

/**
 * The host's options among the words that the desktop app was started with. Everything else is left alone: the system, and
 * Chromium, put words of their own there. Pure.
 */
export function desktopOptions(words: readonly string[]): HostOptions {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const options: { [name: string]: string } = {};
  for (let at = 0; at < own.length; at++) {
    const [name, inline] = splitOnce(own[at] ?? '');
    if (name !== '--data' && name !== '--port' && name !== '--engine') continue;
    const value = inline ?? own[++at];
    if (value !== undefined) options[name.slice(2)] = value;
  }
  return { ...options, engineFlags: end < 0 ? [] : words.slice(end + 1) };
}
