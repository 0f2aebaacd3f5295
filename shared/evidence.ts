import { z } from 'zod';
import { BootFacts, EngineMemory, FlagSetting } from './engine.ts';
import { EngineLoad } from './engine-load.ts';
import { Diagnosis, Incident, IncidentGroup } from './incident.ts';
import { JobError, Values } from './job.ts';
import { ExitSummary } from './launch.ts';
import { Trial } from './trial.ts';

/** Some lines of a log, as written but for colours and overwritten progress. `firstLine` is 1-based within the launch's log. */
export const LogPart = z.object({ firstLine: z.int().positive(), lines: z.array(z.string()) });
export type LogPart = z.infer<typeof LogPart>;

/** The job under which it happened, as it was then. */
const EvidenceJob = z.object({
  id: z.uuid(),
  attempt: z.uuid(),
  template: z.string(),
  version: z.int().positive(),
  values: Values,
  seed: z.string().nullable(),
  /** What the engine said of the attempt. */
  error: JobError.nullable(),
});

/** Facts that were frozen when it happened. null: not known. */
export const Evidence = z.object({
  exit: ExitSummary.nullable(),
  /** Nobody was there when the process ended: it was gone, or the machine had been started anew. */
  unseen: z.enum(['gone', 'rebooted']).nullable(),
  launch: z
    .object({
      id: z.string(),
      startedAt: z.iso.datetime(),
      readyAt: z.iso.datetime().nullable(),
      endedAt: z.iso.datetime().nullable(),
      /** Program and all words; values of secrets are masked. */
      command: z.array(z.string()),
      logFile: z.string(),
      /** The launch's part of the file. */
      logFrom: z.int().nonnegative(),
      logTo: z.int().nonnegative(),
    })
    .nullable(),
  bootFacts: BootFacts.nullable(),
  /** Secrets in the environment are masked. */
  profile: z
    .object({ id: z.string(), name: z.string(), flags: z.array(FlagSetting), env: z.record(z.string(), z.string()) })
    .nullable(),
  job: EvidenceJob.nullable(),
  /** Readings before the end, oldest first. */
  memory: z.array(EngineMemory),
  load: z.array(EngineLoad),
  /** Memory of the machine at the moment. */
  ramTotalBytes: z.number(),
  ramFreeBytes: z.number(),
  gpus: z.array(z.object({ name: z.string(), vramBytes: z.number().nullable(), driver: z.string().nullable() })),
  /** Of Hearth and the machine. */
  hearth: z.string(),
  system: z.string(),
  earlierTrials: z.array(Trial),
});
export type Evidence = z.infer<typeof Evidence>;

/** One incident as a page: the claim, what it stands on, and its kin. */
export const IncidentPage = z.object({
  incident: Incident,
  evidence: Evidence,
  /** Boot, the lines around what the diagnosis relies on, and the end. */
  log: z.array(LogPart),
  /** null while the log is being read. */
  group: IncidentGroup.nullable(),
  /** Others of the group, newest first, a few. */
  others: z.array(Incident),
  /** The remedy that was kept last before pictures came out black: it may be the reason. */
  afterRemedy: Trial.nullable(),
});
export type IncidentPage = z.infer<typeof IncidentPage>;

/** What is thought of a log file that somebody gave. */
export const LogAnswer = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  /** `binary`: no text, so it was not read as a log. */
  encoding: z.string(),
  lineCount: z.int().nonnegative(),
  diagnosis: Diagnosis,
  log: z.array(LogPart),
});
export type LogAnswer = z.infer<typeof LogAnswer>;

/** Kinds of private things that are taken out of a report. */
export const RedactionKind = z.enum(['folder', 'name', 'secret', 'email', 'address', 'prompt']);
export type RedactionKind = z.infer<typeof RedactionKind>;

/** One file to paste into a public bug report. */
export const IncidentReport = z.object({
  fileName: z.string(),
  /** Markdown with facts as JSON and the log's lines inside. */
  text: z.string(),
  /** How many of each kind were taken out. */
  redactions: z.array(z.object({ kind: RedactionKind, count: z.int().positive() })),
});
export type IncidentReport = z.infer<typeof IncidentReport>;
