import type { Redaction } from './redaction.ts';

/** What is known of the machine and its people. */
export interface KnownPeople {
  /** Absolute folders with the word that stands for each: the home folder, ComfyUI's, Hearth's. */
  folders: readonly { path: string; word: string }[];
  /** Login names and the machine's own name. */
  names: readonly string[];
}

/** Too short or too common to be taken out wherever they stand; as part of a home folder they go all the same. */
const commonNames: ReadonlySet<string> = new Set(
  'root user users admin administrator public default guest ubuntu debian runner comfy comfyui docker app home windows system python localhost'.split(
    ' ',
  ),
);

const separator = '(?:\\\\{1,4}|/)';
/** A name as the next part of a path; with blanks only where something follows it. */
const part = `(?:[^\\\\/:*?"<>|\\r\\n\\t]{1,64}?(?=${separator})|[^\\\\/:*?"<>|\\s'\`)\\],;]{1,64})`;
/** Where systems keep people's folders; the name follows. */
const homes = new RegExp(
  `((?:(?<![A-Za-z])[A-Za-z]:|/mnt/[a-z]|/[a-z](?=/Users/)|/cygdrive/[a-z])?${separator}(?:Users|Documents and Settings|home)${separator})(?!<)(${part})`,
  'gi',
);
/** As the environment names them. */
const variables = /\b((?:USERNAME|LOGNAME|USER|USERDOMAIN|COMPUTERNAME|HOSTNAME)["']?\s{0,3}[:=]\s{0,3}["']?)([^\s"',;<]{2,64})/g;
const unc = /(?<![\\\w:])(\\{2,4})(?!\?|\.\\|wsl(?:\$|\.localhost)|\\)([\w.-]{1,63})(?=\\{1,2}[^\\\s"'])/g;
const email = /(?<![\w.+-])[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])/g;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A path in any spelling: either slash, doubled ones, any case. */
const pathPattern = (path: string): RegExp => {
  const parts = path.split(/[\\/]+/).filter((piece) => piece !== '');
  const root = /^[\\/]/.test(path) ? '[\\\\/]{1,4}' : '';
  return new RegExp(`(?<![\\w])${root}${parts.map(escaped).join('[\\\\/]{1,4}')}(?![\\p{L}\\p{N}_-])`, 'giu');
};

/** Takes out folders of people, their names, e-mail addresses and names of machines. */
export const redactPeople = (text: string, { folders, names }: KnownPeople, note: Redaction['note']): string => {
  let result = text;
  // The longest first: ComfyUI's folder may lie inside of the home folder.
  for (const { path, word } of folders.toSorted((a, b) => b.path.length - a.path.length)) {
    if (path.split(/[\\/]+/).filter((piece) => piece !== '').length === 0) continue;
    result = result.replace(pathPattern(path), () => {
      note('folder');
      return word;
    });
  }
  const found = new Set(names.map((name) => name.toLowerCase()));
  result = result.replace(homes, (_, before: string, name: string) => {
    found.add(name.toLowerCase());
    note('folder');
    return `${before}<name>`;
  });
  result = result.replace(variables, (_, before: string, name: string) => {
    found.add(name.toLowerCase());
    return `${before}${note('name')}`;
  });
  result = result
    .replace(email, () => note('email'))
    .replace(unc, (_, slashes: string, host: string) => {
      found.add(host.toLowerCase());
      return `${slashes}${note('name')}`;
    });
  for (const name of found) {
    if (name.length < 3 || commonNames.has(name)) continue;
    result = result.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu'), () => note('name'));
  }
  return result;
};
