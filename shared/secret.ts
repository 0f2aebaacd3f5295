/** Stands for a secret wherever it leaves the host; sent back, it means "as it is stored". */
export const secretMask = '••••••••';

const secretWords: ReadonlySet<string> = new Set(
  'AUTH AUTHORIZATION BEARER COOKIE COOKIES CREDENTIAL CREDENTIALS CREDS JWT PASS PASSCODE PAT PSWD PW PWD SESSIONID SIG'.split(
    ' ',
  ),
);
const secretEnd = /(TOKEN|TOKENS|KEY|KEYS|SECRET|SECRETS|PASSWORD|PASSWORDS|PASSWD|PASSPHRASE)$/;

/**
 * Whether an environment variable holds a secret, by the words of its name, or by a password inside of an address. Pure.
 * `TOKENIZERS_PARALLELISM` is none: the word is another one.
 */
export const isSecret = (name: string, value = ''): boolean =>
  name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .some((word) => secretWords.has(word) || secretEnd.test(word)) || /:\/\/[^\s/@:]*:[^\s/@]+@/.test(value);

/** The variables of a profile as they may be shown. Pure. */
export const maskSecrets = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value !== '' && isSecret(name, value) ? secretMask : value]),
  );

/** Puts the stored values back in place of masks. A mask without a stored value stays one; see `unknownMasks`. Pure. */
export const unmaskSecrets = (
  env: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value === secretMask && Object.hasOwn(stored, name) ? (stored[name] ?? '') : value,
    ]),
  );

/** Variables that would be stored as a mask. Pure. */
export const unknownMasks = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).flatMap(([name, value]) => (value === secretMask ? [name] : []));
