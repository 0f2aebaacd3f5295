import { z } from 'zod';
import { Artifact } from './artifact.ts';
import { Batch, GivenAxis, mostJobs } from './batch.ts';
import { BenchmarkPlan, BenchmarkRun, BenchmarkSample, SavedPlan } from './benchmark.ts';
import { BenchmarkEstimate, BenchmarkPreset, BenchmarkProgress, HistoryPoint } from './benchmark-outlook.ts';
import { CostSamples, QueueEstimate } from './cost.ts';
import { Engine, EngineMemory, FlagSetting, Install, LogPage, Profile } from './engine.ts';
import { EngineLoad } from './engine-load.ts';
import { IncidentPage, IncidentReport } from './evidence.ts';
import { CommandLine, FlagPage, ParsedFlags } from './flag.ts';
import { DayCount, Incident, IncidentFilter, IncidentGroup } from './incident.ts';
import { Job, JobCounts, JobEvent, JobLinks, JobProgress, JobState, Pause, PauseOwner, Priority, Values } from './job.ts';
import { EngineStep, FactsPage, Launch } from './launch.ts';
import { LogFilter, LogJob, LogView } from './log.ts';
import { QueueFileJob, QueueImported } from './queue-file.ts';
import { Record } from './record.ts';
import { RetentionPlan, RetentionRule } from './retention.ts';
import { Settings, SettingsPatch } from './settings.ts';
import {
  ImportInspection,
  Localized,
  Parameter,
  Readiness,
  Template,
  TemplateLimits,
  TemplateList,
  TemplateOutput,
  TemplateVersion,
} from './template.ts';
import { Trial } from './trial.ts';

const Nothing = z.object({});
/** So many at once; more are asked for in several calls. */
const Ids = z.object({ ids: z.array(z.string().max(512)).min(1).max(1_000) });
/** Answer to a command over several ids: what was changed, and which ids could not be. */
const JobsChanged = z.object({
  jobs: z.array(Job),
  refused: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    }),
  ),
  /** For `jobs.restore`: brings back what a cancellation took of what had only waited; null or absent: nothing. */
  undo: z.string().nullable().optional(),
});

/** Acts that only a desktop host can do; the client hides what is not listed. */
const HostAction = z.enum(['revealFile', 'pickFolder', 'pickFile', 'notify']);

export const JobFilter = z.object({
  states: z.array(JobState).optional(),
  template: z.string().optional(),
  text: z.string().optional(),
  /** Jobs of this batch; null: of none. */
  batch: z.uuid().nullable().optional(),
});
export type JobFilter = z.infer<typeof JobFilter>;

