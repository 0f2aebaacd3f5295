import type { Snapshot } from '../../shared/contract.ts';
import type { Engine, EngineMemory } from '../../shared/engine.ts';
import type { EngineLoad } from '../../shared/engine-load.ts';
import type { Job, JobProgress, JobState } from '../../shared/job.ts';
import type { Template, TemplateProblem } from '../../shared/template.ts';
import type { HearthState } from './hearth.ts';
import { byId } from './incidents.ts';

/** Jobs that wait beyond this many are left to the pages of `jobs.list`; jobs at work are always kept. */
const keptWaitingJobs = 1_000;
/** One reading a second for ten minutes. */
const keptReadings = 600;
/** One every two seconds for five minutes. */
const keptLoads = 150;
const longestGapMs = 60_000;

const openStates: ReadonlySet<JobState> = new Set<JobState>(['queued', 'submitted', 'running', 'failed_retryable']);
const workingStates: ReadonlySet<JobState> = new Set<JobState>(['submitted', 'running']);

/** Whether an engine has the job in hand. */
export const isWorking = (job: Job): boolean => workingStates.has(job.state);

const without = <T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> => {
  if (!(id in record)) return record;
  const { [id]: _gone, ...rest } = record;
  return rest;
};

/** The state after a fresh snapshot. Progress survives for jobs that are still at work, so that bars do not jump back. Pure. */
export function withSnapshot(state: HearthState, snapshot: Snapshot): Partial<HearthState> {
  const openJobs = byId(snapshot.openJobs);
  return {
    snapshots: state.snapshots + 1,
    version: snapshot.version,
    host: snapshot.host,
    actions: snapshot.actions,
    dataFolder: snapshot.dataFolder,
    isFirstRun: snapshot.isFirstRun,
    engines: byId(snapshot.engines),
    engineOrder: snapshot.engines.map((engine) => engine.id),
    openJobs,
    openJobOrder: snapshot.openJobs.map((job) => job.id),
    counts: snapshot.counts,
    looseCounts: snapshot.looseCounts ?? snapshot.counts,
    pauses: snapshot.pauses,
    settings: snapshot.settings,
    incidents: byId(snapshot.openIncidents),
    progress: Object.fromEntries(
      Object.entries(state.progress).filter(([id]) => {
        const job = openJobs[id];
        return job !== undefined && isWorking(job);
      }),
    ),
  };
}

export function withEngine(state: HearthState, engine: Engine): Partial<HearthState> {
  return {
    engines: { ...state.engines, [engine.id]: engine },
    engineOrder: engine.id in state.engines ? state.engineOrder : [...state.engineOrder, engine.id],
    isFirstRun: false,
  };
}

export function withoutEngine(state: HearthState, id: string): Partial<HearthState> {
  return {
    engines: without(state.engines, id),
    engineOrder: state.engineOrder.filter((known) => known !== id),
    memory: without(state.memory, id),
    memoryTrail: without(state.memoryTrail, id),
    loadTrail: without(state.loadTrail, id),
  };
}

/** What a changed job means for its place among the open ones. */
type Place = 'gone' | 'work' | 'front' | 'back';

/**
 * The state after some jobs changed, in this order: as cheap for thousands as for one. Jobs at work stand first; a job that waits keeps
 * its place, a new one goes to the end. Pure.
 */
export function withJobs(state: HearthState, jobs: Iterable<Job>): Partial<HearthState> {
  const openJobs: Record<string, Job> = { ...state.openJobs };
  const progress: Record<string, JobProgress> = { ...state.progress };
  const places = new Map<string, Place>();
  let open = state.openJobOrder.length;
  for (const job of jobs) {
    const before = openJobs[job.id];
    if (!isWorking(job)) delete progress[job.id];
    if (!openStates.has(job.state)) {
      if (!before) continue;
      delete openJobs[job.id];
      places.set(job.id, 'gone');
      open--;
      continue;
    }
    if (!before && !isWorking(job) && open >= keptWaitingJobs) continue;
    openJobs[job.id] = job;
    if (!before) open++;
    if (before && isWorking(before) === isWorking(job)) continue;
    // A job that comes back from the engine waits in front: it is older than what waits behind it.
    places.set(job.id, isWorking(job) ? 'work' : before ? 'front' : 'back');
  }
  const isSameProgress = Object.keys(progress).length === Object.keys(state.progress).length;
  const kept = isSameProgress ? {} : { progress };
  if (places.size === 0) return { ...kept, openJobs };
  const moved = (place: Place): string[] => [...places].flatMap(([id, own]) => (own === place ? [id] : []));
  const working: string[] = [];
  const waiting: string[] = [];
  for (const id of state.openJobOrder) {
    const job = openJobs[id];
    if (job && !places.has(id)) (isWorking(job) ? working : waiting).push(id);
  }
  return {
    ...kept,
    openJobs,
    openJobOrder: [...working, ...moved('work'), ...moved('front'), ...waiting, ...moved('back')],
  };
}

export function withProgress(state: HearthState, progress: JobProgress): Partial<HearthState> {
  return { progress: { ...state.progress, [progress.jobId]: progress } };
}

export function withMemory(state: HearthState, reading: EngineMemory): Partial<HearthState> {
  const trail = state.memoryTrail[reading.engine] ?? [];
  return {
    memory: { ...state.memory, [reading.engine]: reading },
    memoryTrail: { ...state.memoryTrail, [reading.engine]: [...trail, reading].slice(-keptReadings) },
  };
}

/** Readings with a long gap between them are no line: the trail begins anew. Pure. */
export function withLoad(state: HearthState, load: EngineLoad): Partial<HearthState> {
  const trail = state.loadTrail[load.engine] ?? [];
  const last = trail.at(-1);
  const isGap = last !== undefined && Date.parse(load.at) - Date.parse(last.at) > longestGapMs;
  return { loadTrail: { ...state.loadTrail, [load.engine]: [...(isGap ? [] : trail), load].slice(-keptLoads) } };
}

export function withTemplates(list: { templates: Template[]; problems: TemplateProblem[] }): Partial<HearthState> {
  return {
    templates: byId(list.templates),
    templateOrder: list.templates.map((template) => template.id),
    templateProblems: list.problems,
    areTemplatesLoaded: true,
  };
}

export function withTemplate(state: HearthState, template: Template): Partial<HearthState> {
  return {
    templates: { ...state.templates, [template.id]: template },
    templateOrder: template.id in state.templates ? state.templateOrder : [...state.templateOrder, template.id],
  };
}

export function withoutTemplate(state: HearthState, id: string): Partial<HearthState> {
  return { templates: without(state.templates, id), templateOrder: state.templateOrder.filter((known) => known !== id) };
}
