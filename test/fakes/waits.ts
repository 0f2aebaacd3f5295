/** Waits for what others tell of: no timers, so that a wait ends in the moment in which it may. */
export interface Waits {
  /** Something changed. */
  stir(): void;
  /** Resolves once it is so; looked at now and whenever something changed. */
  until(isSo: () => boolean): Promise<void>;
}

export const createWaits = (): Waits => {
  const watchers = new Set<() => void>();
  return {
    stir() {
      for (const look of [...watchers]) look();
    },
    until: (isSo) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo()) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
};
