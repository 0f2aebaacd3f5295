import { statSync } from 'node:fs';
import { arch, freemem, release, totalmem, type } from 'node:os';
import type { Engine, EngineMemory, ExitReport } from '../../shared/engine.ts';
import type { EngineLoad } from '../../shared/engine-load.ts';
import type { Evidence } from '../../shared/evidence.ts';
import type { Job, JobError } from '../../shared/job.ts';
import type { ExitSummary } from '../../shared/launch.ts';
import { isSecret, maskSecrets, secretMask } from '../../shared/secret.ts';
import type { LaunchRows, LaunchStory } from '../db/engine-launches.ts';
import type { TrialRows } from '../db/incident-trials.ts';
import type { ProfileRows } from '../db/profiles.ts';

/** What evidence is taken from. */
export interface FreezeDeps {
  launches: LaunchRows;
  profiles: ProfileRows;
  trials: TrialRows;
  hearth: string;
  engine(id: string): Engine | undefined;
  job(id: string): Job | undefined;
  /** The last ones of an engine, oldest first. */
  readings(engine: string): { memory: EngineMemory[]; load: EngineLoad[] };
  /** As far as they are known by now. */
  gpus(): Evidence['gpus'];
}

/** What happened, as far as it is known at once. */
export interface Happening {
  engine: string;
  launch: string | null;
  job: string | null;
  attempt: string | null;
  report: ExitReport | null;
  error: JobError | null;
  unseen: Evidence['unseen'];
}

/** Takes down every fact that may be another one in a moment. Quick: nothing is asked, no log is read. */
export const freeze = (happening: Happening, deps: FreezeDeps): Evidence => {
  const { report, error } = happening;
  const engine = deps.engine(happening.engine);
  const story = happening.launch === null ? undefined : deps.launches.story(happening.launch);
  const job = happening.job === null ? undefined : deps.job(happening.job);
  const profile =
    (engine?.profileId ? deps.profiles.find(engine.profileId) : undefined) ?? deps.profiles.find(story?.profile ?? '');
  return {
    exit: report && summaryOf(report),
    unseen: happening.unseen,
    launch: story ? launchOf(story) : null,
    bootFacts: report?.bootFacts ?? engine?.bootFacts ?? story?.bootFacts ?? null,
    profile: profile ? { ...profile, env: maskSecrets(profile.env) } : null,
    job:
      job && happening.attempt !== null
        ? {
            id: job.id,
            attempt: happening.attempt,
            template: job.template,
            version: job.version,
            values: job.values,
            seed: job.seed,
            error,
          }
        : null,
    ...deps.readings(happening.engine),
    ramTotalBytes: report?.ramTotalBytes ?? totalmem(),
    ramFreeBytes: report?.ramFreeBytes ?? freemem(),
    gpus: deps.gpus(),
    hearth: deps.hearth,
    system: `${type()} ${release()} ${arch()}`,
    earlierTrials: [],
  };
};

/** Last lines of a report that are kept beside the log itself. */
const keptLines = 20;

/** An exit report without what is kept elsewhere. Pure. */
export const summaryOf = ({ bootFacts: _, lastLines, firstLine, ...rest }: ExitReport): ExitSummary => {
  const left = Math.max(0, lastLines.length - keptLines);
  return { ...rest, lastLines: lastLines.slice(left), firstLine: firstLine + left };
};

const launchOf = (story: LaunchStory): NonNullable<Evidence['launch']> => ({
  id: story.id,
  startedAt: iso(story.startedAt),
  readyAt: story.readyAt === null ? null : iso(story.readyAt),
  endedAt: story.endedAt === null ? null : iso(story.endedAt),
  command: withoutSecrets(story.command),
  logFile: story.logFile,
  logFrom: story.logFrom,
  logTo: Math.max(story.logFrom, story.logTo ?? sizeOf(story.logFile)),
});

/** The words of a command line without the values of options that hold secrets. Pure. */
const withoutSecrets = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const option = words[at - 1] ?? '';
    const [name, value] = word.split(/=(.*)/s);
    if (value !== undefined && isSecret(name ?? '', value)) return `${name}=${secretMask}`;
    return isSecret(option.startsWith('--') ? option : '', word) && !word.startsWith('--') ? secretMask : word;
  });

/** 0 for a file that is not there. */
export const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};
const iso = (at: number): string => new Date(at).toISOString();
