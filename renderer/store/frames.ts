/** Length of a frame at 60 pictures a second: more often than that nobody sees a difference. */
const frameMs = 16;

/** Hands over what arrives, at most once a frame; what comes alone goes through at once. */
export interface Frames<T> {
  push(item: T): void;
  /** Hands over now what still waits. */
  flush(): void;
  /** Forgets what still waits. */
  clear(): void;
}

export function createFrames<T>(take: (items: readonly T[]) => void): Frames<T> {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (items.length === 0) return;
    const due = items;
    items = [];
    take(due);
  };
  const tick = (): void => {
    timer = undefined;
    if (items.length === 0) return;
    // Timers go on in a page that is not shown, frames do not.
    timer = setTimeout(tick, frameMs);
    flush();
  };
  return {
    push(item) {
      items.push(item);
      if (timer !== undefined) return;
      timer = setTimeout(tick, frameMs);
      flush();
    },
    flush,
    clear() {
      items = [];
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
