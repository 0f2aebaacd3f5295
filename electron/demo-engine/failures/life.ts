import process from 'node:process';

/** The ends of a process, so that planned failures can bring them about. */
export interface Life {
  exit(code: number): never;
  kill(signal: NodeJS.Signals): void;
  /** Never returns and uses no processor: nothing is answered any more, not even a signal that the program would handle. */
  freeze(): void;
}

export const processLife: Life = {
  exit: (code) => process.exit(code),
  kill: (signal) => void process.kill(process.pid, signal),
  freeze: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
};