/** Everything a fresh client needs; later events carry numbers above `seq`. */
export const Snapshot = z.object({
  seq: z.int().nonnegative(),
  version: z.string(),
  host: z.enum(['electron', 'headless']),
  actions: z.array(HostAction),
  dataFolder: z.string(),
  engines: z.array(Engine),
  counts: JobCounts,
  /** Of jobs in no batch. */
  looseCounts: JobCounts.optional(),
  /** Jobs at work and the first ones that wait, in run order; long lists are pages of `jobs.list`. */
  openJobs: z.array(Job),
  pauses: z.array(Pause),
  settings: Settings,
  /** Newest first, at most 50: what nobody settled yet. */
  openIncidents: z.array(Incident),
  /** No engine was ever chosen. */
  isFirstRun: z.boolean(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Picture with the job that made it, as the gallery shows it. */
export const GalleryItem = z.object({
  artifact: Artifact,
  values: Values,
  seed: z.string().nullable(),
  version: z.int(),
});
export type GalleryItem = z.infer<typeof GalleryItem>;

export const EnqueueInput = z.object({
  template: z.string(),
  /** The current version when absent. */
  version: z.int().positive().optional(),
  values: Values,
  /** Values that parameters take in turn: jobs for every combination, the last axis changing fastest. An axis wins over `values`. */
  grid: z.array(GivenAxis).optional(),
  /** Seeds for each combination, the same for all of them. Of many jobs the keys become `K/1` … `K/N`. */
  count: z.int().min(1).max(mostJobs).default(1),
  key: z.string().min(1).max(512).optional(),
  priority: Priority.default('normal'),
  /** Run before everything that waits. */
  isFront: z.boolean().default(false),
  /** The job whose values were edited for this one: both lead to each other. */
  origin: z.uuid().optional(),
});
export type EnqueueInput = z.infer<typeof EnqueueInput>;

export const EngineAdd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({ kind: z.literal('managed'), folder: z.string().min(1), python: z.string().optional(), name: z.string().optional() }),
  z.object({ kind: z.literal('external'), url: z.string().min(1), name: z.string().optional() }),
]);
export type EngineAdd = z.infer<typeof EngineAdd>;

/** Flags and environment as somebody edits them. Masked secrets mean those of the profile `id`. */
const ProfileDraft = z.object({
  id: z.string().optional(),
  flags: z.array(FlagSetting),
  env: z.record(z.string(), z.string()),
});

/** The one table of everything a client can ask, order, and be told. */
export const contract = {
  queries: {
    'app.snapshot': { input: Nothing, output: Snapshot },
    'jobs.list': {
      /** `cursor` is the answer's `next` of the page before. Newest first, or in run order. */
      input: z.object({
        filter: JobFilter.default({}),
        ids: z.array(z.string().max(512)).max(1_000).optional(),
        order: z.enum(['newest', 'run']).default('newest'),
        cursor: z.string().optional(),
        limit: z.int().min(1).max(1000).default(100),
      }),
      output: z.object({ jobs: z.array(Job), total: z.int(), next: z.string().nullable() }),
    },
    'jobs.get': {
      input: z.object({ id: z.string() }),
      output: z.object({ job: Job, events: z.array(JobEvent), links: JobLinks }),
    },
    /** What each attempt of a job was made from, the oldest first. */
    'records.list': { input: z.object({ job: z.string() }), output: z.object({ records: z.array(Record) }) },
    /** What a rule would take away, and what it would leave for the pictures' sake. */
    'retention.plan': { input: RetentionRule, output: RetentionPlan },
    /** Any version that was ever here, also of a template that is gone. */
    'templates.get': { input: z.object({ id: z.string(), version: z.int().positive().optional() }), output: Template },
    /** Open ones or those that ended, newest first. */
    'batches.list': {
      input: z.object({ isOpen: z.boolean(), cursor: z.string().optional(), limit: z.int().min(1).max(200).default(50) }),
      output: z.object({ batches: z.array(Batch), next: z.string().nullable() }),
    },
    'batches.get': { input: z.object({ id: z.uuid() }), output: Batch },
    /** In the order that they were asked for. */
    'batches.jobs': {
      input: z.object({ id: z.uuid(), cursor: z.string().optional(), limit: z.int().min(1).max(250).default(100) }),
      output: z.object({ jobs: z.array(Job), next: z.string().nullable() }),
    },
    /** What attempts of a template took on this machine; newest last, few enough to be read whole. */
    'costs.samples': { input: z.object({ template: z.string() }), output: CostSamples },
    /** How long everything that waits will take. */
    'queue.estimate': { input: Nothing, output: QueueEstimate },
    'artifacts.list': {
      input: z.object({
        template: z.string().optional(),
        cursor: z.string().optional(),
        limit: z.int().min(1).max(500).default(60),
      }),
      output: z.object({ items: z.array(GalleryItem), total: z.int(), next: z.string().nullable() }),
    },
    /** One picture by its id, wherever in the gallery it stands: for links. */
    'artifacts.get': { input: z.object({ id: z.string() }), output: GalleryItem },
    'templates.list': { input: Nothing, output: TemplateList },
    'templates.readiness': {
      input: z.object({ id: z.string(), engine: z.string().optional() }),
      output: z.object({ readiness: z.array(Readiness) }),
    },
    'templates.versions': { input: z.object({ id: z.string() }), output: z.object({ versions: z.array(TemplateVersion) }) },
    'templates.inspect': {
      input: z.object({ text: z.string().max(50_000_000), fileName: z.string().optional() }),
      output: ImportInspection,
    },
    'engines.memory': { input: z.object({ id: z.string() }), output: EngineMemory },
    'engines.log': {
      /** Lines after `from` (1-based, exclusive), or the last `limit` lines when absent. */
      input: z.object({
        id: z.string(),
        launchId: z.string().optional(),
        from: z.int().nonnegative().optional(),
        limit: z.int().min(1).max(5000).default(1000),
      }),
      output: LogPage,
    },
    /**
     * A stretch of a launch's log as a filter leaves it: from the match at place `at` on, or from the first one whose line has the
     * number `line` or a higher one; the last `limit` ones when both are absent.
     */
    'engines.logView': {
      input: z.object({
        id: z.string(),
        launchId: z.string().optional(),
        filter: LogFilter,
        at: z.int().nonnegative().optional(),
        line: z.int().positive().optional(),
        limit: z.int().min(1).max(5000).default(200),
      }),
      output: LogView,
    },
    /** Place of the nearest error after or before the match at `from`; -1 is before the first. null: there is none. */
    'engines.logError': {
      input: z.object({
        id: z.string(),
        launchId: z.string().optional(),
        filter: LogFilter,
        from: z.int().min(-1),
        direction: z.enum(['next', 'previous']),
      }),
      output: z.object({ at: z.int().nonnegative().nullable() }),
    },
    /** Jobs that ran under a launch, newest first. */
    'engines.logJobs': {
      input: z.object({ id: z.string(), launchId: z.string().optional(), limit: z.int().min(1).max(1000).default(200) }),
      output: z.object({ jobs: z.array(LogJob) }),
    },
    /** Secrets in the environment are masked wherever a profile leaves the host. */
    'profiles.list': { input: Nothing, output: z.object({ profiles: z.array(Profile) }) },
    /** What this installation knows, in groups, with what fits this machine. */
    'engines.flags': { input: z.object({ id: z.string() }), output: FlagPage },
    /** What a draft would be started as, and what is wrong with it. */
    'engines.commandLine': { input: z.object({ id: z.string(), profile: ProfileDraft }), output: CommandLine },
    'engines.parseFlags': { input: z.object({ id: z.string(), text: z.string().max(100_000) }), output: ParsedFlags },
    /** Newest first. */
    'engines.launches': {
      input: z.object({ id: z.string(), limit: z.int().min(1).max(1000).default(100) }),
      output: z.object({ launches: z.array(Launch) }),
    },
    /** Newest first. */
    'engines.history': {
      input: z.object({ id: z.string(), limit: z.int().min(1).max(1000).default(200) }),
      output: z.object({ steps: z.array(EngineStep) }),
    },
    'engines.facts': { input: z.object({ id: z.string() }), output: FactsPage },
    'incidents.list': {
      /** `cursor` is the answer's `next` of the page before. Newest first. */
      input: z.object({
        filter: IncidentFilter.default({}),
        cursor: z.string().optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
      output: z.object({ incidents: z.array(Incident), total: z.int(), next: z.string().nullable() }),
    },
    /** By signature, the last seen first; `days`: of all that match, oldest first, days without any left out. */
    'incidents.groups': {
      input: z.object({
        filter: IncidentFilter.default({}),
        /** How many days back `days` go. */
        days: z.int().min(1).max(400).default(42),
        /** IANA name of the reader's time zone; this machine's when absent. */
        timeZone: z.string().max(100).optional(),
      }),
      output: z.object({ groups: z.array(IncidentGroup), days: z.array(DayCount) }),
    },
    'incidents.get': { input: z.object({ id: z.string(), timeZone: z.string().max(100).optional() }), output: IncidentPage },
    /** Made anew for each set of options, so that it can be looked at before it is saved. */
    'incidents.report': {
      input: z.object({
        id: z.string(),
        /** Texts of prompts, wherever they occur. */
        isWithPrompts: z.boolean().default(false),
      }),
      output: IncidentReport,
    },
    /** Newest first. */
    'benchmarks.list': {
      input: z.object({ limit: z.int().min(1).max(500).default(100) }),
      output: z.object({ runs: z.array(BenchmarkRun) }),
    },
    'benchmarks.get': {
      input: z.object({ id: z.string() }),
      /** `progress`: where it is, while it runs. */
      output: z.object({
        run: BenchmarkRun,
        samples: z.array(BenchmarkSample),
        progress: BenchmarkProgress.nullable().optional(),
      }),
    },
    /** Kept plans, the last saved first. */
    'benchmarks.plans': { input: Nothing, output: z.object({ plans: z.array(SavedPlan) }) },
    /** Looks a plan over without starting anything; refuses as a start would. */
    'benchmarks.estimate': { input: BenchmarkPlan, output: BenchmarkEstimate },
    /** What this installation offers to compare; `engine`: the first that Hearth starts itself when absent. */
    'benchmarks.presets': {
      input: z.object({
        engine: z.string().optional(),
        /** For `flag`: the one to be turned on and off. */
        flag: FlagSetting.optional(),
        /** For `profiles` and `update`: ids, the first is what is compared with. */
        profiles: z.tuple([z.string(), z.string()]).optional(),
        engines: z.tuple([z.string(), z.string()]).optional(),
      }),
      output: z.object({ presets: z.array(BenchmarkPreset) }),
    },
    /** Every run that measured what this plan measures (template, values, configurations, seeds, cold), oldest first. */
    'benchmarks.history': { input: BenchmarkPlan, output: z.object({ points: z.array(HistoryPoint) }) },
    'installs.find': { input: Nothing, output: z.object({ installs: z.array(Install) }) },
    'installs.check': { input: z.object({ location: z.string(), python: z.string().optional() }), output: Install },
  },
  commands: {
    /** Many are answered with their batch and the first of them, in order; `batches.jobs` gives all. */
    'jobs.enqueue': {
      input: EnqueueInput,
      output: z.object({ jobs: z.array(Job), count: z.int().positive(), batch: Batch.nullable() }),
    },
    'jobs.cancel': { input: Ids, output: JobsChanged },
    'jobs.requeue': { input: Ids, output: JobsChanged },
    /** Everything that a filter lets through, however many; what runs is interrupted. */
    'jobs.cancelAll': {
      input: z.object({ filter: JobFilter }),
      output: z.object({ changed: z.int().nonnegative(), undo: z.string().nullable() }),
    },
    'jobs.requeueAll': { input: z.object({ filter: JobFilter }), output: z.object({ changed: z.int().nonnegative() }) },
    /** Brings back exactly what a cancellation took away, for a minute. */
    'jobs.restore': { input: z.object({ undo: z.string() }), output: z.object({ changed: z.int().nonnegative() }) },
    /** Puts waiting jobs together at one place; beside a job of another priority they take that one's. */
    'jobs.move': {
      input: Ids.extend({
        to: z.discriminatedUnion('at', [
          z.object({ at: z.literal('front') }),
          z.object({ at: z.enum(['before', 'after']), id: z.string() }),
        ]),
      }),
      output: JobsChanged,
    },
    'jobs.setPriority': { input: Ids.extend({ priority: Priority }), output: JobsChanged },
    /** One part of a file (`queueFileParts`); with a problem nothing of it is queued. `isTrial` only looks. */
    'queue.import': {
      input: z.object({ jobs: z.array(QueueFileJob).min(1).max(100), isTrial: z.boolean().default(false) }),
      output: QueueImported,
    },
    /** Takes away at once what the settings say; answers with what that was. */
    'retention.run': { input: Nothing, output: RetentionPlan },
    'queue.pause': { input: z.object({ text: z.string().max(500).default('') }), output: z.object({ pauses: z.array(Pause) }) },
    'queue.resume': {
      input: z.object({ owner: PauseOwner.default('person') }),
      output: z.object({ pauses: z.array(Pause), wasPaused: z.boolean() }),
    },
    'engines.add': { input: EngineAdd, output: Engine },
    /** One more engine from the same ComfyUI, for another card: the flags in use there and `--cuda-device`, as a profile of its own. */
    'engines.addTwin': { input: z.object({ id: z.string(), device: z.string().regex(/^\d+(,\d+)*$/) }), output: Engine },
    'engines.remove': { input: z.object({ id: z.string() }), output: Nothing },
    /** Start and restart answer at `ready` or `failed`; stop when the process is gone. */
    'engines.start': {
      input: z.object({
        id: z.string(),
        profile: z.string().optional(),
        port: z.int().min(1).max(65535).optional(),
        /** Without custom nodes, this time. */
        isSafe: z.boolean().optional(),
        /** With the flags that last worked, this time. */
        isLastGood: z.boolean().optional(),
      }),
      output: Engine,
    },
    'engines.stop': { input: z.object({ id: z.string() }), output: Engine },
    'engines.restart': {
      input: z.object({ id: z.string(), profile: z.string().optional(), isSafe: z.boolean().optional() }),
      output: Engine,
    },
    /** From the next start on, which `now` asks for at once; answers then as a restart does. */
    'engines.useProfile': {
      input: z.object({ id: z.string(), profile: z.string(), restart: z.enum(['now', 'next']) }),
      output: Engine,
    },
    /** Readings come as `engine.load` for this long; ask again before it is over to have them go on. */
    'engines.watchLoad': { input: z.object({ id: z.string() }), output: z.object({ forMs: z.number() }) },
    /**
     * A new profile without an id. Judged against what `engine` knows where one is named. Masked secrets are kept as they are stored
     * with the profile, or with the one it is a copy of.
     */
    'profiles.save': {
      input: z.object({
        id: z.string().optional(),
        name: z.string().trim().min(1).max(80),
        flags: z.array(FlagSetting).max(500),
        env: z.record(
          z
            .string()
            .regex(/^[^=\0]+$/)
            .max(200),
          z.string().max(32_000),
        ),
        engine: z.string().optional(),
        copyOf: z.string().optional(),
      }),
      output: Profile,
    },
    /** Engines that use it go on with the default one from their next start; `isForced` says that this is known. */
    'profiles.remove': { input: z.object({ id: z.string(), isForced: z.boolean().default(false) }), output: Nothing },
    /** Checks flags against what this installation knows, without starting anything. */
    'engines.judgeFlags': {
      input: z.object({ id: z.string(), flags: z.array(FlagSetting) }),
      output: z.object({ isAccepted: z.boolean(), message: z.string().nullable() }),
    },
    'templates.save': {
      /** Version 1 of a new id; the next version of one's own that changed. */
      input: z.object({
        id: z.string(),
        title: Localized,
        graph: z.string(),
        parameters: z.array(Parameter),
        outputs: z.array(TemplateOutput).min(1),
        /** Those of the version before when absent. */
        limits: TemplateLimits.optional(),
      }),
      output: Template,
    },
    'templates.rollback': { input: z.object({ id: z.string(), version: z.int().positive() }), output: Template },
    'templates.remove': { input: z.object({ id: z.string() }), output: Nothing },
    /** Reads the folders again: templates that were put there, changed or taken away by hand. */
    'templates.reload': { input: Nothing, output: TemplateList },
    /** A person says that it is over. */
    'incidents.resolve': { input: Ids, output: z.object({ incidents: z.array(Incident) }) },
    /** Nothing to be done about it; with `isWholeGroup` all open ones with the same signature. */
    'incidents.dismiss': {
      input: Ids.extend({ isWholeGroup: z.boolean().default(false) }),
      output: z.object({ incidents: z.array(Incident) }),
    },
    /**
     * Tries a remedy on the engine that failed, or takes a person's steps as done, and proves it with the job that failed. Answers once
     * the trial has begun; what follows comes as `trial.changed`. `values`: the edited job, where the remedy changes the job.
     */
    'incidents.applyRemedy': {
      input: z.object({ id: z.string(), remedy: z.string(), values: Values.optional() }),
      output: Incident,
    },
    /** Answers when everything is as it was before the trial. */
    'incidents.stopTrial': { input: z.object({ id: z.string() }), output: Trial },
    /** Gives the profile its flags and variables of before; `now`: a running engine restarts with them. */
    'incidents.undoTrial': {
      input: z.object({ id: z.string(), restart: z.enum(['now', 'next']).default('now') }),
      output: Trial,
    },
    /** A step by hand was done, or not. */
    'incidents.tickStep': { input: z.object({ id: z.string(), remedy: z.string(), isDone: z.boolean() }), output: Incident },
    'incidents.reopen': { input: Ids, output: z.object({ incidents: z.array(Incident) }) },
    /** Answers once it has begun; the queue waits until it is over. */
    'benchmarks.start': { input: BenchmarkPlan, output: BenchmarkRun },
    /** Answers when the engines are as they were. */
    'benchmarks.stop': { input: z.object({ id: z.string() }), output: BenchmarkRun },
    /** An empty name takes it away again. */
    'benchmarks.rename': { input: z.object({ id: z.string(), name: z.string().trim().max(200) }), output: BenchmarkRun },
    /** Forgets a run that is over, with its samples. */
    'benchmarks.remove': { input: z.object({ id: z.string() }), output: Nothing },
    /** With an id it replaces that one. */
    'benchmarks.savePlan': {
      input: SavedPlan.pick({ name: true, plan: true }).extend({ id: z.uuid().optional() }),
      output: SavedPlan,
    },
    'benchmarks.removePlan': { input: z.object({ id: z.uuid() }), output: Nothing },
    'settings.set': { input: SettingsPatch, output: Settings },
    'host.revealFile': { input: z.object({ artifact: z.string() }), output: Nothing },
    'host.pickFolder': { input: Nothing, output: z.object({ folder: z.string().nullable() }) },
  },
  events: {
    'engine.changed': Engine,
    'engine.removed': z.object({ id: z.string() }),
    'engine.memory': EngineMemory,
    'engine.load': EngineLoad,
    'profile.changed': Profile,
    'profile.removed': z.object({ id: z.string() }),
    /** New lines of the current launch; a client that misses some asks `engines.log`. */
    'engine.log': z.object({ engine: z.string(), page: LogPage }),
    'job.changed': Job,
    /** Many jobs changed without a word about each, or what waits stands in another order: lists must be read again. */
    'jobs.stale': z.object({ why: z.enum(['many', 'order']) }),
    'job.progress': JobProgress,
    'batch.changed': Batch,
    'cost.changed': CostSamples,
    'queue.estimate': QueueEstimate,
    'queue.changed': z.object({ counts: JobCounts, looseCounts: JobCounts.optional(), pauses: z.array(Pause) }),
    'template.changed': Template,
    'template.removed': z.object({ id: z.string() }),
    /** The folders were read again: this is all there is. */
    'templates.read': TemplateList,
    'settings.changed': Settings,
    'incident.changed': Incident,
    'trial.changed': Trial,
    'benchmark.changed': BenchmarkRun,
    /** Taken, or judged anew beside others. */
    'benchmark.sampled': BenchmarkSample,
    'benchmark.progress': BenchmarkProgress,
    'benchmark.removed': z.object({ id: z.string() }),
    'benchmark.planSaved': SavedPlan,
    'benchmark.planRemoved': z.object({ id: z.string() }),
  },
} as const;
