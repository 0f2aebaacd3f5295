import type { Writable } from '../python/json.ts';
import type { PyDict } from '../python/values.ts';
import type { QueueItem } from './prompt-queue.ts';

/** One message of a prompt's life, as the socket and history tell it. */
export type LifeMessage = readonly [event: string, data: { readonly [key: string]: Writable }];

/** What is kept of a finished prompt. */
export interface HistoryEntry {
  item: QueueItem;
  /** By node, only nodes that showed something. */
  outputs: ReadonlyMap<string, PyDict>;
  isSuccess: boolean;
  messages: readonly LifeMessage[];
}

/** The five-part form of a prompt in `/queue` and `/history`. Pure. */
export const itemJson = (item: QueueItem): Writable => [item.number, item.promptId, item.prompt, item.extraData, item.outputs];

/** One entry of `/history`. Pure. */
export const entryJson = (entry: HistoryEntry): Writable => ({
  prompt: itemJson(entry.item),
  outputs: entry.outputs,
  status: statusJson(entry),
  meta: new Map(
    [...entry.outputs.keys()].map((id) => [id, { node_id: id, display_node: id, parent_node: null, real_node_id: id }] as const),
  ),
});

export const statusJson = ({ isSuccess, messages }: HistoryEntry): Writable => ({
  status_str: isSuccess ? 'success' : 'error',
  completed: isSuccess,
  messages,
});

/**
 * The part of history that is asked for, oldest first: without `offset` the newest `maxItems`, with it so many from the oldest on.
 * Pure.
 */
export const historyPage = (
  history: ReadonlyMap<string, HistoryEntry>,
  maxItems: number | null,
  offset: number,
): ReadonlyMap<string, Writable> => {
  const all = [...history];
  const from = offset < 0 && maxItems !== null ? all.length - maxItems : offset;
  const page: [string, Writable][] = [];
  for (const [index, [id, entry]] of all.entries()) {
    if (index < from) continue;
    page.push([id, entryJson(entry)]);
    if (maxItems !== null && page.length >= maxItems) break;
  }
  return new Map(page);
};
