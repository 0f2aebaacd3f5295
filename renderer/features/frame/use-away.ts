import { useEffect, useState } from 'react';

const storageKey = 'hearth.lastSeen';
/** A coffee is no absence. */
const awayMs = 30 * 60_000;
const markEveryMs = 60_000;

const lastSeen = (): number => {
  const stored = Number(localStorage.getItem(storageKey));
  return Number.isFinite(stored) && stored > 0 ? stored : Date.now();
};

/**
 * Since when the person was away until just now (ms), told with their first move after half an hour or more without one, in this
 * browser; null while they are here, and once they have read it.
 */
export function useAway(): { since: number | null; forget(): void } {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    let seen = 0;
    const onMove = (): void => {
      const now = Date.now();
      if (now - seen < markEveryMs) return;
      seen = now;
      try {
        const before = lastSeen();
        localStorage.setItem(storageKey, String(now));
        if (now - before >= awayMs) setSince(before);
      } catch {
        // Without storage nobody knows how long they were away.
      }
    };
    onMove();
    const moves = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
    for (const move of moves) window.addEventListener(move, onMove, { passive: true });
    return () => {
      for (const move of moves) window.removeEventListener(move, onMove);
    };
  }, []);
  return { since, forget: () => setSince(null) };
}
