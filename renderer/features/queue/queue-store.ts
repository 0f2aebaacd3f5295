import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Job } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { eachSnapshot } from '../../store/each-snapshot.ts';
import { createLive } from '../../store/live.ts';
import {
  emptyGroups,
  type GroupName,
  groupFilter,
  groupNames,
  type JobGroups,
  orderOf,
  type QueueFilter,
  withChangedJobs,
  withPage,
} from './job-groups.ts';

interface QueueState {
  filter: QueueFilter;
  groups: JobGroups;
  /** Whether the groups are those of this filter. */
  isKnown: boolean;
  /** Why they could not be read. */
  error: unknown;
}

const pageSize = 100;
/** Most rows that one question brings. */
const mostAtOnce = 1_000;
/** A burst of events asks the host once. */
const calmMs = 150;
/** A host that cannot answer is asked again later and later. */
const longestCalmMs = 30_000;
/** Events of one frame are drawn once: cancelling thousands of jobs tells of each. */
const frameMs = 16;

export const noFilter: QueueFilter = { states: [], template: null, batch: null, text: '' };

/** Jobs that events told of while an answer was on its way: the answer may be older than they are. */
const meanwhile = new Set<Job[]>();

/** Asks with `ask` and applies the answer, then again what changed while it was on its way. */
async function withMeanwhile<T>(ask: Promise<T>, apply: (answer: T) => void): Promise<void> {
  const changed: Job[] = [];
  meanwhile.add(changed);
  try {
    apply(await ask);
    patch(changed);
  } finally {
    meanwhile.delete(changed);
  }
}

const patch = (jobs: readonly Job[]): void =>
  queueStore.setState(({ groups, filter }) => ({ groups: withChangedJobs(groups, jobs, filter) }));

/** What the queue's table shows: pages of jobs in four groups, kept right by events. */
export const queueStore: StoreApi<QueueState> = createLive<QueueState>(
  { filter: noFilter, groups: emptyGroups, isKnown: false, error: null },
  (store) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Questions in a row that got no answer. */
    let failures = 0;
    let frame: ReturnType<typeof setTimeout> | undefined;
    /** The newest of each job. */
    const told = new Map<string, Job>();
    let round = 0;
    const patchTold = (): void => {
      frame = undefined;
      patch([...told.values()]);
      told.clear();
    };

    const loadGroup = async (name: GroupName, mine: number, isAnew: boolean): Promise<void> => {
      const { filter, groups } = store.getState();
      const wanted = groupFilter(name, filter);
      const limit = Math.min(mostAtOnce, Math.max(pageSize, groups[name].jobs.length));
      const ask = wanted
        ? api.call('jobs.list', { filter: wanted, order: orderOf(name), limit })
        : Promise.resolve({ jobs: [], total: 0, next: null });
      await withMeanwhile(ask, (page) => {
        if (mine !== round) return;
        store.setState(({ groups: now }) => ({ groups: withPage(now, name, page, isAnew ? 'anew' : 'freshStart') }));
      });
    };
    const load = async (names: readonly GroupName[], mine: number, isAnew: boolean): Promise<void> => {
      try {
        await Promise.all(names.map((name) => loadGroup(name, mine, isAnew)));
        if (mine !== round) return;
        failures = 0;
        store.setState({ isKnown: true, error: null });
      } catch (error) {
        if (mine !== round) return;
        failures++;
        // What is stale stays so, and is asked for again.
        store.setState({ error });
      }
    };
    const stops = [
      eachSnapshot(() => void load(groupNames, ++round, true)),
      api.on('job.changed', (job) => {
        for (const changed of meanwhile) changed.push(job);
        told.set(job.id, job);
        frame ??= setTimeout(patchTold, frameMs);
      }),
      // Of many changes at once a new snapshot tells.
      api.on('jobs.stale', ({ why }) => {
        if (why === 'order')
          store.setState(({ groups }) => ({ groups: { ...groups, waiting: { ...groups.waiting, isStale: true } } }));
      }),
      store.subscribe((state, before) => {
        if (state.filter !== before.filter) {
          store.setState({ groups: emptyGroups, isKnown: false });
          void load(groupNames, ++round, true);
          return;
        }
        if (timer !== undefined || !groupNames.some((name) => state.groups[name].isStale)) return;
        timer = setTimeout(
          () => {
            timer = undefined;
            const { groups } = store.getState();
            const stale = groupNames.filter((name) => groups[name].isStale);
            if (stale.length > 0) void load(stale, round, false);
          },
          Math.min(calmMs * 2 ** failures, longestCalmMs),
        );
      }),
    ];
    return () => {
      round++;
      clearTimeout(timer);
      clearTimeout(frame);
      timer = undefined;
      for (const stop of stops) stop();
    };
  },
);

const onTheWay = new Set<GroupName>();

/** Reads the next page of a group; does nothing while one is on its way or none is left. */
export async function loadMore(name: GroupName): Promise<void> {
  const { filter, groups } = queueStore.getState();
  const cursor = groups[name].next;
  const wanted = groupFilter(name, filter);
  if (cursor === null || wanted === null || onTheWay.has(name)) return;
  onTheWay.add(name);
  const ask = api.call('jobs.list', { filter: wanted, order: orderOf(name), cursor, limit: pageSize });
  try {
    await withMeanwhile(ask, (page) => {
      // The rows that this draws may end in sight again and ask for the page after it.
      onTheWay.delete(name);
      queueStore.setState(({ groups: now }) =>
        // A new filter or a fresh start meanwhile makes this page a piece of another list.
        now[name].next === cursor ? { groups: withPage(now, name, page, 'next') } : {},
      );
    });
  } catch {
    // The end of the list asks again when it comes into sight again.
    onTheWay.delete(name);
  }
}

export const setFilter = (change: Partial<QueueFilter>): void =>
  queueStore.setState(({ filter }) => ({ filter: { ...filter, ...change } }));

/** Reads a narrow part of the queue's table, and keeps the table fresh while it is read. */
export function useQueue<T>(selector: (state: QueueState) => T): T {
  return useStore(queueStore, selector);
}
