import { isDict, type PyDict } from '../python/values.ts';
import { readLink } from './link.ts';

/**
 * Which node runs next. Like ComfyUI's: output nodes first, then what leads to them in one step, then in two, else the one that was
 * found first; nodes whose result is cached are not found at all, unless they are outputs.
 */
export class RunOrder {
  readonly #prompt: PyDict;
  readonly #isCached: (id: string) => boolean;
  readonly #isOutput: (id: string) => boolean;
  /** Waiting nodes in the order in which they were found, with the number of nodes that must run before. */
  readonly #blockers = new Map<string, number>();
  readonly #blocking = new Map<string, Set<string>>();

  constructor(prompt: PyDict, isCached: (id: string) => boolean, isOutput: (id: string) => boolean) {
    this.#prompt = prompt;
    this.#isCached = isCached;
    this.#isOutput = isOutput;
  }

  /** Adds a node and everything that it needs. */
  add(id: string): void {
    const found = [id];
    const links: [from: string, to: string][] = [];
    for (let next = found.pop(); next !== undefined; next = found.pop()) {
      if (this.#blockers.has(next)) continue;
      this.#blockers.set(next, 0);
      this.#blocking.set(next, new Set());
      const node = this.#prompt.get(next);
      const inputs = isDict(node) ? node.get('inputs') : undefined;
      for (const value of isDict(inputs) ? inputs.values() : []) {
        const link = readLink(value);
        if (!link || this.#isCached(link.id)) continue;
        found.push(link.id);
        links.push([link.id, next]);
      }
    }
    for (const [from, to] of links) {
      const blocked = this.#blocking.get(from);
      if (!blocked || blocked.has(to)) continue;
      blocked.add(to);
      this.#blockers.set(to, (this.#blockers.get(to) ?? 0) + 1);
    }
  }

  /** The next node; null when all have run. (A circle was refused before.) */
  next(): string | null {
    const ready = [...this.#blockers].filter(([, count]) => count === 0).map(([id]) => id);
    const leadsTo = (id: string, steps: number): boolean =>
      steps === 0 ? this.#isOutput(id) : [...(this.#blocking.get(id) ?? [])].some((other) => leadsTo(other, steps - 1));
    for (const steps of [0, 1, 2]) {
      const found = ready.find((id) => leadsTo(id, steps));
      if (found !== undefined) return found;
    }
    return ready[0] ?? null;
  }

  done(id: string): void {
    for (const blocked of this.#blocking.get(id) ?? []) this.#blockers.set(blocked, (this.#blockers.get(blocked) ?? 1) - 1);
    this.#blockers.delete(id);
    this.#blocking.delete(id);
  }
}
