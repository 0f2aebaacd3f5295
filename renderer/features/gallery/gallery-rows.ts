import type { GalleryItem } from '../../../shared/contract.ts';
import { justifyRows } from './justify-rows.ts';
import { byLocalDay } from './local-day.ts';

/** One line of the wall: the heading of a day, or pictures side by side. */
export type GalleryRow =
  | { kind: 'day'; key: string; at: string; count: number; height: number }
  | { kind: 'pictures'; key: string; height: number; pictures: { item: GalleryItem; width: number }[] };

export interface WallShape {
  width: number;
  /** Wanted height of a row of pictures. */
  rowHeight: number;
  gap: number;
}

const dayHeight = 44;

/** The lines of the wall, newest day first. Pure. */
export const galleryRows = (
  items: readonly GalleryItem[],
  { width, rowHeight, gap }: WallShape,
  timeZone?: string,
): GalleryRow[] => {
  if (width <= 0) return [];
  return byLocalDay(items, ({ artifact }) => artifact.createdAt, timeZone).flatMap(({ day, items: ofDay }) => {
    const sized = ofDay.map((item) => ({ item, width: item.artifact.width, height: item.artifact.height }));
    const pictures = justifyRows(sized, { width, height: rowHeight, gap }).map(
      (row): GalleryRow => ({
        kind: 'pictures',
        key: row.items[0]?.item.item.artifact.id ?? day,
        height: row.height + gap,
        pictures: row.items.map(({ item: { item }, width: wide }) => ({ item, width: wide })),
      }),
    );
    const at = ofDay[0]?.artifact.createdAt ?? '';
    return [{ kind: 'day', key: day, at, count: ofDay.length, height: dayHeight }, ...pictures];
  });
};

/** The picture that an arrow key leads to from another one: sideways in order, up and down to the nearest in the next row. Pure. */
export const pictureToward = (rows: readonly GalleryRow[], from: string, key: string): string | null => {
  const lines = rows.filter((row) => row.kind === 'pictures');
  const order = lines.flatMap((row) => row.pictures.map(({ item }) => item.artifact.id));
  const at = order.indexOf(from);
  if (at < 0) return order[0] ?? null;
  if (key === 'ArrowRight') return order[at + 1] ?? null;
  if (key === 'ArrowLeft') return order[at - 1] ?? null;
  if (key === 'Home') return order[0] ?? null;
  if (key === 'End') return order.at(-1) ?? null;
  const line = lines.findIndex((row) => row.pictures.some(({ item }) => item.artifact.id === from));
  const target = lines[line + (key === 'ArrowDown' ? 1 : -1)];
  const mine = lines[line];
  if (!target || !mine) return null;
  const middle = (pictures: { width: number }[], index: number): number =>
    pictures.slice(0, index).reduce((sum, { width }) => sum + width, 0) + (pictures[index]?.width ?? 0) / 2;
  const center = middle(
    mine.pictures,
    mine.pictures.findIndex(({ item }) => item.artifact.id === from),
  );
  const distances = target.pictures.map((_, index) => Math.abs(middle(target.pictures, index) - center));
  return target.pictures[distances.indexOf(Math.min(...distances))]?.item.artifact.id ?? null;
};
