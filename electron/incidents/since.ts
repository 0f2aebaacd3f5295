import type { BootFacts } from '../../shared/engine.ts';
import type { SinceFact } from '../../shared/incident.ts';

/** What a launch was like. */
export interface LaunchFacts {
  startedAt: number;
  profile: string | null;
  command: readonly string[];
  bootFacts: BootFacts | null;
  /** Version of the GPU's driver, where it was asked for. */
  driver: string | null;
}

/**
 * What differs between the launch under which something happened first and the last one before it that it did not happen in. What
 * either of them does not tell is no difference. Pure.
 */
export const sinceFacts = (first: LaunchFacts, before: LaunchFacts | null): SinceFact[] => {
  if (!before) return [];
  const at = new Date(first.startedAt).toISOString();
  const facts: SinceFact[] = [];
  const compare = (what: SinceFact['what'], was: string | null, is: string | null): void => {
    if (was !== null && is !== null && was !== is) facts.push({ what, before: was, after: is, at });
  };
  const [was, is] = [before.bootFacts, first.bootFacts];
  compare('comfyui', was?.comfyui ?? null, is?.comfyui ?? null);
  compare('torch', was?.torch ?? null, is?.torch ?? null);
  compare('python', was?.python ?? null, is?.python ?? null);
  compare('device', was?.device ?? null, is?.device ?? null);
  compare('driver', before.driver, first.driver);
  compare('profile', before.profile, first.profile);
  compare('flags', flagsOf(before.command), flagsOf(first.command));
  compare('customNodes', packsOf(was), packsOf(is));
  return facts;
};

/** Flags that Hearth gives by itself; they differ from start to start. */
const own = /^--(?:port|listen|temp-directory|base-directory|database-url|disable-auto-launch|preview-method)$/;

/** The flags of a command line that somebody chose, in order. */
const flagsOf = (command: readonly string[]): string => {
  const words: string[] = [];
  let isOwn = true;
  for (const word of command) {
    if (word.startsWith('--')) isOwn = own.test(word.split('=')[0] ?? '');
    if (!isOwn) words.push(word);
  }
  return words.join(' ');
};

const packsOf = (facts: BootFacts | null): string | null =>
  facts?.customNodes
    ? facts.customNodes
        .map(({ name, failed }) => (failed ? `${name} (failed)` : name))
        .sort()
        .join(', ')
    : null;
