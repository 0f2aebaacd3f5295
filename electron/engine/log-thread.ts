import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { LogPlace, LogReader } from './log-reader.ts';
import type { Stretch, ViewQuery } from './log-views.ts';

/** What the thread is asked. */
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

/** A thread that reads logs; it runs only while somebody asks. */
export interface LogThread {
  /** Questions that have no answer yet. */
  readonly open: number;
  /** One after the other. Rejects with AppError `logPatternSlow` for a pattern that takes too long. */
  ask(order: LogOrder): Promise<unknown>;
  /** The file was cut. */
  forget(file: string): void;
  /** Refuses what is open. */
  close(): Promise<void>;
}

/** A thread that says nothing for so long is inside one match of a pattern, and is ended. */
const silentMs = 2_000;
/** And so long may one question take in all. */
const longestMs = 20_000;
/** The thread goes when nobody asks any more. */
const idleMs = 120_000;

/** The thread's program: beside the built entry, or the source itself where that runs. */
export const logProgram = (entry: string): string =>
  import.meta.url.endsWith('.ts')
    ? fileURLToPath(new URL('log-worker.ts', import.meta.url))
    : join(dirname(entry), 'engine-log-worker.js');

interface Asked {
  order: LogOrder;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** `program`: file that the thread runs. */
export const createLogThread = (program: string, clock: Clock): LogThread => {
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
  const failAll = (error: unknown): void => {
    watch(null);
    end();
    for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(error));
  };
  /** The question at work is refused; those behind it are asked again. */
  const giveUp = (): void => {
    const guilty = current;
    watch(null);
    end();
    if (guilty !== null) settle(guilty, ({ reject }) => reject(new AppError('invalid-input', 'logPatternSlow')));
    for (const [id, { order }] of asked) send(id, order);
  };
  const open = (): Worker => {
    if (worker) return worker;
    const opened = new Worker(program);
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
      if (worker === opened) failAll(error);
    });
    return opened;
  };
  /** A thread that the system does not give is nobody's answer: who asks hears of it, and nothing waits. */
  const send = (id: number, order: LogOrder): void => {
    try {
      open().postMessage({ id, order });
    } catch (error) {
      failAll(error);
    }
  };

  return {
    get open() {
      return asked.size;
    },
    ask: (order) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        asked.set(id, { order, resolve, reject });
        callOff.idle();
        send(id, order);
      }),
    forget: (file) => worker?.postMessage({ forget: file }),
    async close() {
      failAll(new AppError('disconnected', 'internal'));
      callOff.idle();
      await Promise.all(ending);
    },
  };
};
