/** Words as they can be pasted into a terminal of that system, and mean the same there. Pure. */
export const terminalWords = (words: readonly string[], platform: NodeJS.Platform): string =>
  words.map(platform === 'win32' ? windowsWord : posixWord).join(' ');

const posixWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** By the rules of CommandLineToArgvW: backslashes count only in front of a quote. */
const windowsWord = (word: string): string =>
  /^[\w@+=:,./\\~-]+$/.test(word) ? word : `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
