import { parentPort } from 'node:worker_threads';
import { createLogReader } from './log-reader.ts';
import type { LogAnswer, LogOrder } from './log-thread.ts';
import { createLogViews } from './log-views.ts';

/** Longest time without a word to who waits, in ms. */
const beatMs = 200;

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
const tell = (answer: LogAnswer): void => port.postMessage(answer);

const reader = createLogReader();
let told = 0;
const views = createLogViews(reader, () => {
  if (performance.now() - told < beatMs) return;
  told = performance.now();
  tell({ kind: 'alive' });
});

const answer = (order: LogOrder): Promise<unknown> => {
  switch (order.kind) {
    case 'lines':
      return reader.page(order.place, order.query);
    case 'view':
      return views.page(order.place, order.query, order.stretch);
    case 'error':
      return views.findError(order.place, order.query, order.from, order.step);
  }
};

// One after the other, so that it can be said which one takes too long.
let turn: Promise<void> = Promise.resolve();
port.on('message', (message: { id: number; order: LogOrder } | { forget: string }) => {
  if ('forget' in message) {
    views.forget(message.forget);
    return;
  }
  const { id, order } = message;
  turn = turn.then(async () => {
    tell({ kind: 'begun', id });
    try {
      tell({ kind: 'done', id, value: await answer(order) });
    } catch (error) {
      tell({ kind: 'failed', id, error: String(error) });
    }
  });
});
