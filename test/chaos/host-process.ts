import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Order, type Strike, Struck } from './strike.ts';

/** What `serve` prints. */
const Line = z.object({ url: z.url(), token: z.string() });
export type Address = z.infer<typeof Line>;

/** How a host ended. */
interface HostEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  err: string;
}

/** One host in a process of its own. */
export interface HostProcess {
  /** Where it listens; null when it ended before. */
  address: Promise<Address | null>;
  ended: Promise<HostEnd>;
  arm(strike: Strike | null): void;
  now(): void;
  kill(signal: NodeJS.Signals): void;
}

/** What a host is started with: the demo engine, or the engines that its data folder has, and the flags of either. */
export interface HostEngine {
  kind: 'demo' | 'own';
  flags: readonly string[];
}

/** Starts one over a data folder, with what goes wrong first. `struck` hears of everything but the host's own death. */
export const startHost = (
  dataDir: string,
  { kind, flags }: HostEngine,
  strike: Strike | null,
  struck: (told: Struck) => void,
): HostProcess => {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'host.js'), dataDir, kind, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, HEARTH_NO_BROWSER: '1' },
  });
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, err }));
  const line = child.stdout ? once(createInterface({ input: child.stdout }), 'line') : Promise.reject(new Error('no output'));
  const address = Promise.race([line.then(([text]) => Line.parse(JSON.parse(String(text)))), ended.then(() => null)]);
  child.on('message', (message) => struck(Struck.parse(message)));
  // The channel breaks when the host dies in this moment; its end is heard of anyway.
  const order = (what: Order): void => void (child.connected && child.send(what, () => {}));
  order({ type: 'arm', strike });
  return {
    address,
    ended,
    arm: (next) => order({ type: 'arm', strike: next }),
    now: () => order({ type: 'now' }),
    kill: (signal) => void child.kill(signal),
  };
};
