import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withGalleryPage, withPicturesOf } from '../../renderer/features/gallery/gallery-list.ts';
import { galleryRows, pictureToward } from '../../renderer/features/gallery/gallery-rows.ts';
import { neighbour } from '../../renderer/features/gallery/gallery-store.ts';
import { justifyRows } from '../../renderer/features/gallery/justify-rows.ts';
import { byLocalDay } from '../../renderer/features/gallery/local-day.ts';
import type { GalleryItem } from '../../shared/contract.ts';
import { doneJob, sampleArtifact } from '../fakes/fake-data.ts';

const item = (createdAt: string, width = 512, height = 512): GalleryItem => ({
  artifact: sampleArtifact({ createdAt, width, height }),
  values: {},
  seed: null,
  version: 1,
});
const at = (second: number): string => new Date(1_700_000_000_000 + second * 1000).toISOString();

describe('days', () => {
  test('are those of where the person is, not of UTC', () => {
    const times = ['2026-03-07T15:30:00Z', '2026-03-07T14:30:00Z', '2026-03-06T23:00:00Z'];
    const days = (zone: string) => byLocalDay(times, (time) => time, zone).map(({ day, items }) => [day, items.length]);
    expect(days('Asia/Seoul')).toEqual([
      ['2026-03-08', 1],
      ['2026-03-07', 2],
    ]);
    expect(days('UTC')).toEqual([
      ['2026-03-07', 2],
      ['2026-03-06', 1],
    ]);
  });

  test('a day that loses an hour stays one day', () => {
    const times = ['2026-03-29T21:30:00Z', '2026-03-28T23:30:00Z'];
    expect(byLocalDay(times, (time) => time, 'Europe/Berlin').map(({ day }) => day)).toEqual(['2026-03-29']);
  });
});

describe('rows of the wall', () => {
  const shape = { width: 1000, height: 200, gap: 6 };
  const size = fc.record({ width: fc.integer({ min: 1, max: 4096 }), height: fc.integer({ min: 1, max: 4096 }) });

  test('end flush, keep the order, and lose nothing', () => {
    fc.assert(
      fc.property(fc.array(size, { maxLength: 40 }), (pictures) => {
        const rows = justifyRows(pictures, shape);
        expect(rows.flatMap((row) => row.items.map((one) => one.item))).toEqual(pictures);
        for (const row of rows.slice(0, -1)) {
          const used = row.items.reduce((sum, { width }) => sum + width, 0) + shape.gap * (row.items.length - 1);
          expect(Math.abs(used - shape.width)).toBeLessThanOrEqual(1);
          expect(row.height).toBeLessThanOrEqual(shape.height);
        }
      }),
    );
  });

  test('a picture of unknown size counts as square, and a last row is not blown up', () => {
    expect(justifyRows([{ width: null, height: null }], shape)).toEqual([
      { height: 200, items: [{ item: { width: null, height: null }, width: 200 }] },
    ]);
  });

  test('the arrow keys walk sideways in order, and up and down to what stands nearest', () => {
    const items = Array.from({ length: 9 }, (_, second) => item(at(-second)));
    const rows = galleryRows(items, { width: 830, rowHeight: 200, gap: 6 }, 'UTC');
    const lines = rows.flatMap((row) => (row.kind === 'pictures' ? [row.pictures.map((one) => one.item.artifact.id)] : []));
    expect(lines.map((line) => line.length)).toEqual([5, 4]);
    const [top = [], bottom = []] = lines;
    expect(pictureToward(rows, top[0] ?? '', 'ArrowRight')).toBe(top[1]);
    expect(pictureToward(rows, top[4] ?? '', 'ArrowRight')).toBe(bottom[0]);
    expect(pictureToward(rows, top[0] ?? '', 'ArrowDown')).toBe(bottom[0]);
    expect(pictureToward(rows, bottom[2] ?? '', 'ArrowUp')).toBe(top[3]);
    expect(pictureToward(rows, top[0] ?? '', 'ArrowUp')).toBeNull();
    expect(pictureToward(rows, top[0] ?? '', 'End')).toBe(bottom[3]);
  });
});

describe('the list', () => {
  test('takes new pictures to its front, each once, and leaves older ones to their page', () => {
    const list = { items: [item(at(10)), item(at(5))], total: 9, next: 'cursor' };
    const job = doneJob();
    const fresh = { ...job, artifacts: [sampleArtifact({ createdAt: at(20) })] };
    const once = withPicturesOf(list, fresh, null);
    expect(once.items[0]?.artifact.id).toBe(fresh.artifacts[0]?.id);
    expect(once.total).toBe(10);
    expect(withPicturesOf(once, fresh, null)).toBe(once);
    expect(withPicturesOf(list, { ...job, artifacts: [sampleArtifact({ createdAt: at(1) })] }, null)).toBe(list);
    expect(withPicturesOf(list, fresh, 'other')).toBe(list);
    const page = { items: [...list.items.slice(1), item(at(1))], total: 9, next: null };
    expect(withGalleryPage(list, page).items).toHaveLength(3);
  });

  test('has a neighbour on either side but at its ends', () => {
    const items = [item(at(2)), item(at(1))];
    const [first, second] = items.map(({ artifact }) => artifact.id);
    expect(neighbour(items, first ?? '', 1)?.artifact.id).toBe(second);
    expect(neighbour(items, first ?? '', -1)).toBeUndefined();
    expect(neighbour(items, second ?? '', 1)).toBeUndefined();
    expect(neighbour(items, 'gone', 1)).toBeUndefined();
  });
});
