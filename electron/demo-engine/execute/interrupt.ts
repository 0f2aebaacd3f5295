/** Raised out of a node when somebody interrupted the prompt. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * ComfyUI's interrupt: one flag for the whole process, cleared when a prompt begins, looked at before every node and at every step.
 * While a node only waits, a request ends the wait at once.
 */
export class Interrupt {
  #isRequested = false;
  #wake: (() => void) | null = null;

  request(): void {
    this.#isRequested = true;
    this.#wake?.();
  }

  clear(): void {
    this.#isRequested = false;
  }

  /** Throws Interrupted once for each request. */
  check(): void {
    if (!this.#isRequested) return;
    this.#isRequested = false;
    throw new Interrupted();
  }

  /** Waits `ms`, or until a request. Does not throw. */
  async wait(ms: number): Promise<void> {
    if (ms <= 0 || this.#isRequested) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
