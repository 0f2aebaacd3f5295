import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The tests run in the project's folder; benchmarks are bundled, so their own place says nothing. */
const entry = resolve('dist/electron/cli.js');

/** The built app on the headless host, as a person without Electron runs it, over one data folder. */
export class Hearth {
  readonly data = mkdtempSync(join(tmpdir(), 'hearth-journey-'));
  #child: ChildProcess | null = null;
  #url = '';
  #token = '';

  /** Address that signs a browser in. */
  get address(): string {
    return `${this.#url}/?token=${this.#token}`;
  }
  get url(): string {
    return this.#url;
  }
  get token(): string {
    return this.#token;
  }
  /** Of the host's process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves once the host accepts requests. `args` follow `serve`. */
  async start(...args: string[]): Promise<void> {
    const child = spawn(process.execPath, [entry, 'serve', '--data', this.data, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HEARTH_NO_BROWSER: '1' },
    });
    this.#child = child;
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint += String(chunk);
    });
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`serve ended with ${code}: ${complaint}`))),
    ]);
    const { url, token } = JSON.parse(String(line));
    this.#url = url;
    this.#token = token;
  }

  /** Ends the host the way a power cut would; its engine lives on. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends the host in good order: everything it had started is gone afterwards. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Stops the host, starting it once more where it was killed so that its engine is stopped too, and removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#child) await this.start();
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
