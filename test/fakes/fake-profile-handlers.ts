import type { Profile } from '../../shared/engine.ts';
import type { FlagPage } from '../../shared/flag.ts';
import { joinValues, splitValues } from '../../shared/flag-values.ts';
import type { EventHub, Handlers } from '../../shared/rpc.ts';
import { nextId } from './fake-data.ts';
import { sampleFlags } from './fake-flags.ts';

/** What the fake host knows of launch profiles and flags. */
export interface FakeProfiles {
  profiles: Profile[];
  flags: FlagPage;
}

/** The default one, without flags. */
export const oneProfile = (): FakeProfiles => ({
  profiles: [{ id: 'default', name: 'Default', flags: [], env: {} }],
  flags: sampleFlags(),
});

/** Calls about an engine that only its flags answer. */
export type FlagNames = 'engines.flags' | 'engines.commandLine' | 'engines.parseFlags' | 'engines.judgeFlags';
type Names = Extract<keyof Handlers, `profiles.${string}`> | FlagNames;

/** Answers about profiles from plain data; what is wrong with a flag is only that it is not among `flags`. */
export function profileHandlers(state: FakeProfiles, hub: EventHub): Pick<Handlers, Names> {
  return {
    'profiles.list': () => ({ profiles: state.profiles }),
    'engines.flags': () => state.flags,
    'engines.commandLine': ({ profile: { flags } }) => {
      const words = flags.flatMap(({ flag, value }) => (value === null ? [flag] : [flag, value]));
      const given = ['python', 'main.py', '--port', '8188'];
      return {
        words: [...given.map((text) => ({ text, isOwn: false })), ...words.map((text) => ({ text, isOwn: true }))],
        text: [...given, ...words].join(' '),
        flagText: joinValues(words),
        problems: flags
          .filter(({ flag }) => !state.flags.flags.some((known) => known.flag === flag))
          .map(({ flag }) => ({ key: 'flagUnknown', params: { flag }, message: `This ComfyUI does not know the flag ${flag}.` })),
        changes: flags.map(({ flag, value }) => ({
          name: flag,
          before: null,
          after: joinValues([flag, ...(value ? [value] : [])]),
        })),
      };
    },
    'engines.parseFlags': ({ text }) => {
      const flags: { flag: string; value: string | null }[] = [];
      for (const word of splitValues(text)) {
        const last = flags.at(-1);
        if (word.startsWith('--')) flags.push({ flag: word, value: null });
        else if (last) last.value = word;
      }
      return { flags, problems: [] };
    },
    'profiles.save': ({ id, name, flags, env }) => {
      const saved: Profile = { id: id ?? nextId(), name, flags, env };
      state.profiles = [...state.profiles.filter((known) => known.id !== saved.id), saved];
      hub.emit('profile.changed', saved);
      return saved;
    },
    'profiles.remove': ({ id }) => {
      state.profiles = state.profiles.filter((known) => known.id !== id);
      hub.emit('profile.removed', { id });
      return {};
    },
    'engines.judgeFlags': () => ({ isAccepted: true, message: null }),
  };
}
