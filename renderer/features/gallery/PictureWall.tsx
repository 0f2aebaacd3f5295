import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { GalleryItem } from '../../../shared/contract.ts';
import { useWords } from '../../i18n/use-words.ts';
import { GalleryTile } from './GalleryTile.tsx';
import { galleryRows, pictureToward } from './gallery-rows.ts';
import { loadMore, useGallery } from './gallery-store.ts';
import classes from './PictureWall.module.css';

const gap = 6;
const padding = 16;
const arrows = new Set(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End']);

interface PictureWallProps {
  items: readonly GalleryItem[];
  /** The picture that the viewer shows over the wall. */
  opened: string | null;
}

/** The wall of pictures: rows that end flush, only those in sight are drawn, the arrow keys walk from picture to picture. */
export function PictureWall({ items, opened }: PictureWallProps) {
  const { t, format } = useWords();
  const hasMore = useGallery((state) => state.next !== null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useElementSize();
  const ref = useMergedRef(scroller, size.ref);
  const [current, setCurrent] = useState<string | null>(null);
  const width = (size.width || scroller.current?.offsetWidth || 0) - 2 * padding;
  const rows = galleryRows(items, { width, rowHeight: width > 1400 ? 260 : 200, gap });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 3,
  });
  // Row heights follow the width of the wall.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `width` is the reason to measure again.
  useEffect(() => virtual.measure(), [width, virtual]);

  const shown = virtual.getVirtualItems();
  /** Changes with every page that leaves the end of the wall in sight. */
  const end = hasMore && (shown.at(-1)?.index ?? 0) >= rows.length - 2 ? items.length : null;
  useEffect(() => {
    if (end !== null) void loadMore();
  }, [end]);

  const reveal = (id: string): void => {
    setCurrent(id);
    const line = rows.findIndex((row) => row.kind === 'pictures' && row.pictures.some(({ item }) => item.artifact.id === id));
    if (line < 0) return;
    virtual.scrollToIndex(line);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-picture="${id}"]`)?.focus());
  };
  // Whoever closes the viewer finds the picture that it showed last.
  const shownLast = useRef(opened);
  useEffect(() => {
    if (opened === null && shownLast.current !== null) reveal(shownLast.current);
    shownLast.current = opened;
  });

  const first = items[0]?.artifact.id ?? null;
  const focusable = items.some(({ artifact }) => artifact.id === current) ? current : first;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!arrows.has(event.key) || event.ctrlKey || event.altKey || event.metaKey || focusable === null) return;
    event.preventDefault();
    const next = pictureToward(rows, focusable, event.key);
    if (next === null) return;
    reveal(next);
  };

  return (
    <div ref={ref} className={classes.root}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus; arrows only move it. */}
      <div className={classes.sizer} style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {shown.map((line) => {
          const row = rows[line.index];
          if (!row) return null;
          return (
            <div key={line.key} className={classes.row} style={{ transform: `translateY(${line.start}px)`, height: line.size }}>
              {row.kind === 'day' ? (
                <h2 className={classes.day}>
                  {format.day(row.at)}
                  <span className={classes.count}>{t('gallery.count', { count: row.count, n: format.number(row.count) })}</span>
                </h2>
              ) : (
                row.pictures.map(({ item, width: wide }) => (
                  <GalleryTile
                    key={item.artifact.id}
                    item={item}
                    width={wide}
                    height={row.height - gap}
                    isFocusable={item.artifact.id === focusable}
                    onFocus={() => setCurrent(item.artifact.id)}
                  />
                ))
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
