import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Batch } from '../../../shared/batch.ts';
import type { Job } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { eachSnapshot } from '../../store/each-snapshot.ts';
import { createFrames } from '../../store/frames.ts';
import { createLive } from '../../store/live.ts';

/** What is known of an opened batch. */
interface OpenedBatch {
  /** In the order that they were asked for. */
  jobs: readonly Job[];
  /** Where the next page begins; null when all are here. */
  next: string | null;
}

export interface BatchList {
  /** Those that still run first, each kind newest first. */
  batches: readonly Batch[];
  /** Where the next page of ended ones begins; null when all are here. */
  next: string | null;
  /** By batch id; the rows that stand open. */
  opened: Readonly<Record<string, OpenedBatch>>;
}

const openBatches = 200;
const endedBatches = 30;
const pageJobs = 100;
/** As much as one question brings. */
const mostJobs = 250;

const newestFirst = (a: Batch, b: Batch): number =>
  Number(a.endedAt !== null) - Number(b.endedAt !== null) || b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? 1 : -1);

/** The list after one batch changed or came. Pure. */
const withBatch = (batches: readonly Batch[], batch: Batch): readonly Batch[] => {
  const place = batches.findIndex(({ id }) => id === batch.id);
  const before = batches[place];
  if (before && (before.endedAt === null) === (batch.endedAt === null))
    return batches.map((other) => (other.id === batch.id ? batch : other));
  return [...batches.filter(({ id }) => id !== batch.id), batch].sort(newestFirst);
};

/** Opened batches after some of their jobs changed; others are left as they are. Pure. */
const withJobs = (opened: BatchList['opened'], jobs: ReadonlyMap<string, Job>): BatchList['opened'] => {
  const batches = new Set([...jobs.values()].flatMap(({ batch }) => (batch !== undefined && opened[batch] ? [batch] : [])));
  if (batches.size === 0) return opened;
  const next = { ...opened };
  for (const id of batches) {
    const before = opened[id];
    if (before) next[id] = { ...before, jobs: before.jobs.map((job) => jobs.get(job.id) ?? job) };
  }
  return next;
};

const batchStore: StoreApi<BatchList> = createLive<BatchList>({ batches: [], next: null, opened: {} }, (store) => {
  const frames = createFrames<Job>((jobs) => {
    const newest = new Map(jobs.map((job) => [job.id, job]));
    store.setState(({ opened }) => ({ opened: withJobs(opened, newest) }));
  });
  const load = async (isCurrent: () => boolean): Promise<void> => {
    try {
      const [open, ended] = await Promise.all([
        api.call('batches.list', { isOpen: true, limit: openBatches }),
        api.call('batches.list', { isOpen: false, limit: endedBatches }),
      ]);
      if (!isCurrent()) return;
      // Read one after the other: one that ended in between is in both.
      const all = new Map([...open.batches, ...ended.batches].map((batch) => [batch.id, batch]));
      store.setState({ batches: [...all.values()].sort(newestFirst), next: ended.next });
      for (const id of Object.keys(store.getState().opened)) await loadAnew(id, isCurrent);
    } catch {
      // The list stays as it was; the next connection asks again.
    }
  };
  const stops = [
    eachSnapshot((isCurrent) => void load(isCurrent)),
    api.on('batch.changed', (batch) => store.setState(({ batches }) => ({ batches: withBatch(batches, batch) }))),
    api.on('job.changed', (job) => {
      if (job.batch !== undefined && store.getState().opened[job.batch]) frames.push(job);
    }),
    frames.clear,
  ];
  return () => {
    for (const stop of stops) stop();
  };
});

const setJobs = (id: string, change: (before: OpenedBatch) => OpenedBatch): void =>
  batchStore.setState(({ opened }) => {
    const before = opened[id];
    // Closed meanwhile: nobody wants it any more.
    return before ? { opened: { ...opened, [id]: change(before) } } : {};
  });

/** Reads again as much as is shown of an opened batch. */
async function loadAnew(id: string, isCurrent: () => boolean): Promise<void> {
  const wanted = Math.max(pageJobs, batchStore.getState().opened[id]?.jobs.length ?? 0);
  const jobs: Job[] = [];
  let cursor: string | null = null;
  do {
    const page: { jobs: Job[]; next: string | null } = await api.call('batches.jobs', {
      id,
      limit: Math.min(mostJobs, wanted - jobs.length),
      ...(cursor !== null && { cursor }),
    });
    jobs.push(...page.jobs);
    cursor = page.next;
  } while (cursor !== null && jobs.length < wanted);
  if (isCurrent()) setJobs(id, () => ({ jobs, next: cursor }));
}

/** Opens or closes the row of a batch. */
export function toggleBatch(id: string): void {
  const { [id]: before, ...others } = batchStore.getState().opened;
  batchStore.setState({ opened: before ? others : { ...others, [id]: { jobs: [], next: null } } });
  if (!before) loadAnew(id, () => true).catch(() => setJobs(id, (now) => ({ ...now, next: '' })));
}

const onTheWay = new Set<string>();

/** Reads the next page of an opened batch; does nothing while one is on its way. */
export async function loadMoreOf(id: string): Promise<void> {
  const cursor = batchStore.getState().opened[id]?.next;
  if (cursor === null || cursor === undefined || onTheWay.has(id)) return;
  onTheWay.add(id);
  try {
    const page = await api.call('batches.jobs', { id, limit: pageJobs, ...(cursor !== '' && { cursor }) });
    onTheWay.delete(id);
    setJobs(id, (before) => (before.next === cursor ? { jobs: [...before.jobs, ...page.jobs], next: page.next } : before));
  } catch {
    // The end of the list asks again when it comes into sight again.
    onTheWay.delete(id);
  }
}

/** Reads the next page of batches that have ended. */
export async function loadMoreBatches(): Promise<void> {
  const cursor = batchStore.getState().next;
  if (cursor === null || onTheWay.has('')) return;
  onTheWay.add('');
  try {
    const page = await api.call('batches.list', { isOpen: false, cursor, limit: endedBatches });
    batchStore.setState(({ batches }) => {
      const known = new Set(batches.map(({ id }) => id));
      return { batches: [...batches, ...page.batches.filter(({ id }) => !known.has(id))], next: page.next };
    });
  } catch {
    // As above.
  } finally {
    onTheWay.delete('');
  }
}

/** Reads the batches, and keeps them fresh while they are read. */
export function useBatches(): BatchList {
  return useStore(batchStore);
}
