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
  /** Id of the batch that they belong to. */
  batch: string | null;
  text: string;
}

interface JobGroup {
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
export const isFiltered = ({ states, template, batch, text }: QueueFilter): boolean =>
  states.length > 0 || template !== null || batch !== null || text.trim() !== '';

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
    ...(filter.batch !== null ? { batch: filter.batch } : looseGroups.has(group) && !isFiltered(filter) ? { batch: null } : {}),
  };
};

const newestFirst = (a: Job, b: Job): number => b.createdAt.localeCompare(a.createdAt);

/** A group with jobs that were not in it, in any order. Pure. */
const withArrived = (group: JobGroup, arrived: Job[], name: GroupName, filter: QueueFilter): JobGroup => {
  // What a text search finds, and where among those that wait a job stands, only the host knows.
  if (name === 'waiting' || filter.text.trim() !== '') return group.isStale ? group : { ...group, isStale: true };
  const total = group.total + arrived.length;
  if (name === 'now') return { ...group, total, jobs: [...group.jobs, ...arrived] };
  const jobs: Job[] = [];
  const coming = arrived.toSorted(newestFirst);
  for (const job of group.jobs) {
    while (coming[0] && coming[0].createdAt >= job.createdAt) jobs.push(...coming.splice(0, 1));
    jobs.push(job);
  }
  // Older than everything here: it belongs to a page that is still to come.
  return { ...group, total, jobs: group.next === null ? [...jobs, ...coming] : jobs };
};

/** Whether a job in this state has a row of its own in that group. */
const passes = (job: Job, name: GroupName, filter: QueueFilter): boolean =>
  groupOf(job.state) === name &&
  (filter.states.length === 0 || filter.states.includes(job.state)) &&
  (filter.template === null || filter.template === job.template) &&
  (filter.batch === null || filter.batch === job.batch) &&
  (job.batch === undefined || !looseGroups.has(name) || isFiltered(filter));

/**
 * The groups after jobs changed, the last of each as it is now: a row stays the same row wherever that is possible. One pass, however
 * many they are. Pure.
 */
export const withChangedJobs = (groups: JobGroups, jobs: readonly Job[], filter: QueueFilter): JobGroups => {
  if (jobs.length === 0) return groups;
  const changed = new Map(jobs.map((job) => [job.id, job]));
  const next = { ...groups };
  const known = new Set<string>();
  for (const name of groupNames) {
    const arriving = new Map([...changed].filter(([, job]) => passes(job, name, filter)));
    const group = groups[name];
    let isSame = true;
    const stay = group.jobs.flatMap((job) => {
      if (!changed.has(job.id)) return [job];
      isSame = false;
      known.add(job.id);
      const now = arriving.get(job.id);
      arriving.delete(job.id);
      return now ? [now] : [];
    });
    const kept = isSame ? group : { ...group, jobs: stay, total: Math.max(0, group.total - (group.jobs.length - stay.length)) };
    next[name] = arriving.size === 0 ? kept : withArrived(kept, [...arriving.values()], name, filter);
  }
  // A filtered list has no other count than the host's, and one that stands on no page here may have been counted already, or no more.
  if (isFiltered(filter) && known.size < changed.size)
    for (const name of groupNames) if (groups[name].next !== null) next[name] = { ...next[name], isStale: true };
  return next;
};

interface Page {
  jobs: readonly Job[];
  total: number;
  next: string | null;
}

/** The group with one more page; jobs that an event brought meanwhile are not doubled. Pure. */
const withNextPage = (group: JobGroup, page: Page): JobGroup => {
  const known = new Set(group.jobs.map(({ id }) => id));
  return { ...group, jobs: [...group.jobs, ...page.jobs.filter(({ id }) => !known.has(id))], total: page.total, next: page.next };
};

/** The group after its beginning was read again; pages beyond that beginning stay where they join on. Pure. */
const withFreshStart = (group: JobGroup, page: Page): JobGroup => {
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

/**
 * The groups with a page that the host gave of one of them. Each list is read at a moment of its own: a job that moved in between is on
 * two of them, and stands where it was read last. Pure.
 */
export const withPage = (groups: JobGroups, name: GroupName, page: Page, how: 'anew' | 'freshStart' | 'next'): JobGroups => {
  const ids = new Set(page.jobs.map(({ id }) => id));
  const next = { ...groups };
  for (const other of groupNames) {
    const group = groups[other];
    if (other === name || !group.jobs.some(({ id }) => ids.has(id))) continue;
    const jobs = group.jobs.filter(({ id }) => !ids.has(id));
    next[other] = { ...group, jobs, total: Math.max(0, group.total - (group.jobs.length - jobs.length)) };
  }
  const before = groups[name];
  if (how === 'next') next[name] = withNextPage(before, page);
  // After a lost connection, pages beyond the first may hold what is no longer true.
  else next[name] = how === 'anew' ? { ...page, isStale: false } : withFreshStart(before, page);
  return next;
};
