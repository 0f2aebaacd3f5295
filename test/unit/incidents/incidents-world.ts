import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createEngineEventRows } from '../../../electron/db/engine-events.ts';
import { createLaunchRows } from '../../../electron/db/engine-launches.ts';
import { noBootFacts } from '../../../electron/engine/boot-facts.ts';
import { createIncidents, type IncidentsDeps } from '../../../electron/incidents/create-incidents.ts';
import type { FailedAttempt, Incidents } from '../../../electron/incidents/incidents.ts';
import type { BootFacts, ExitReport } from '../../../shared/engine.ts';
import type { Incident } from '../../../shared/incident.ts';
import type { EventName, Payload } from '../../../shared/rpc.ts';
import { sampleEngine, sampleJob } from '../../fakes/fake-data.ts';
import type { VirtualClock } from '../../fakes/virtual-clock.ts';
import { createVirtualClock, rest } from '../../fakes/virtual-clock.ts';

export const engineId = 'studio';

/** A data folder with one engine whose launches and logs a test writes; hosts come and go over it. */
export interface IncidentsWorld {
  readonly clock: VirtualClock;
  readonly db: Db;
  readonly incidents: Incidents;
  /** Every incident as it was told, in order. */
  readonly told: Incident[];
  /** A launch that runs, with what it has said so far. */
  launch(
    lines: readonly string[],
    change?: { profile?: string; command?: string[]; facts?: Partial<BootFacts>; isReady?: boolean },
  ): string;
  say(launch: string, lines: readonly string[]): void;
  /** Jobs with an attempt that the launch has. */
  attempt(launch: string, job?: string): { job: string; attempt: string };
  /** Its process ends; the host sees it unless it is gone. */
  end(launch: string, change?: Partial<ExitReport>): void;
  fail(under: { job: string; attempt: string }, launch: string, change?: Partial<FailedAttempt>): void;
  /** Everything is read; what is told has arrived. */
  settle(): Promise<void>;
  /** The host dies with everything it had not written down; what runs meanwhile ends unseen. */
  die(): void;
  /** Another host over the same folder. */
  revive(deps?: Partial<IncidentsDeps>): void;
  close(): Promise<void>;
}

export const createIncidentsWorld = (folder: string, deps: Partial<IncidentsDeps> = {}): IncidentsWorld => {
  const clock = createVirtualClock(Date.parse('2026-11-30T12:00:00Z'));
  const file = join(folder, 'hearth.db');
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const told: Incident[] = [];
  const jobs = new Map<string, ReturnType<typeof sampleJob>>();
  const open = (more: Partial<IncidentsDeps>): { db: Db; incidents: Incidents } => {
    const db = openDatabase(file);
    const incidents = createIncidents({
      db,
      clock,
      log: {
        debug() {},
        info() {},
        warn() {},
        error: failed,
        close: () => Promise.resolve(),
      } as never,
      emit: <K extends EventName>(name: K, payload: Payload<K>) => {
        if (name === 'incident.changed') told.push(payload as Incident);
      },
      version: '0.1.0',
      logWorker: null,
      runFlags: [],
      engine: (id) => (id === engineId ? sampleEngine({ id, kind: 'managed', name: 'Studio' }) : undefined),
      flags: () => Promise.reject(new Error('nobody to ask')),
      job: (id) => jobs.get(id),
      recipe: () => null,
      classes: () => Promise.resolve(null),
      promptKeys: () => ['prompt'],
      readings: () => ({ memory: [], load: [] }),
      gpus: () => [],
      folders: () => [],
      defer: setImmediate,
      ...deps,
      ...more,
    });
    return { db, incidents };
  };
  const failed = (message: string, fields: unknown): never => {
    throw new Error(message, { cause: fields });
  };
  let host = open({});
  host.db
    .prepare("INSERT INTO engines (id, kind, name, client_id, created_at) VALUES (?, 'managed', 'Studio', 'c', 0)")
    .run(engineId);
  let isAlive = true;
  const logOf = (launch: string): string => join(logs, `${launch}.log`);
  const rows = () => createLaunchRows(host.db);
  const current: IncidentsWorld = {
    clock,
    told,
    get db() {
      return host.db;
    },
    get incidents() {
      return host.incidents;
    },
    launch(lines, { profile = 'Default', command = ['python', 'main.py'], facts = {}, isReady = true } = {}) {
      const id = randomUUID();
      writeFileSync(logOf(id), `${lines.join('\n')}\n`);
      const startedAt = clock.now();
      rows().insert({
        id,
        engine: engineId,
        startedAt,
        url: 'http://127.0.0.1:8188',
        profile,
        command,
        logFile: logOf(id),
        logFrom: 0,
      });
      if (isReady) rows().setReady(id, clock.now());
      rows().setBootFacts(id, { ...noBootFacts, ...facts });
      return id;
    },
    say: (launch, lines) => appendFileSync(logOf(launch), `${lines.join('\n')}\n`),
    attempt(launch, known) {
      const job = known ?? randomUUID();
      const attempt = randomUUID();
      if (!jobs.has(job)) {
        jobs.set(job, sampleJob({ id: job, values: { prompt: 'a lighthouse in heavy snow', steps: 20 } }));
        host.db
          .prepare(
            `INSERT INTO jobs (id, template, version, digest, values_json, state, priority, grade, rank, created_at)
             VALUES (?, 'sd15', 1, 'd', '{}', 'running', 'normal', 2, 0, 0)`,
          )
          .run(job);
      }
      host.db.prepare("UPDATE attempts SET state = 'failed' WHERE state = 'open'").run();
      host.db
        .prepare("INSERT INTO attempts (id, job, engine, launch, client, state, started_at) VALUES (?, ?, ?, ?, 'c', 'open', 0)")
        .run(attempt, job, engineId, launch);
      return { job, attempt };
    },
    end(launch, change = {}) {
      const report: ExitReport = {
        launchId: launch,
        code: 1,
        signal: null,
        meaning: null,
        end: 'crash',
        why: 'exit',
        uptimeMs: 60_000,
        wasReady: true,
        lastLines: [],
        firstLine: 0,
        bootFacts: noBootFacts,
        promptId: null,
        ramTotalBytes: 1,
        ramFreeBytes: 1,
        ...change,
      };
      rows().end(launch, clock.now(), isAlive ? report.end : 'lost');
      if (isAlive)
        createEngineEventRows(host.db).insert(engineId, {
          at: clock.now(),
          from: 'ready',
          to: 'backoff',
          reason: 'exited',
          launch,
          pid: 1,
          report,
        });
      if (isAlive) host.incidents.engineEnded(engineId, report);
    },
    fail({ job, attempt }, launch, change = {}) {
      host.incidents.attemptFailed({
        job,
        attempt,
        engine: engineId,
        launch,
        ending: 'nodeFailed',
        state: 'failed_retryable',
        error: null,
        ...change,
      });
    },
    async settle() {
      await host.incidents.settled();
      await rest();
    },
    die() {
      isAlive = false;
    },
    revive(more = {}) {
      // The old one may still want to write: nothing of it may reach the new one.
      void host.incidents.stop();
      host.db.close();
      host = open(more);
      isAlive = true;
      host.incidents.start();
    },
    async close() {
      await host.incidents.stop();
      host.db.close();
    },
  };
  host.incidents.start();
  return current;
};
