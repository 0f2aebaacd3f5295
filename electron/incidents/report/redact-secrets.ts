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
  // A JSON web token.
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** `Authorization: Basic …`, `Bearer …`, whatever is quoted around it. */
const authorization = /\b(Bearer|Basic|Digest|Token)(\s+)(?!token\b|auth\b|realm\b)([A-Za-z0-9._~+/=-]{6,})/gi;
const cookieHeader = /\b((?:set-)?cookie\s*["']?\s*:\s*["']?)([^"'\r\n]+)/gi;
/** A name and its value: shell, JSON, Python, YAML, a command line. */
const assignment =
  /(?<![A-Za-z0-9_-])(-{0,2}[A-Za-z][A-Za-z0-9_-]{0,60})(["']?\s{0,3}(?:=>?|:)\s{0,3}|\s+)(["']?)([^\s"',;&)}\]]+)/g;
/** Words that stand before a colon in ordinary sentences about tensors and prompts. */
const ordinaryNames = /^(?:keys?|tokens?|auth|cookies?|pat|pass|credentials)$/i;
const query =
  /([?&;](?:[A-Za-z0-9_.-]*(?:token|key|secret|signature|credential|password|passwd|auth)|sig|pwd)=)([^&\s"'<>#)]+)/gi;
const urlUser = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)([^\s/@"'<>]{1,200})@/gi;

/** Takes out keys, tokens, passwords and what carries them. */
export const redactSecrets = (text: string, note: Redaction['note']): string => {
  let result = text;
  for (const shape of keyShapes) result = result.replace(shape, () => note('secret'));
  return result
    .replace(urlUser, (_, scheme: string) => `${scheme}${note('secret')}@`)
    .replace(query, (_, name: string) => `${name}${note('secret')}`)
    .replace(authorization, (_, scheme: string, gap: string) => `${scheme}${gap}${note('secret')}`)
    .replace(cookieHeader, (_, name: string) => `${name}${note('secret')}`)
    .replace(assignment, (whole, name: string, sign: string, quote: string, value: string) =>
      holdsSecret(name, sign, value) ? `${name}${sign}${quote}${note('secret')}` : whole,
    );
};

const holdsSecret = (name: string, sign: string, value: string): boolean => {
  if (value.startsWith('<') || !isSecret(name.replace(/^-+/, ''))) return false;
  // `--api-key VALUE`; without dashes two words beside each other are a sentence.
  if (/^\s+$/.test(sign)) return name.startsWith('--') && !value.startsWith('-');
  if (/^(?:none|null|true|false|\d{1,6})$/i.test(value)) return false;
  return !sign.includes(':') || !ordinaryNames.test(name) || (value.length >= 8 && /\d/.test(value) && !/[.[(]/.test(value));
};
