import { useEffect, useRef, useState } from 'react';
import type { LogLine, LogPage } from '../../shared/engine.ts';
import { api } from '../api.ts';
import { useHearth } from './hearth.ts';

/** What a list of 100,000 lines costs is about 30 MB; older ones are asked for again when somebody wants them. */
const keptLines = 100_000;
const pageLines = 5_000;

export interface LogView {
  launchId: string | null;
  lines: readonly LogLine[];
  /** How many lines the launch's log has in all. */
  total: number;
  isLoading: boolean;
  error: unknown;
  /** Asks for the lines before the first one shown. */
  loadEarlier(): void;
}

interface Held {
  launchId: string | null;
  lines: readonly LogLine[];
  total: number;
}

/** The lines held after a page of newer ones arrived; what is held already is not repeated. Pure. */
export function withNewer(held: Held, page: LogPage): Held {
  if (page.launchId !== held.launchId) return { launchId: page.launchId, lines: page.lines, total: page.total };
  const last = held.lines.at(-1)?.n ?? 0;
  const fresh = page.lines.filter((line) => line.n > last);
  const lines = fresh.length === 0 ? held.lines : [...held.lines, ...fresh].slice(-keptLines);
  return { ...held, lines, total: Math.max(held.total, page.total) };
}

/** Whether lines are missing between what is held and a page of newer ones. Pure. */
export function hasGap(held: Held, page: LogPage): boolean {
  const first = page.lines[0]?.n;
  return page.launchId === held.launchId && first !== undefined && first > (held.lines.at(-1)?.n ?? 0) + 1;
}

const nothing: Held = { launchId: null, lines: [], total: 0 };

/** Follows the log of an engine's current or last launch while mounted, or shows that of an older `launch`; null follows nothing. */
export function useLog(engine: string | null, launch: string | null = null): LogView {
  const snapshots = useHearth((state) => state.snapshots);
  const newest = useHearth((state) => (engine === null ? null : (state.engines[engine]?.launchId ?? null)));
  const launchId = launch ?? newest;
  const [held, setHeld] = useState(nothing);
  const [isLoading, setIsLoading] = useState(engine !== null);
  const [error, setError] = useState<unknown>();
  const current = useRef(held);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new launch and a new snapshot are reasons to read the log again.
  useEffect(() => {
    if (engine === null) return;
    let isOver = false;
    const put = (next: Held): void => {
      current.current = next;
      setHeld(next);
    };
    const read = async (from?: number): Promise<void> => {
      setIsLoading(true);
      try {
        const page = await api.call('engines.log', {
          id: engine,
          limit: pageLines,
          ...(launch === null ? {} : { launchId: launch }),
          ...(from === undefined ? {} : { from }),
        });
        if (isOver) return;
        put(withNewer(from === undefined ? nothing : current.current, page));
        setError(undefined);
      } catch (reason) {
        if (!isOver) setError(reason);
      }
      if (!isOver) setIsLoading(false);
    };
    void read();
    const stop = api.on('engine.log', (event) => {
      if (isOver || event.engine !== engine || (launch !== null && event.page.launchId !== launch)) return;
      if (hasGap(current.current, event.page)) void read(current.current.lines.at(-1)?.n ?? 0);
      else put(withNewer(current.current, event.page));
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [engine, launch, launchId, snapshots]);

  const loadEarlier = (): void => {
    const first = current.current.lines[0]?.n ?? 1;
    if (engine === null || first <= 1) return;
    const from = Math.max(0, first - 1 - pageLines);
    void api
      .call('engines.log', { id: engine, from, limit: first - 1 - from, ...(launch === null ? {} : { launchId: launch }) })
      .then(
        (page) => {
          if (page.launchId !== current.current.launchId) return;
          const earlier = page.lines.filter((line) => line.n < first);
          current.current = { ...current.current, lines: [...earlier, ...current.current.lines] };
          setHeld(current.current);
        },
        (reason: unknown) => setError(reason),
      );
  };
  return { ...held, isLoading, error, loadEarlier };
}
