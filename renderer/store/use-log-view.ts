import { useEffect, useRef, useState } from 'react';
import type { LogFilter, LogView } from '../../shared/log.ts';
import { api } from '../api.ts';
import { useHearth } from './hearth.ts';
import { type LogHeld, missingPages, nothingHeld, pageLines, withStretch } from './log-window.ts';

/** A filter that leaves every line. */
export const allLines: LogFilter = { level: 'all', text: '', isPattern: false };

/** New lines are asked for at most this often. */
const refreshMs = 250;

export interface LogWindow extends LogHeld {
  isLoading: boolean;
  error: unknown;
  /** Says which places are in sight; their lines come when they are not held. */
  want(first: number, end: number): void;
  /** Place of the line with this number, or of the next one; what is around it comes too. */
  placeOfLine(line: number): Promise<number | null>;
  /** Place of the nearest error after or before a place; null: there is none. */
  errorFrom(from: number, direction: 'next' | 'previous'): Promise<number | null>;
  /** The last `limit` lines, of however many there are. */
  lastLines(limit: number): Promise<LogView['lines']>;
}

interface Shown {
  held: LogHeld;
  isLoading: boolean;
  error: unknown;
}

/** Follows the lines that a filter leaves of a launch's log: the current or last one, or an older `launch`. */
export function useLogView(engine: string, launch: string | null, filter: LogFilter): LogWindow {
  const snapshots = useHearth((state) => state.snapshots);
  const newest = useHearth((state) => state.engines[engine]?.launchId ?? null);
  const state = useHearth((store) => store.engines[engine]?.state ?? null);
  const [shown, setShown] = useState<Shown>({ held: nothingHeld, isLoading: true, error: undefined });
  const held = useRef(nothingHeld);
  const sight = useRef({ first: 0, end: 0 });
  const fetchMissing = useRef((): void => {});
  const filterText = JSON.stringify(filter);
  const launchId = launch ?? newest;

  const askOf = (wish: { at?: number; line?: number; limit: number }): Promise<LogView> =>
    api.call('engines.logView', { id: engine, filter, ...(launch === null ? {} : { launchId: launch }), ...wish });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another launch, filter or connection is a reason to begin anew; the end of a launch completes its last line.
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asked = new Set<number>();
    /** Pages that came with lines missing, and of how many matches: what a host cannot give is not asked for again and again. */
    const short = new Map<number, number>();
    let isFirst = true;

    const take = (view: LogView): void => {
      if (isOver) return;
      held.current = withStretch(isFirst ? nothingHeld : held.current, view, sight.current.first);
      isFirst = false;
      setShown({ held: held.current, isLoading: false, error: undefined });
    };
    const fail = (error: unknown): void => {
      if (!isOver) setShown((before) => ({ ...before, isLoading: false, error }));
    };
    const readEnd = (): Promise<void> => askOf({ limit: pageLines }).then(take, fail);
    fetchMissing.current = () => {
      if (isFirst) return;
      const { first, end } = sight.current;
      for (const page of missingPages(held.current, first - pageLines / 4, end + pageLines / 4)) {
        if (asked.has(page) || short.get(page) === held.current.matches) continue;
        asked.add(page);
        void askOf({ at: page, limit: pageLines })
          .then((view) => {
            if (view.lines.length < Math.min(pageLines, view.matches - page)) short.set(page, view.matches);
            take(view);
          })
          .catch(fail)
          .finally(() => asked.delete(page));
      }
    };
    setShown((before) => ({ ...before, isLoading: true }));
    void readEnd().then(() => fetchMissing.current());
    const stop = api.on('engine.log', (event) => {
      if (event.engine !== engine || event.page.launchId !== launchId || timer !== undefined) return;
      timer = setTimeout(() => {
        void readEnd().then(() => {
          timer = undefined;
        });
      }, refreshMs);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [engine, launch, launchId, filterText, snapshots, state]);

  return {
    ...shown.held,
    isLoading: shown.isLoading,
    error: shown.error,
    want(first, end) {
      sight.current = { first, end };
      fetchMissing.current();
    },
    async placeOfLine(line) {
      const view = await askOf({ line, limit: 1 });
      return view.matches === 0 ? null : Math.min(view.first, view.matches - 1);
    },
    errorFrom: (from, direction) =>
      api
        .call('engines.logError', { id: engine, filter, from, direction, ...(launch === null ? {} : { launchId: launch }) })
        .then(({ at }) => at),
    async lastLines(limit) {
      const { matches } = await askOf({ limit: 1 });
      const lines: LogView['lines'] = [];
      for (let at = Math.max(0, matches - limit); at < matches; ) {
        const page = await askOf({ at, limit: 5_000 });
        if (page.lines.length === 0) break;
        lines.push(...page.lines);
        at += page.lines.length;
      }
      return lines;
    },
  };
}
