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
/** A name as the next part of a path. */
const plain = `[^\\\\/:*?"<>|\\s'\`)\\],;]{1,64}`;
/** One that may have blanks in it: only where something follows that tells its end. */
const spaced = `[^\\\\/:*?"<>|\\r\\n\\t]{0,63}[^\\\\/:*?"<>|\\s](?=${separator})`;
const either = `(?:${spaced}|${plain})`;
/** Where systems keep people's folders; the name follows, and on Windows it may have blanks. */
const windowsRoot = `(?:(?:(?<![A-Za-z])[A-Za-z]:|/mnt/[a-z]|/[a-z](?=/Users/)|/cygdrive/[a-z])${separator}(?:Users|Documents and Settings|home)${separator}|\\\\{1,4}(?:Users|Documents and Settings)\\\\{1,4})`;
const windowsHomes = new RegExp(`(${windowsRoot})(?!<)(${either})`, 'gi');
const homes = new RegExp(`(${separator}(?:Users|home)${separator})(?!<)(${plain})`, 'gi');
const goingOn = new RegExp(`(${windowsRoot})(?!<)(${spaced})`, 'gi');
const quoted = new RegExp(`(?<=["'])(${windowsRoot})(?!<)([^\\\\/:*?"'<>|\\r\\n\\t]{1,64})(?=["'])`, 'gi');
/** As the environment names them. */
const variables = /\b((?:USERNAME|LOGNAME|USER|USERDOMAIN|COMPUTERNAME|HOSTNAME)["']?\s{0,3}[:=]\s{0,3}["']?)([^\s"',;<]{2,64})/g;
const unc = /(?<![\\\w:])(\\{2,4})(?!\?|\.\\|wsl(?:\$|\.localhost)|\\)([\w.-]{1,63})(?=\\{1,2}[^\\\s"'])/g;
/** In any script, also where the sign is written as a percent code. */
const email =
  /(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}_.+%-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,5}(?:[A-Za-z]{2,24}|[^!-~\s]{2,24})(?![\w-])/giu;
/** Drives of a person on Linux, and what cloud drives call themselves after a firm. */
const drives = new RegExp(`(/(?:run/)?media/)(?!<)(${plain})`, 'g');
const volumes = new RegExp(`(/Volumes/)(?!<)(${either})`, 'g');
const cloud = new RegExp(
  `(${separator}(?:OneDrive|Dropbox|GoogleDrive|CloudStorage)(?:\\s-\\s|-|\\s\\())(?!<)([^\\\\/:*?"<>|\\r\\n]{1,64})`,
  'gi',
);
/** A share of one person: the name, and a dollar. */
const ownShare = /(?<=\\{1,2})(?![A-Za-z]\$|wsl\$)([^\\/\s"'$]{2,64})(?=\$\\{1,2})/g;
/** Machines of one's own: a bare name in an address, or one that no public server has. */
const ownHost =
  /(?<=\b(?:https?|wss?|ftps?|sftp|ssh|smb|socks[45]h?|redis|postgres(?:ql)?|mysql|s3):\/\/(?:<secret>@)?)(?!localhost\b)(?:[A-Za-z][\w-]{0,62}(?=[:/\s"']|$)|[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.(?:local|lan|home|internal|intranet|corp|localdomain|home\.arpa|fritz\.box|ts\.net)\b)/gi;

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
  // With blanks in it a name is only told from what follows where a path goes on, or its quotes end.
  const whole = new Set<string>();
  for (const pattern of [goingOn, quoted])
    for (const [, , name = ''] of result.matchAll(pattern)) if (/\s/.test(name)) whole.add(name);
  for (const name of [...whole].sort((a, b) => b.length - a.length))
    result = result.replace(new RegExp(`(?<=${separator})${escaped(name)}(?![\\p{L}\\p{N}_-])`, 'giu'), () => {
      found.add(name.toLowerCase());
      note('folder');
      return '<name>';
    });
  for (const pattern of [windowsHomes, homes, drives, volumes, cloud])
    result = result.replace(pattern, (_, before: string, name: string) => {
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
    .replace(ownShare, () => note('name'))
    .replace(ownHost, () => note('address'))
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
