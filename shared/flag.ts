import { z } from 'zod';
import { FlagSetting, Problem } from './engine.ts';

/** What a flag is about, for people who look for one. */
export const FlagGroup = z.enum([
  'memory',
  'precision',
  'attention',
  'network',
  'folders',
  'nodes',
  'debugging',
  'demo',
  'other',
]);
export type FlagGroup = z.infer<typeof FlagGroup>;

/** How many values follow a flag: none, one, none or one, any number, at least one. */
export const FlagTakes = z.enum(['none', 'one', 'optional', 'any', 'some']);
export type FlagTakes = z.infer<typeof FlagTakes>;

/** One command-line option as an installation knows it, for an editor. */
export const FlagInfo = z.object({
  flag: z.string(),
  group: FlagGroup,
  takes: FlagTakes,
  /** What a value must look like; `text` where the installation does not say. */
  type: z.enum(['text', 'integer', 'number', 'folder']),
  choices: z.array(z.string()).nullable(),
  /** What holds when the flag is not given; null: nothing, or not told. */
  defaultValue: z.string().nullable(),
  isRepeatable: z.boolean(),
  metavar: z.string().nullable(),
  /** The installation's own words, in English. */
  help: z.string(),
  /** Flags with the same number exclude each other. */
  exclusive: z.int().nullable(),
  /** ComfyUI release that brought it; null: an old one, or not known. */
  since: z.string().nullable(),
  /** Hearth gives this one itself, whatever a profile says. */
  isOwned: z.boolean(),
});
export type FlagInfo = z.infer<typeof FlagInfo>;

/** A flag that fits this machine, with the reason: key of `i18n.engine.hints` and its parameters. Never applied by itself. */
export const FlagHint = z.object({
  flag: z.string(),
  value: z.string().nullable(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type FlagHint = z.infer<typeof FlagHint>;

/** Everything an editor of launch profiles needs about one installation. `none`: it could not be asked. */
export const FlagPage = z.object({
  source: z.enum(['parser', 'help', 'none']),
  flags: z.array(FlagInfo),
  hints: z.array(FlagHint),
});
export type FlagPage = z.infer<typeof FlagPage>;

/** One difference between two profiles, as words; null: not there. */
export const ProfileChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** What a profile would be started as. */
export const CommandLine = z.object({
  /** Program and all words, in order; `isOwn`: from the profile itself. */
  words: z.array(z.object({ text: z.string(), isOwn: z.boolean() })),
  /** Ready for a terminal of this system. */
  text: z.string(),
  /** The profile's flags alone, as a person would type them. */
  flagText: z.string(),
  /** What is wrong; `params.flag` names the flag where one is at fault. */
  problems: z.array(Problem),
  /** Against the last start that worked; null: none worked yet. */
  changes: z.array(ProfileChange).nullable(),
});
export type CommandLine = z.infer<typeof CommandLine>;

/** Flags as typed in free text. */
export const ParsedFlags = z.object({ flags: z.array(FlagSetting), problems: z.array(Problem) });
export type ParsedFlags = z.infer<typeof ParsedFlags>;
