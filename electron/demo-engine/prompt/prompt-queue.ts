import type { PyDict, PyValue } from '../python/values.ts';
import { Heap } from './heap.ts';
import type { HistoryEntry } from './history.ts';

/** One accepted prompt. */
export interface QueueItem {
  /** Lower runs first. A value as it was given, so that `5.0` stays `5.0`. */
  number: PyValue;
  order: number;
  promptId: string;
  /** As it was accepted, with values converted by validation. */
  prompt: PyDict;
  extraData: PyDict;
  outputs: readonly string[];
}

const mostHistory = 10_000;

/** The waiting list, what runs, and what is over. Tells of every change through `onChange`. */
export class PromptQueue {
  readonly #waiting = new Heap<QueueItem>((a, b) => a.order < b.order || (a.order === b.order && a.promptId < b.promptId));
  readonly #onChange: () => void;
  #history = new Map<string, HistoryEntry>();
  #running: QueueItem | null = null;
  #wake: (() => void) | null = null;
  readonly #flags = new Set<'unload' | 'free'>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get running(): QueueItem | null {
    return this.#running;
  }
  get pending(): readonly QueueItem[] {
    return this.#waiting.items;
  }
  get remaining(): number {
    return this.#waiting.items.length + (this.#running ? 1 : 0);
  }
  get history(): ReadonlyMap<string, HistoryEntry> {
    return this.#history;
  }

  put(item: QueueItem): void {
    this.#waiting.push(item);
    this.#onChange();
    // The answer to the request goes out before the prompt begins.
    setImmediate(() => this.#wake?.());
  }

  /** Asks the worker to give memory back, after the running prompt. */
  setFlag(flag: 'unload' | 'free'): void {
    this.#flags.add(flag);
    this.#wake?.();
  }

  takeFlags(): Set<'unload' | 'free'> {
    const flags = new Set(this.#flags);
    this.#flags.clear();
    return flags;
  }

  /** The next prompt, which counts as running from now on; null when a flag was set instead. Waits for either. */
  async take(): Promise<QueueItem | null> {
    while (this.#waiting.items.length === 0) {
      if (this.#flags.size > 0) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    this.#running = this.#waiting.pop() ?? null;
    this.#onChange();
    return this.#running;
  }

  /** The running prompt is over: it leaves the queue and enters history before anybody is told. */
  done(item: QueueItem, entry: HistoryEntry): void {
    this.#running = null;
    const oldest = this.#history.keys().next();
    if (this.#history.size > mostHistory && !oldest.done) this.#history.delete(oldest.value);
    this.#history.set(item.promptId, entry);
    this.#onChange();
  }

  /** Takes one waiting prompt out; false if none has this id. */
  remove(promptId: PyValue): boolean {
    const isRemoved = this.#waiting.remove((item) => item.promptId === promptId);
    if (isRemoved) this.#onChange();
    return isRemoved;
  }

  clear(): void {
    this.#waiting.clear();
    this.#onChange();
  }

  clearHistory(): void {
    this.#history = new Map();
  }

  forget(promptId: PyValue): void {
    if (typeof promptId === 'string') this.#history.delete(promptId);
  }
}
