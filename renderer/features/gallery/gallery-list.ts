import type { GalleryItem } from '../../../shared/contract.ts';
import type { Job } from '../../../shared/job.ts';

export interface GalleryList {
  /** Newest first. */
  items: readonly GalleryItem[];
  total: number;
  /** Where the next page begins; null when all are here. */
  next: string | null;
}

/** The list after a job brought pictures; those already here stay the same items. Pure. */
export const withPicturesOf = (list: GalleryList, job: Job, template: string | null): GalleryList => {
  if (job.artifacts.length === 0 || (template !== null && job.template !== template)) return list;
  const known = new Set(list.items.map(({ artifact }) => artifact.id));
  const oldest = list.next === null ? '' : (list.items.at(-1)?.artifact.createdAt ?? '');
  // Older than what was read so far: a later page brings it.
  const fresh = job.artifacts.filter(({ id, createdAt }) => !known.has(id) && createdAt >= oldest);
  if (fresh.length === 0) return list;
  const items = fresh.map((artifact) => ({ artifact, values: job.values, seed: job.seed, version: job.version }));
  return {
    ...list,
    total: list.total + fresh.length,
    items: [...items.reverse(), ...list.items].sort((a, b) => b.artifact.createdAt.localeCompare(a.artifact.createdAt)),
  };
};

/** The list with one more page; pictures that an event brought meanwhile are not doubled. Pure. */
export const withGalleryPage = (list: GalleryList, page: GalleryList): GalleryList => {
  const known = new Set(list.items.map(({ artifact }) => artifact.id));
  return {
    items: [...list.items, ...page.items.filter(({ artifact }) => !known.has(artifact.id))],
    total: page.total,
    next: page.next,
  };
};
