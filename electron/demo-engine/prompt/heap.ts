/**
 * A binary heap in an array, with exactly the moves of Python's `heapq`: ComfyUI shows the array itself as its waiting list, so the
 * order that clients see is the order of these moves.
 */
export class Heap<T> {
  readonly #isLess: (a: T, b: T) => boolean;
  #items: T[] = [];

  constructor(isLess: (a: T, b: T) => boolean) {
    this.#isLess = isLess;
  }

  /** In array order, which is not the order of `pop`. */
  get items(): readonly T[] {
    return this.#items;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(0, this.#items.length - 1);
  }

  pop(): T | undefined {
    const last = this.#items.pop();
    const first = this.#items[0];
    if (first === undefined || last === undefined) return last;
    this.#items[0] = last;
    this.#sink(0);
    return first;
  }

  /** Takes out the first item in array order that fits; false if none does. */
  remove(fits: (item: T) => boolean): boolean {
    const at = this.#items.findIndex(fits);
    if (at < 0) return false;
    this.#items.splice(at, 1);
    for (let i = (this.#items.length >> 1) - 1; i >= 0; i--) this.#sink(i);
    return true;
  }

  clear(): void {
    this.#items = [];
  }

  #rise(start: number, at: number): void {
    const item = this.#items[at];
    if (item === undefined) return;
    let place = at;
    while (place > start) {
      const parentAt = (place - 1) >> 1;
      const parent = this.#items[parentAt];
      if (parent === undefined || !this.#isLess(item, parent)) break;
      this.#items[place] = parent;
      place = parentAt;
    }
    this.#items[place] = item;
  }

  /** Moves the smaller child up until a leaf is reached, then lets the item rise from there, as heapq does. */
  #sink(start: number): void {
    const item = this.#items[start];
    if (item === undefined) return;
    const end = this.#items.length;
    let place = start;
    for (let child = 2 * place + 1; child < end; child = 2 * place + 1) {
      const right = this.#items[child + 1];
      const left = this.#items[child];
      if (left === undefined) break;
      const smaller = right !== undefined && !this.#isLess(left, right) ? child + 1 : child;
      this.#items[place] = this.#items[smaller] ?? item;
      place = smaller;
    }
    this.#items[place] = item;
    this.#rise(start, place);
  }
}
