import { join } from 'node:path';
import { AppError } from '../shared/app-error.ts';
import { serve } from '../shared/rpc.ts';
import { type App, type AppDeps, createApp } from './app.ts';
import type { Config } from './config.ts';
import { inDataFolder } from './data-folder.ts';
import { readHostFile, writeHostFile } from './host-file.ts';
import { createAssets, type ServeAsset } from './web/assets.ts';
import { listen, type WebServer, type WebServerOptions } from './web/http-server.ts';
import { socketPort } from './web/ports.ts';
import { loadToken } from './web/token.ts';

/** The services with their door open: what both hosts are made of. */
export interface Host {
  app: App;
  serveAsset: ServeAsset;
  /** `http://127.0.0.1:<port>` */
  url: string;
  token: string;
  port: number;
  /** Takes up the work: engines that should run, and what an earlier host left. Call it once the host has said that it is there. */
  start(): Promise<void>;
  /** Nothing listens and nothing that was started lives afterwards. Gives up gentleness after `deadlineMs`. */
  stop(deadlineMs?: number): Promise<void>;
}

/**
 * Opens the data folder, listens, and writes `host.json`. Throws AppError when the folder is in use or unusable, or the port is
 * taken; nothing is left open then.
 */
export async function openHost(config: Config, deps: AppDeps = {}): Promise<Host> {
  const app = await createApp(config, deps);
  const serveAsset = createAssets({
    rendererDir: config.rendererDir,
    givenLogsDir: join(config.dataDir, 'given-logs'),
    ...app.files,
  });
  let server: WebServer | undefined;
  const stop = async (deadlineMs?: number): Promise<void> => {
    await server?.close();
    await app.stop(deadlineMs);
  };
  try {
    const token = inDataFolder(config.dataDir, () => loadToken(config.dataDir));
    const door = await listenWherePossible(config, {
      token,
      serveAsset,
      log: app.log,
      onSocket: (socket) => void serve(app.handlers, app.hub, socketPort(socket), app.onInternal),
    });
    server = door;
    const startedAt = new Date().toISOString();
    inDataFolder(config.dataDir, () => writeHostFile(config.dataDir, { url: door.url, token, pid: process.pid, startedAt }));
    app.log.info('listening', { url: door.url, version: config.version, node: process.versions.node });
    return { app, serveAsset, url: door.url, token, port: door.port, start: app.start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The port asked for; without one the last one, so that an open tab survives a restart, or else any. */
async function listenWherePossible({ dataDir, port }: Config, options: Omit<WebServerOptions, 'port'>): Promise<WebServer> {
  if (port !== null) return listen({ ...options, port });
  const last = readHostFile(dataDir);
  const lastPort = last ? Number(new URL(last.url).port) : 0;
  try {
    return await listen({ ...options, port: lastPort });
  } catch (error) {
    if (lastPort === 0 || !(error instanceof AppError)) throw error;
    return listen({ ...options, port: 0 });
  }
}
