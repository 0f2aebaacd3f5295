import { createHash } from 'node:crypto';
import type { Launch } from '../flags/launch.ts';
import type { NodeResult } from '../nodes/node-class.ts';
import { writeJson } from '../python/json.ts';
import { isDict, type PyDict, type PyValue } from '../python/values.ts';
import { readLink } from './link.ts';

/**
 * Results of nodes, by what they are made from: class, inputs, and the same of everything above. Ids do not count, so that a copy of a
 * graph with other ids finds the same results. As on a real engine with less than 96 GB of memory, the results of the last prompt
 * stay (with `--cache-lru N`, of the last N; with `--cache-none`, none).
 */
export class ResultCache {
  readonly #keep: number;
  #results = new Map<string, { result: NodeResult; generation: number }>();
  #generation = 0;
  #keys = new Map<string, string>();

  constructor(cache: Launch['cache']) {
    this.#keep = cache.kind === 'none' ? 0 : cache.kind === 'lru' ? cache.size : 1;
  }

  /** Begins with a prompt: works out its keys and drops results that are too old. */
  begin(prompt: PyDict): void {
    this.#generation++;
    this.#keys = new Map();
    const ancestry = new Map<string, string>();
    for (const id of prompt.keys()) this.#keys.set(id, keyOf(prompt, id, ancestry));
    const used = new Set(this.#keys.values());
    for (const [key, entry] of this.#results) {
      if (used.has(key)) entry.generation = this.#generation;
      else if (entry.generation <= this.#generation - this.#keep) this.#results.delete(key);
    }
  }

  get(id: string): NodeResult | null {
    const key = this.#keys.get(id);
    return (key === undefined ? undefined : this.#results.get(key)?.result) ?? null;
  }

  set(id: string, result: NodeResult): void {
    const key = this.#keys.get(id);
    if (key !== undefined && this.#keep > 0) this.#results.set(key, { result, generation: this.#generation });
  }

  clear(): void {
    this.#results = new Map();
  }
}

/** `known` holds the keys of nodes that were worked out before, and an empty one for those that are being worked out (a circle). */
const keyOf = (prompt: PyDict, id: string, known: Map<string, string>): string => {
  const before = known.get(id);
  if (before !== undefined) return before;
  known.set(id, '');
  const node = prompt.get(id);
  if (!isDict(node)) return 'no such node';
  const inputs = node.get('inputs');
  const parts: PyValue[] = [node.get('class_type') ?? null, node.get('is_changed') ?? false];
  for (const [name, value] of isDict(inputs) ? [...inputs].sort(([a], [b]) => (a < b ? -1 : 1)) : []) {
    const link = readLink(value);
    parts.push(name, link ? [keyOf(prompt, link.id, known), link.slot] : [value]);
  }
  const key = createHash('sha1').update(writeJson(parts)).digest('base64');
  known.set(id, key);
  return key;
};
