import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Artifact } from '../../../shared/artifact.ts';
import type { Job } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { eachSnapshot } from '../../store/each-snapshot.ts';
import { createLive } from '../../store/live.ts';

const kept = 12;

/** A picture and the seed that made it. */
export interface RecentPicture {
  artifact: Artifact;
  seed: string | null;
}

interface RecentPictures {
  isKnown: boolean;
  /** Newest first. */
  pictures: readonly RecentPicture[];
}

/** The newest pictures after a job brought some; those already here are not doubled. Pure. */
export const withPicturesOf = (pictures: readonly RecentPicture[], job: Job): readonly RecentPicture[] => {
  const known = new Set(pictures.map(({ artifact }) => artifact.id));
  const fresh = job.artifacts.filter(({ id }) => !known.has(id)).map((artifact) => ({ artifact, seed: job.seed }));
  if (fresh.length === 0) return pictures;
  return [...fresh.reverse(), ...pictures]
    .sort((a, b) => b.artifact.createdAt.localeCompare(a.artifact.createdAt))
    .slice(0, kept);
};

/** The last dozen pictures of all templates. */
const recentStore: StoreApi<RecentPictures> = createLive<RecentPictures>({ isKnown: false, pictures: [] }, (store) => {
  const load = async (isCurrent: () => boolean): Promise<void> => {
    try {
      const { items } = await api.call('artifacts.list', { limit: kept });
      if (isCurrent()) store.setState({ isKnown: true, pictures: items.map(({ artifact, seed }) => ({ artifact, seed })) });
    } catch {
      // The strip stays as it was; the next connection asks again.
    }
  };
  const stops = [
    eachSnapshot((isCurrent) => void load(isCurrent)),
    api.on('job.changed', (job) => store.setState(({ pictures }) => ({ pictures: withPicturesOf(pictures, job) }))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});

/** Reads a narrow part of the newest pictures, and keeps them fresh while they are read. */
export function useRecentPictures<T>(selector: (state: RecentPictures) => T): T {
  return useStore(recentStore, selector);
}
