import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { demoCommand, freePort } from '../../contract/engine-process.ts';

/** A demo engine as a child process, with what it said so far. */
export class DemoProcess implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly port: number;
  stdout = '';
  stderr = '';
  readonly #watchers = new Set<() => void>();
  readonly #exited: Promise<unknown>;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
    child.stdout?.on('data', (chunk) => this.#hear('stdout', String(chunk)));
    child.stderr?.on('data', (chunk) => this.#hear('stderr', String(chunk)));
    // Not `exit`: what it wrote last is read by then.
    this.#exited = once(child, 'close');
  }

  /** Starts one on a free port (unless `flags` name another) and does not wait for it. */
  static async spawn(base: string, ...flags: string[]): Promise<DemoProcess> {
    const port = await freePort();
    const [command, args] = demoCommand(['--base-directory', base, '--speed', '50', '--port', String(port), ...flags]);
    return new DemoProcess(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] }), port);
  }

  /** Starts one and waits until it can be reached. */
  static async start(base: string, ...flags: string[]): Promise<DemoProcess> {
    const engine = await DemoProcess.spawn(base, ...flags);
    await engine.said('To see the GUI go to:');
    return engine;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves once its log holds `text`; rejects when it ends without. */
  async said(text: string): Promise<void> {
    const isThere = (): boolean => this.stderr.includes(text) || this.stdout.includes(text);
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (!isThere()) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      void this.#exited.then(() =>
        isThere() ? resolve() : reject(new Error(`it ended without saying "${text}":\n${this.stderr}`)),
      );
      look();
    });
  }

  /** Code and signal of its end. */
  async ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    await this.#exited;
    return { code: this.child.exitCode, signal: this.child.signalCode };
  }

  /** Hands over a prompt; answers with its id. The engine may die of it before it answers. */
  async submit(prompt: object): Promise<string> {
    const promptId = randomUUID();
    await fetch(`${this.url}/prompt`, { method: 'POST', body: JSON.stringify({ prompt, prompt_id: promptId }) }).catch(() => {});
    return promptId;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.#exited;
  }

  #hear(stream: 'stdout' | 'stderr', text: string): void {
    this[stream] += text;
    for (const watcher of this.#watchers) watcher();
  }
}
