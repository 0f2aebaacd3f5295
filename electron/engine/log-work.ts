import { AppError } from '../../shared/app-error.ts';
import type { LogPage } from '../../shared/engine.ts';
import { logPattern } from '../../shared/log-pattern.ts';
import type { Clock } from '../lib/clock.ts';
import type { LogPlace, LogReader } from './log-reader.ts';
import { createLogThread, type LogOrder, logProgram } from './log-thread.ts';
import type { Stretch, ViewPage, ViewQuery } from './log-views.ts';
import { createPatternWork } from './pattern-work.ts';

/** Reads logs in threads of their own: a hundred megabytes, or a pattern without end, never hold up the host. */
export interface LogWork {
  lines(place: LogPlace, query: Parameters<LogReader['page']>[1]): Promise<Omit<LogPage, 'launchId'>>;
  /** Rejects with AppError for a text that is no pattern, and for a pattern that takes too long. */
  view(place: LogPlace, query: ViewQuery, stretch: Stretch): Promise<ViewPage>;
  findError(place: LogPlace, query: ViewQuery, from: number, step: 1 | -1): Promise<number | null>;
  /** The file was cut. */
  forget(file: string): void;
  close(): Promise<void>;
}

/** Whoever reads or looks for words never waits behind a regular expression, of which nobody knows how long it takes. */
export const createLogWork = (entry: string, clock: Clock): LogWork => {
  const program = logProgram(entry);
  const plain = createLogThread(program, clock);
  const patterns = createPatternWork(program, clock);
  const ask = async (order: LogOrder, { filter: { text, isPattern } }: ViewQuery): Promise<unknown> => {
    if (!isPattern || text === '') return plain.ask(order);
    const found = logPattern(text);
    // The person who writes it is told at once.
    if ('reason' in found) throw new AppError('invalid-input', 'logPatternInvalid', { reason: found.reason });
    return patterns.ask(order, JSON.stringify([order.place.file, text]));
  };
  return {
    // What a thread answers is what the code of this very build made of the same order.
    lines: (place, query) => plain.ask({ kind: 'lines', place, query }) as Promise<Omit<LogPage, 'launchId'>>,
    view: (place, query, stretch) => ask({ kind: 'view', place, query, stretch }, query) as Promise<ViewPage>,
    findError: (place, query, from, step) => ask({ kind: 'error', place, query, from, step }, query) as Promise<number | null>,
    forget(file) {
      plain.forget(file);
      patterns.forget(file);
    },
    async close() {
      await Promise.all([plain.close(), patterns.close()]);
    },
  };
};
