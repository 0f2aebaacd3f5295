import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { GalleryItem } from '../../../shared/contract.ts';
import { api } from '../../api.ts';
import { eachSnapshot } from '../../store/each-snapshot.ts';
import { createLive } from '../../store/live.ts';
import { type GalleryList, withGalleryPage, withPicturesOf } from './gallery-list.ts';

interface GalleryState extends GalleryList {
  template: string | null;
  /** Whether the list is that of this filter. */
  isKnown: boolean;
  error: unknown;
}

const pageSize = 120;
const nothing: GalleryList = { items: [], total: 0, next: null };

const pageOf = (template: string | null, cursor: string | null) =>
  api.call('artifacts.list', {
    limit: pageSize,
    ...(template === null ? {} : { template }),
    ...(cursor === null ? {} : { cursor }),
  });

/** The pictures read so far, newest first, with new ones put in front as jobs bring them. */
export const galleryStore: StoreApi<GalleryState> = createLive<GalleryState>(
  { ...nothing, template: null, isKnown: false, error: null },
  (store) => {
    let round = 0;
    const load = async (): Promise<void> => {
      const mine = ++round;
      try {
        const page = await pageOf(store.getState().template, null);
        if (mine === round) store.setState({ ...page, isKnown: true, error: null });
      } catch (error) {
        if (mine === round) store.setState({ error });
      }
    };
    const stops = [
      eachSnapshot(() => void load()),
      api.on('job.changed', (job) => store.setState((state) => withPicturesOf(state, job, state.template))),
      store.subscribe((state, before) => {
        if (state.template === before.template) return;
        store.setState({ ...nothing, isKnown: false });
        void load();
      }),
    ];
    return () => {
      round++;
      for (const stop of stops) stop();
    };
  },
);

let isOnTheWay = false;

/** Reads the next page; does nothing while one is on its way or none is left. */
export async function loadMore(): Promise<void> {
  const { next, template } = galleryStore.getState();
  if (next === null || isOnTheWay) return;
  isOnTheWay = true;
  try {
    const page = await pageOf(template, next);
    // The rows that this draws may end in sight again and ask for the page after it.
    isOnTheWay = false;
    galleryStore.setState((state) => (state.next === next ? withGalleryPage(state, page) : {}));
  } catch {
    // The end of the wall asks again when it comes into sight again.
    isOnTheWay = false;
  }
}

export const filterByTemplate = (template: string | null): void => galleryStore.setState({ template });

/** Reads a narrow part of the gallery, and keeps it fresh while it is read. */
export function useGallery<T>(selector: (state: GalleryState) => T): T {
  return useStore(galleryStore, selector);
}

/** The picture before (-1) or after (1) another in the order of the gallery; undefined at its ends. Pure. */
export const neighbour = (items: readonly GalleryItem[], id: string, way: 1 | -1): GalleryItem | undefined => {
  const at = items.findIndex(({ artifact }) => artifact.id === id);
  return at < 0 ? undefined : items[at + way];
};
