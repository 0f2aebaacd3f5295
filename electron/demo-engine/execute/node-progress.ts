import type { Writable } from '../python/json.ts';
import { PyFloat } from '../python/values.ts';

interface Entry {
  value: Writable;
  max: Writable;
  state: 'running' | 'finished';
}

/** The cumulative state of all nodes that have begun, as `progress_state` tells it. */
export class NodeProgress {
  readonly #promptId: string;
  readonly #entries = new Map<string, Entry>();

  constructor(promptId: string) {
    this.#promptId = promptId;
  }

  start(id: string): void {
    this.#entries.set(id, { value: new PyFloat(0), max: new PyFloat(1), state: 'running' });
  }

  update(id: string, value: number, max: number): void {
    this.#entries.set(id, { value, max, state: 'running' });
  }

  finish(id: string): void {
    const max = this.#entries.get(id)?.max ?? 1;
    this.#entries.set(id, { value: max, max, state: 'finished' });
  }

  /** The data of a `progress_state` message. */
  json(): { [key: string]: Writable } {
    return {
      prompt_id: this.#promptId,
      nodes: new Map([...this.#entries].map(([id, entry]) => [id, { ...entry, ...this.names(id) }] as const)),
    };
  }

  /** The names of one node, as several messages carry them. */
  names(id: string): { [key: string]: Writable } {
    return { node_id: id, prompt_id: this.#promptId, display_node_id: id, parent_node_id: null, real_node_id: id };
  }
}
