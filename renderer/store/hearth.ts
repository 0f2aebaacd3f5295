import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Snapshot } from '../../shared/contract.ts';
import type { Engine, EngineMemory } from '../../shared/engine.ts';
import type { EngineLoad } from '../../shared/engine-load.ts';
import type { Incident } from '../../shared/incident.ts';
import { type Job, type JobCounts, type JobProgress, noCounts, type Pause } from '../../shared/job.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { Template, TemplateProblem } from '../../shared/template.ts';
import type { Connection } from '../api.ts';

/** Everything the host told, and nothing else: fed by snapshots and events only (see sync.ts). */
export interface HearthState {
  connection: Connection;
  /** How many snapshots were taken; 0 before the first. Ask again for lists of your own when it changes. */
  snapshots: number;
  version: string;
  host: Snapshot['host'];
  actions: Snapshot['actions'];
  dataFolder: string;
  isFirstRun: boolean;
  engines: Readonly<Record<string, Engine>>;
  engineOrder: readonly string[];
  /** Jobs at work and the first ones that wait. */
  openJobs: Readonly<Record<string, Job>>;
  openJobOrder: readonly string[];
  /** Loaded right after each snapshot; see `areTemplatesLoaded`. */
  templates: Readonly<Record<string, Template>>;
  templateOrder: readonly string[];
  /** Templates that could not be loaded. */
  templateProblems: readonly TemplateProblem[];
  areTemplatesLoaded: boolean;
  counts: JobCounts;
  /** Of jobs in no batch. */
  looseCounts: JobCounts;
  pauses: readonly Pause[];
  settings: Settings;
  /** By job id; only while the job is at work. */
  progress: Readonly<Record<string, JobProgress>>;
  /** Latest reading by engine id. */
  memory: Readonly<Record<string, EngineMemory>>;
  /** Readings of this page's life by engine id, oldest first. */
  memoryTrail: Readonly<Record<string, readonly EngineMemory[]>>;
  /** Readings of how busy an engine is, by engine id, oldest first; they come while somebody looks. */
  loadTrail: Readonly<Record<string, readonly EngineLoad[]>>;
  /** Those that nobody settled yet, and those that changed since. */
  incidents: Readonly<Record<string, Incident>>;
  /** Grows with every change of an incident or a trial: ask again for lists of them. */
  incidentChanges: number;
}

/** What is shown before the host said anything. */
export const emptyHearth: HearthState = {
  connection: 'connecting',
  snapshots: 0,
  version: '',
  host: 'headless',
  actions: [],
  dataFolder: '',
  isFirstRun: false,
  engines: {},
  engineOrder: [],
  openJobs: {},
  openJobOrder: [],
  templates: {},
  templateOrder: [],
  templateProblems: [],
  areTemplatesLoaded: false,
  counts: noCounts,
  looseCounts: noCounts,
  pauses: [],
  settings: defaultSettings,
  progress: {},
  memory: {},
  memoryTrail: {},
  loadTrail: {},
  incidents: {},
  incidentChanges: 0,
};

export const hearthStore = createStore<HearthState>(() => emptyHearth);

/** Reads a narrow part of what the host told; renders again only when that part changes (compared by identity). */
export function useHearth<T>(selector: (state: HearthState) => T): T {
  return useStore(hearthStore, selector);
}
