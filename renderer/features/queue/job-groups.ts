import type { JobFilter } from '../../../shared/contract.ts';
import type { Job, JobState } from '../../../shared/job.ts';

export const groupNames = ['now', 'waiting', 'needsYou', 'done'] as const;
export type GroupName = (typeof groupNames)[number];

/** The states that each group of the queue shows. */
export const groupStates: Record<GroupName, readonly JobState[]> = {
  now: ['submitted', 'running'],
  waiting: ['queued', 'failed_retryable'],
  needsYou: ['dead_letter', 'held'],
  done: ['succeeded', 'failed_terminal', 'cancelled'],
};

/** What a person filters by; empty fields let everything through. */
export interface QueueFilter {
  states: readonly JobState[];
  template: string | null;
  text: string;
}

export interface JobGroup {
  jobs: readonly Job[];
  /** Jobs that match on the host; more than `jobs` while pages are missing. */
  total: number;
  /** Where the next page begins; null when all are here. */
  next: string | null;
  /** An event told of something whose place cannot be known here: the host must be asked. */
  isStale: boolean;
}

export type JobGroups = Record<GroupName, JobGroup>;

const emptyGroup: JobGroup = { jobs: [], total: 0, next: null, isStale: false };
export const emptyGroups: JobGroups = { now: emptyGroup, waiting: emptyGroup, needsYou: emptyGroup, done: emptyGroup };

export const groupOf = (state: JobState): GroupName => groupNames.find((name) => groupStates[name].includes(state)) ?? 'done';

/** Whether a person looks for some of the jobs: then each is listed by itself, also those of batches. */
export const isFiltered = ({ states, template, text }: QueueFilter): boolean =>
  states.length > 0 || template !== null || text.trim() !== '';

/** Groups that leave the jobs of batches to the batches' own rows. What runs and what needs a person is listed one by one. */
export const looseGroups: ReadonlySet<GroupName> = new Set<GroupName>(['waiting', 'done']);

/** Jobs run in order where they wait, and are read newest first where they are over. */
export const orderOf = (group: GroupName): 'run' | 'newest' => (group === 'now' || group === 'waiting' ? 'run' : 'newest');

/** The filter to ask the host with for one group; null when the chosen states leave nothing of it. Pure. */
export const groupFilter = (group: GroupName, filter: QueueFilter): JobFilter | null => {
  const states = groupStates[group].filter((state) => filter.states.length === 0 || filter.states.includes(state));
  if (states.length === 0) return null;
  const text = filter.text.trim();
  return {
    states,
    ...(filter.template === null ? {} : { template: filter.template }),
    ...(text === '' ? {} : { text }),
    ...(looseGroups.has(group) && !isFiltered(filter) ? { batch: null } : {}),
  };
};

const without = (group: JobGroup, id: string): JobGroup => {
  if (!group.jobs.some((job) => job.id === id)) return group;
  return { ...group, jobs: group.jobs.filter((job) => job.id !== id), total: Math.max(0, group.total - 1) };
};

const inserted = (group: JobGroup, job: Job, name: GroupName, filter: QueueFilter): JobGroup => {
  // What a text search finds, and where among those that wait a job stands, only the host knows.
  if (name === 'waiting' || filter.text.trim() !== '') return group.isStale ? group : { ...group, isStale: true };
  const total = group.total + 1;
  if (name === 'now') return { ...group, total, jobs: [...group.jobs, job] };
  const place = group.jobs.findIndex((other) => other.createdAt <= job.createdAt);
  if (place >= 0) return { ...group, total, jobs: [...group.jobs.slice(0, place), job, ...group.jobs.slice(place)] };
  // Older than everything here: it belongs to a page that is still to come.
  return group.next === null ? { ...group, total, jobs: [...group.jobs, job] } : { ...group, total };
};

/** The groups after a job changed: its row stays the same row wherever that is possible. Pure. */
export const withChangedJob = (groups: JobGroups, job: Job, filter: QueueFilter): JobGroups => {
  const target = groupOf(job.state);
  const next = { ...groups };
  for (const name of groupNames) if (name !== target) next[name] = without(groups[name], job.id);
  const group = groups[target];
  const passes =
    (filter.states.length === 0 || filter.states.includes(job.state)) &&
    (filter.template === null || filter.template === job.template) &&
    (job.batch === undefined || !looseGroups.has(target) || isFiltered(filter));
  if (!passes) next[target] = without(group, job.id);
  else if (group.jobs.some(({ id }) => id === job.id))
    next[target] = { ...group, jobs: group.jobs.map((other) => (other.id === job.id ? job : other)) };
  else next[target] = inserted(group, job, target, filter);
  return next;
};

interface Page {
  jobs: readonly Job[];
  total: number;
  next: string | null;
}

/** The group with one more page; jobs that an event brought meanwhile are not doubled. Pure. */
export const withNextPage = (group: JobGroup, page: Page): JobGroup => {
  const known = new Set(group.jobs.map(({ id }) => id));
  return { ...group, jobs: [...group.jobs, ...page.jobs.filter(({ id }) => !known.has(id))], total: page.total, next: page.next };
};

/** The group after its beginning was read again; pages beyond that beginning stay where they join on. Pure. */
export const withFreshStart = (group: JobGroup, page: Page): JobGroup => {
  const last = page.jobs.at(-1);
  const joint = page.next === null || !last ? -1 : group.jobs.findIndex(({ id }) => id === last.id);
  const known = new Set(page.jobs.map(({ id }) => id));
  const rest = joint < 0 ? [] : group.jobs.slice(joint + 1).filter(({ id }) => !known.has(id));
  return {
    jobs: [...page.jobs, ...rest],
    total: page.total,
    next: rest.length === 0 ? page.next : group.next,
    isStale: false,
  };
};
