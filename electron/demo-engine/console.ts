/** Writes log text where the process' output goes. */
export interface LogStreams {
  stdout: { write(bytes: string | Uint8Array): unknown };
  stderr: { write(bytes: string | Uint8Array): unknown };
}

export type Level = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';

/** One piece of output: `t` is local time as Python's `isoformat` writes it. */
export interface LogEntry {
  t: string;
  m: string;
}

const order: Record<Level, number> = { DEBUG: 0, INFO: 1, WARNING: 2, ERROR: 3, CRITICAL: 4 };
const colours: Record<Level, number> = { DEBUG: 36, INFO: 32, WARNING: 33, ERROR: 31, CRITICAL: 35 };
const keptEntries = 300;

/** Whether `text` names a level. */
const isLevel = (text: string): text is Level => Object.hasOwn(order, text);

/**
 * The log of ComfyUI since 0.23: a coloured level before the first line of each message, on standard error (or, with `--log-stdout`,
 * below ERROR on standard output). The last 300 pieces are kept for `/internal/logs`.
 */
export class EngineConsole {
  readonly #streams: LogStreams;
  readonly #least: number;
  readonly #isStdout: boolean;
  readonly #entries: LogEntry[] = [];
  readonly #listeners = new Set<(entries: LogEntry[]) => void>();

  constructor(streams: LogStreams, verbosity: string, isStdout: boolean) {
    this.#streams = streams;
    this.#least = isLevel(verbosity) ? order[verbosity] : order.INFO;
    this.#isStdout = isStdout;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** Tells of every new piece; returns the way to stop that. */
  onEntries(listener: (entries: LogEntry[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  info(message: string): void {
    this.log('INFO', message);
  }
  warning(message: string): void {
    this.log('WARNING', message);
  }
  error(message: string): void {
    this.log('ERROR', message);
  }

  /** Logs one message; `lineColour` (an ANSI number) colours the text as well. */
  log(level: Level, message: string, lineColour?: number): void {
    if (order[level] < this.#least) return;
    const bold = order[level] >= order.WARNING ? '\x1b[1m' : '';
    const text = lineColour === undefined ? message : `\x1b[${lineColour}m${message}\x1b[0m`;
    const isError = order[level] >= order.ERROR;
    this.#write(`${bold}\x1b[${colours[level]}m[${level}]\x1b[0m ${text}\n`, this.#isStdout && !isError);
  }

  /** Text that does not pass through logging: progress bars, tracebacks of threads, native code. */
  raw(text: string): void {
    this.#write(text, false);
  }

  /** Bytes that are no text, for standard error only. */
  bytes(bytes: Uint8Array): void {
    this.#streams.stderr.write(bytes);
  }

  #write(text: string, isStdout: boolean): void {
    (isStdout ? this.#streams.stdout : this.#streams.stderr).write(text);
    const entry = { t: localTime(new Date()), m: text };
    // A progress bar replaces its own last state, else it would fill the whole list.
    if (text.startsWith('\r') && this.#entries.at(-1)?.m.endsWith('\n') === false) this.#entries.pop();
    this.#entries.push(entry);
    if (this.#entries.length > keptEntries) this.#entries.shift();
    for (const listener of this.#listeners) listener([entry]);
  }
}

const localTime = (date: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day}T${time}.${String(date.getMilliseconds()).padStart(3, '0')}000`;
};
