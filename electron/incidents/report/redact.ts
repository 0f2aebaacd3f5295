import { redactAddresses } from './redact-addresses.ts';
import { type KnownPeople, redactPeople } from './redact-people.ts';
import { redactPrompts } from './redact-prompts.ts';
import { redactSecrets } from './redact-secrets.ts';
import type { Redaction } from './redaction.ts';

/** What is taken out of a report. */
export interface Private extends KnownPeople {
  /** Texts that are no business of others, longest pieces first; empty: they stay. */
  prompts: readonly string[];
}

/**
 * A text without what is private in it: prompts where they are named, keys and passwords, folders and names of people, e-mail addresses,
 * addresses of other machines. What cannot be told apart is taken out rather than left. Pure but for counting.
 */
export const redact = (text: string, { prompts, ...people }: Private, redaction: Redaction): string => {
  const { note } = redaction;
  // Prompts first: they are looked for as they were written.
  return redactAddresses(redactPeople(redactSecrets(redactPrompts(text, prompts, note), note), people, note), note);
};
