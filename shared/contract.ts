import { z } from 'zod';
import { Artifact } from './artifact.ts';
import { Batch, GivenAxis, mostJobs } from './batch.ts';
import { benchmarkContract } from './benchmark-contract.ts';
import { Ids, Nothing } from './call-shapes.ts';
import { CostSamples, QueueEstimate } from './cost.ts';
import { Engine } from './engine.ts';
import { engineContract } from './engine-contract.ts';
import { Incident } from './incident.ts';
import { incidentContract } from './incident-contract.ts';
import { Job, JobCounts, JobEvent, JobLinks, JobProgress, JobState, Pause, PauseOwner, Priority, Values } from './job.ts';
import { QueueFileJob, QueueImported } from './queue-file.ts';
import { Record } from './record.ts';
import { RetentionPlan, RetentionRule } from './retention.ts';
import { Settings, SettingsPatch } from './settings.ts';
import { templateContract } from './template-contract.ts';

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

/** Jobs that fit all of it; what is absent is not asked for. `text`: words in what a job is called by or made from. */
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

/** A wish for jobs: one, or a batch of them. */
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
  /** What a remedy changed in the graph of `origin` is changed in these jobs too. */
  keepsChanges: z.boolean().optional(),
});
export type EnqueueInput = z.infer<typeof EnqueueInput>;

/**
 * The one table of everything a client can ask, order, and be told: the work itself and the host here, with what its engines,
 * templates, incidents and benchmarks say for themselves.
 */
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
    ...engineContract.queries,
    ...templateContract.queries,
    ...incidentContract.queries,
    ...benchmarkContract.queries,
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
    /** Of a benchmark or a trial it ends that too, and answers when everything is as it was. */
    'queue.resume': {
      input: z.object({ owner: PauseOwner.default('person') }),
      output: z.object({ pauses: z.array(Pause), wasPaused: z.boolean() }),
    },
    'settings.set': { input: SettingsPatch, output: Settings },
    'host.revealFile': { input: z.object({ artifact: z.string() }), output: Nothing },
    'host.pickFolder': { input: Nothing, output: z.object({ folder: z.string().nullable() }) },
    ...engineContract.commands,
    ...templateContract.commands,
    ...incidentContract.commands,
    ...benchmarkContract.commands,
  },
  events: {
    'job.changed': Job,
    /** Many jobs changed without a word about each, or what waits stands in another order: lists must be read again. */
    'jobs.stale': z.object({ why: z.enum(['many', 'order']) }),
    'job.progress': JobProgress,
    'batch.changed': Batch,
    'cost.changed': CostSamples,
    'queue.estimate': QueueEstimate,
    'queue.changed': z.object({ counts: JobCounts, looseCounts: JobCounts.optional(), pauses: z.array(Pause) }),
    'settings.changed': Settings,
    ...engineContract.events,
    ...templateContract.events,
    ...incidentContract.events,
    ...benchmarkContract.events,
  },
} as const;
