import process from 'node:process';
import type { AppDeps } from './app.ts';
import type { Config } from './config.ts';
import { type Host, openHost } from './host.ts';

/** What a shell learns of the end: 128 + the signal's number. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type StopSignal = keyof typeof signals;

/** Where the one line goes, and messages for people. */
export interface HeadlessIo {
  out(text: string): void;
  err(text: string): void;
}

/**
 * Hearth without a window: runs until it is told to stop, and answers with the exit code. The first signal stops everything that
 * was started, gently; the second by force. Throws AppError when it cannot start.
 */
export async function runHeadless(config: Config, io: HeadlessIo, deps: AppDeps = {}): Promise<number> {
  const asked = Promise.withResolvers<StopSignal>();
  let host: Host | undefined;
  let isStopping = false;
  const listeners = (Object.keys(signals) as StopSignal[]).map((signal) => {
    const listener = (): void => {
      if (isStopping) {
        host?.app.kill();
        process.exit(signals[signal]);
      }
      isStopping = true;
      asked.resolve(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    host = await openHost(config, deps);
    const { app, url, token, port } = host;
    const onUncaught = (error: Error): void => app.log.error('uncaught', { error });
    process.on('uncaughtExceptionMonitor', onUncaught);
    listeners.push(() => process.off('uncaughtExceptionMonitor', onUncaught));
    io.out(`${JSON.stringify({ url, token, port, pid: process.pid, data: config.dataDir })}\n`);
    const starting = isStopping ? undefined : host.start();
    starting?.catch((error: unknown) => {
      app.log.error('start failed', { error });
      io.err(`${error instanceof Error ? error.message : String(error)}\n`);
    });
    const signal = await asked.promise;
    io.err('Stopping what was started …\n');
    await host.stop();
    return signals[signal];
  } finally {
    for (const off of listeners) off();
  }
}
