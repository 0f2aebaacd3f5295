/** Height of a line, in px. Every line has it: where a line stands is arithmetic, however many there are. */
export const rowPx = 19;
/** Browsers lay out no taller boxes than about 17 million px: a longer log is scrolled by more than one line a px. */
const tallestPx = 12_000_000;

export interface RowsInSight {
  /** Height of the whole list. */
  heightPx: number;
  /** The places to draw: from `first` to before `end`. */
  first: number;
  end: number;
  /** Where the first of them stands from the top of the list. */
  topPx: number;
}

const spare = 12;

/** Which of `count` lines are in sight in a box of `viewPx` that was scrolled by `scrollPx`. Pure. */
export function rowsInSight(count: number, viewPx: number, scrollPx: number): RowsInSight {
  const wholePx = count * rowPx;
  const heightPx = Math.min(wholePx, tallestPx);
  const scale = heightPx <= viewPx ? 1 : (wholePx - viewPx) / (heightPx - viewPx);
  const abovePx = Math.max(0, scrollPx) * scale;
  const first = Math.max(0, Math.min(count - 1, Math.floor(abovePx / rowPx) - spare));
  const end = Math.min(count, Math.ceil((abovePx + viewPx) / rowPx) + spare);
  return { heightPx, first, end, topPx: scrollPx - abovePx + first * rowPx };
}

/** How far to scroll so that the line at `place` stands in the middle. Pure. */
export function scrollTo(place: number, count: number, viewPx: number): number {
  const wholePx = count * rowPx;
  const heightPx = Math.min(wholePx, tallestPx);
  const abovePx = Math.max(0, Math.min(wholePx - viewPx, place * rowPx - (viewPx - rowPx) / 2));
  return heightPx <= viewPx ? 0 : abovePx / ((wholePx - viewPx) / (heightPx - viewPx));
}
