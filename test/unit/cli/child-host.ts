import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { hearth, type Outcome } from './command-line.ts';

/** As `npm run hearth` starts it: builds first where that is needed, then is the built command line itself. */
export const entry = resolve(import.meta.dirname, '../../../build/hearth.mjs');
const Line = z.object({ url: z.url(), token: z.string(), port: z.int(), pid: z.int(), data: z.string() });

/** What a process left when it ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command as a shell does, in a process of its own. */
export async function run(words: string[], env: NodeJS.ProcessEnv = {}, script = entry): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}

function collect(child: ChildProcess): { out: string; err: string } {
  const output = { out: '', err: '' };
  child.stdout?.on('data', (data) => {
    output.out += String(data);
  });
  child.stderr?.on('data', (data) => {
    output.err += String(data);
  });
  return output;
}

/** `hearth serve` in a process of its own, over one data folder that goes away with this object. */
export class ChildHost implements AsyncDisposable {
  readonly data = mkdtempSync(join(tmpdir(), 'hearth-serve-'));
  line: z.infer<typeof Line> = { url: '', token: '', port: 0, pid: 0, data: '' };
  #child: ChildProcess | null = null;
  #output = { out: '', err: '' };

  get err(): string {
    return this.#output.err;
  }
  get out(): string {
    return this.#output.out;
  }

  /** Resolves when the host has printed its line. */
  async start(...words: string[]): Promise<void> {
    const child = spawn(process.execPath, [entry, 'serve', '--data', this.data, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#output = collect(child);
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`serve ended with ${code}: ${this.err}`))),
    ]);
    this.line = Line.parse(JSON.parse(String(line)));
  }

  /** A client command for this host, run in this process: a process for each would take most of the time. */
  hearth(...words: string[]): Promise<Outcome> {
    return hearth([...words, '--data', this.data]);
  }

  /** Sends signals without waiting. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Waits for the end of the host; `signal` asks for it. */
  async end(signal: NodeJS.Signals): Promise<Ended> {
    const child = this.#child;
    if (!child) throw new Error('not started');
    this.#child = null;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    return { code: child.exitCode, ...this.#output };
  }

  /** Lines of the host's own log. */
  log(): { message: string; [field: string]: unknown }[] {
    const text = readFileSync(join(this.data, 'logs', 'hearth.log'), 'utf8');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  }

  /** After a SIGKILL the engine lives on: one more start finds and stops it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#child) await this.start('--port', '0');
    await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Whether a process lives; a zombie counts as gone. */
export const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
