import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/app-error.ts';
import type { LogPage } from '../../shared/engine.ts';
import { logPattern } from '../../shared/log-pattern.ts';
import type { Clock } from '../lib/clock.ts';
import type { LogPlace, LogReader } from './log-reader.ts';
import type { Stretch, ViewPage, ViewQuery } from './log-views.ts';

/** What the worker is asked. */
export type LogOrder =
  | { kind: 'lines'; place: LogPlace; query: Parameters<LogReader['page']>[1] }
  | { kind: 'view'; place: LogPlace; query: ViewQuery; stretch: Stretch }
  | { kind: 'error'; place: LogPlace; query: ViewQuery; from: number; step: 1 | -1 };

/** What it says. */
export type LogAnswer =
  | { kind: 'alive' }
  | { kind: 'begun'; id: number }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; error: string };

/** Reads logs in a thread of its own: a hundred megabytes, or a pattern without end, never hold up the host. */
export interface LogWork {
  lines(place: LogPlace, query: Parameters<LogReader['page']>[1]): Promise<Omit<LogPage, 'launchId'>>;
  /** Rejects with AppError for a text that is no pattern, and for a pattern that takes too long. */
  view(place: LogPlace, query: ViewQuery, stretch: Stretch): Promise<ViewPage>;
  findError(place: LogPlace, query: ViewQuery, from: number, step: 1 | -1): Promise<number | null>;
  /** The file was cut. */
  forget(file: string): void;
  close(): Promise<void>;
}

/** A thread that says nothing for so long is inside one match of a pattern, and is ended. */
const silentMs = 2_000;
/** And so long may one question take in all. */
const longestMs = 20_000;
/** The thread goes when nobody asks any more. */
const idleMs = 120_000;

/** The thread's program: beside the built entry, or the source itself where that runs. */
const programOf = (entry: string): string =>
  import.meta.url.endsWith('.ts')
    ? fileURLToPath(new URL('log-worker.ts', import.meta.url))
    : join(dirname(entry), 'engine-log-worker.js');

interface Asked {
  order: LogOrder;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export const createLogWork = (entry: string, clock: Clock): LogWork => {
  const asked = new Map<number, Asked>();
  let last = 0;
  let worker: Worker | null = null;
  let current: number | null = null;
  const callOff = { silence: (): void => {}, length: (): void => {}, idle: (): void => {} };
  const ending = new Set<Promise<unknown>>();

  const settle = (id: number, act: (one: Asked) => void): void => {
    const one = asked.get(id);
    asked.delete(id);
    if (one) act(one);
    if (asked.size > 0) return;
    watch(null);
    callOff.idle();
    callOff.idle = clock.after(idleMs, end);
  };
  const watch = (id: number | null): void => {
    callOff.silence();
    if (id !== current) {
      callOff.length();
      current = id;
      if (id !== null) callOff.length = clock.after(longestMs, giveUp);
    }
    if (id !== null) callOff.silence = clock.after(silentMs, giveUp);
  };
  const end = (): void => {
    callOff.idle();
    const ended = worker?.terminate();
    worker = null;
    if (!ended) return;
    ending.add(ended);
    void ended.finally(() => ending.delete(ended)).catch(() => {});
  };
  /** The question at work is refused; those behind it are asked again. */
  const giveUp = (): void => {
    const guilty = current;
    watch(null);
    end();
    if (guilty !== null) settle(guilty, ({ reject }) => reject(new AppError('invalid-input', 'logPatternSlow')));
    for (const [id, { order }] of asked) open().postMessage({ id, order });
  };
  const open = (): Worker => {
    if (worker) return worker;
    const opened = new Worker(programOf(entry));
    worker = opened;
    opened.unref();
    opened.on('message', (answer: LogAnswer) => {
      if (worker !== opened) return;
      if (answer.kind === 'begun') watch(answer.id);
      else if (answer.kind === 'alive') watch(current);
      else if (answer.kind === 'done') settle(answer.id, ({ resolve }) => resolve(answer.value));
      else settle(answer.id, ({ reject }) => reject(new Error(answer.error)));
    });
    opened.on('error', (error) => {
      if (worker !== opened) return;
      watch(null);
      end();
      for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(error));
    });
    return opened;
  };
  const ask = (order: LogOrder): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      asked.set(id, { order, resolve, reject });
      callOff.idle();
      open().postMessage({ id, order });
    });

  return {
    // What the thread answers is what the code of this very build made of the same order.
    lines: (place, query) => ask({ kind: 'lines', place, query }) as Promise<Omit<LogPage, 'launchId'>>,
    async view(place, query, stretch) {
      check(query);
      return ask({ kind: 'view', place, query, stretch }) as Promise<ViewPage>;
    },
    async findError(place, query, from, step) {
      check(query);
      return ask({ kind: 'error', place, query, from, step }) as Promise<number | null>;
    },
    forget: (file) => worker?.postMessage({ forget: file }),
    async close() {
      watch(null);
      end();
      for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(new AppError('disconnected', 'internal')));
      callOff.idle();
      await Promise.all(ending);
    },
  };
};

/** Throws AppError where the filter's text is no pattern: the person who writes it is told at once. */
const check = ({ filter: { text, isPattern } }: ViewQuery): void => {
  const found = isPattern ? logPattern(text) : null;
  if (found && 'reason' in found) throw new AppError('invalid-input', 'logPatternInvalid', { reason: found.reason });
};
