import { isSecret } from '../../../shared/secret.ts';
import type { Redaction } from './redaction.ts';

/** Beginnings by which providers' keys are known, each with what follows. All linear. */
const keyShapes: readonly RegExp[] = [
  /\bhf_[A-Za-z0-9]{8,}/g,
  /\bsk-[A-Za-z0-9_-]{8,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /\bpypi-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\br8_[A-Za-z0-9]{16,}/g,
  /\bcomfyui-[0-9a-f]{24,}/g,
  /\bfal-[A-Za-z0-9_-]{20,}/g,
  /\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\b(?:rpa|gsk)_[A-Za-z0-9]{16,}/g,
  /\bnvapi-[A-Za-z0-9_-]{20,}/g,
  /\bya29\.[A-Za-z0-9_-]{10,}/g,
  // A bot of Telegram.
  /\b\d{8,12}:AA[A-Za-z0-9_-]{30,}/g,
  // A bot of Discord, and its kin.
  /\b[MNO][A-Za-z0-9]{23,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\b(?:xai|pplx|tskey|luma)-[A-Za-z0-9_-]{16,}/g,
  /\b(?:sk|key)_[0-9a-f]{32,}/g,
  /\b(?:dckr_pat|dop_v1|lin_api|sbp|nfp|ntn|pscale_tkn|api_org|shpat)_[A-Za-z0-9_-]{16,}/g,
  // A JSON web token, signed or encrypted.
  /\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,4}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** `Authorization: Bearer …`, whatever is quoted around it. */
const bearer = /\b(Bearer\s+)(?!tokens?\b|auth\w*\b)([A-Za-z0-9._~+/=-]{6,})/gi;
/** The same of other schemes, whose names are ordinary words too: what follows must not look like one. */
const otherSchemes = /\b((?:Basic|Digest|Token)\s+)(?=[A-Za-z]*(?:[0-9._~+/=]|[a-z][A-Z]))([A-Za-z0-9._~+/=-]{8,})/g;
/** The header as a whole: what follows the scheme may have blanks, commas and names of its own. */
const authorization =
  /\b((?:proxy-)?authorization(?:\\{0,3}["'])?\s{0,3}[:=]\s{0,3}(?:\\{0,3}["'])?)((?:[A-Za-z][\w-]{1,20}\s{1,3})?)(?=[^\s"'])((?:[^"'\r\n\\]|\\["']){1,4000})/gi;
const cookieHeader = /\b((?:set-)?cookie\s*["']?\s*:\s*["']?)([^"'\r\n]+)/gi;
/** A jar of cookies as Python writes it. */
const cookieJar = /\b(cookies?\s{0,3}[:=]\s{0,3})\{[^{}\r\n]{1,4000}\}/gi;
/** A name and its value: shell, JSON, Python, YAML. What is quoted goes as a whole. */
const assignment =
  /(?<![A-Za-z0-9_-])(-{0,2}[A-Za-z][A-Za-z0-9_-]{0,60})(\\{0,3}["']?\]?\s{0,3}(?:=>?|:)\s{0,3}\\{0,3})("[^"\r\n]*"|'[^'\r\n]*'|[^\s"',;&)}\]]+)/g;
/** `--api-key VALUE` of a command line. */
const option = /(?<![\w-])(--[A-Za-z][A-Za-z0-9_-]{0,60})(\s+)(?!-)("[^"\r\n]*"|'[^'\r\n]*'|[^\s"',;&)}\]]+)/g;
/** Words that stand before a colon in ordinary sentences about tensors and prompts. */
const ordinaryNames = /^(?:keys?|tokens|credentials)$/i;
/** These less often: only a short value is a word there. */
const shortNames = /^(?:token|auth|cookies?|pat|pass|sig|jwt)$/i;
const query =
  /([?&;#](?:[A-Za-z0-9_.-]*(?:token|key|secret|signature|credentials?|pass(?:word|wd|phrase|code)?|auth|session(?:id)?|jwt)|[A-Za-z0-9_.-]*[_.-](?:pw|pwd|sig|pass)|sig|pwd?|sid|hmac|ticket|code(?==[^&\s"'<>#)]{12}))=)([^&;\s"'<>#)]+)/gi;
/** Addresses that are a key by themselves: whoever knows one may write there. */
const webhook =
  /\b((?:discord(?:app)?\.com\/api(?:\/v\d{1,2})?\/webhooks\/\d{1,24}|hooks\.slack\.com\/(?:services|workflows|triggers))\/)([\w/-]{6,})/gi;
/** A variable's name and, after blanks, its value, as some programs list them; and `authtoken VALUE` of a command line. */
const listed =
  /\b([A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,6}|authtoken)([ \t]{1,8})(?=[A-Za-z_.~+/=-]{0,64}\d)([^\s"',;<]{8,200})/g;
/** `'--api-key', 'VALUE'`: a command line as JSON and Python list it. */
const quotedOption = /(["']--[A-Za-z][A-Za-z0-9_-]{0,60}["'],?\s{1,20})(["'])([^"'\r\n]{1,2000})\2/g;
/** `password is VALUE`, `Password for mira: VALUE`. Words that only speak of one have no digit. */
const spoken = /\b(pass(?:word|phrase|code)\s(?:is|was|for\s[^\s:]{1,64})\s{0,3}:?\s{1,3})(?=[^\s\d]{0,64}\d)([^\s"'<]{4,200})/gi;
/** All of an address up to its last `@`: passwords may hold any letter, also those that end the name of a host. */
const urlUser = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)([^\s"'<>]{1,500})@/gi;
/** Passwords and phrases may have blanks; what is asked for by such a name goes to the end of what holds it. */
const phrase =
  /(?<![A-Za-z0-9])((?:[A-Za-z0-9_-]{0,40}[_-])?(?:password|passwd|passphrase|passcode)\s{0,3}(?:=>?|:)\s{0,3})(?![\s"'<\\])([^\r\n"',;&)}\]]{1,200})/gi;

/** Takes out keys, tokens, passwords and what carries them. */
export const redactSecrets = (text: string, note: Redaction['note']): string => {
  let result = text;
  for (const shape of keyShapes) result = result.replace(shape, () => note('secret'));
  return result
    .replace(urlUser, (whole, scheme: string, user: string) => (isUser(user) ? `${scheme}${note('secret')}@` : whole))
    .replace(webhook, (_, place: string) => `${place}${note('secret')}`)
    .replace(query, (_, name: string) => `${name}${note('secret')}`)
    .replace(authorization, (whole, name: string, scheme: string, value: string) =>
      isTaken(value) ? whole : `${name}${scheme}${note('secret')}`,
    )
    .replace(bearer, (_, scheme: string) => `${scheme}${note('secret')}`)
    .replace(otherSchemes, (_, scheme: string) => `${scheme}${note('secret')}`)
    .replace(cookieHeader, (_, name: string) => `${name}${note('secret')}`)
    .replace(cookieJar, (_, name: string) => `${name}${note('secret')}`)
    .replace(quotedOption, (whole, before: string, quote: string, value: string) =>
      isSecret(before.replace(/[^\w-]/g, '')) && !isTaken(value) && !value.startsWith('--')
        ? `${before}${quote}${note('secret')}${quote}`
        : whole,
    )
    .replace(listed, (whole, name: string, gap: string) => (isSecret(name) ? `${name}${gap}${note('secret')}` : whole))
    .replace(spoken, (_, before: string) => `${before}${note('secret')}`)
    .replace(option, (whole, name: string, gap: string, value: string) =>
      isSecret(name.slice(2)) && !isTaken(value) ? `${name}${gap}${hidden(value, note)}` : whole,
    )
    .replace(phrase, (whole, name: string, value: string) =>
      isTaken(value) || isNoValue(value) ? whole : `${name}${note('secret')}`,
    )
    .replace(assignment, (whole, name: string, sign: string, value: string) =>
      holdsSecret(name, sign, value) ? `${name}${sign}${hidden(value, note)}` : whole,
    );
};

/** What stands between `://` and an `@`: before the first slash a host alone, or with its port, means that the `@` is of a path. */
const isUser = (text: string): boolean => {
  const authority = text.split(/[/?#]/, 1).join('');
  return authority.length === text.length || /^[^:]*:(?!\d{0,5}$)/.test(authority);
};
const isTaken = (value: string): boolean => /^["']?<\w+>["']?$/.test(value) || /^["']?<secret>/.test(value);
/** In quotes where it stood in quotes. */
const hidden = (value: string, note: Redaction['note']): string => {
  const quote = /^["']/.exec(value)?.[0] ?? '';
  return `${quote}${note('secret')}${quote}`;
};

const isNoValue = (value: string): boolean => /^(?:none|null|true|false|\d{1,6})?$/i.test(value.trim());
/** Done as a whole, with its scheme left to be read. */
const headerName = /authorization$/i;
const holdsSecret = (name: string, sign: string, quoted: string): boolean => {
  if (isTaken(quoted) || headerName.test(name) || !isSecret(name.replace(/^-+/, ''))) return false;
  const value = quoted.replace(/^["']|["']$/g, '');
  if (isNoValue(value)) return false;
  if (shortNames.test(name)) return value.length >= 6;
  return !sign.includes(':') || !ordinaryNames.test(name) || (value.length >= 8 && /\d/.test(value) && !/[.[(]/.test(value));
};
