import type { Engine, EngineMemory } from '../../shared/engine.ts';
import type { Values } from '../../shared/job.ts';
import type { Record } from '../../shared/record.ts';
import type { Db } from '../db/database.ts';
import { createRecordRows } from '../db/records.ts';
import type { Log } from '../lib/log.ts';
import { gatherLaunchFacts, type StatsFacts } from './launch-facts.ts';

/** An engine that came up; a Lane fits. */
interface LaunchedEngine {
  engineId: string;
  launchId: string;
  client: { stats(): Promise<StatsFacts> };
}

/**
 * Records of attempts. Almost everything is in the rows of job and attempt already: what is written besides is one small row inside the
 * transaction that notes that an engine took the attempt, and the facts of a launch once.
 */
export interface Records {
  /** Gathers what runs in this launch, unless that is known. Never throws; work goes on meanwhile. */
  launchUp(lane: LaunchedEngine): Promise<void>;
  /** Inside a transaction. `values` null: the job's own. */
  taken(attempt: { id: string; engine: string }, made: { graph: string; values: Values | null }): void;
  /** A reading of an engine's memory counts for the attempt it runs. */
  see(reading: EngineMemory): void;
  /** Inside the transaction that ends the attempt, or lets its engine go on. */
  left(attempt: string): void;
  /** Of every attempt of a job, the oldest first. */
  ofJob(job: string): Record[];
}

interface RecordsDeps {
  db: Db;
  log: Log;
  engine: (id: string) => Engine | undefined;
  /** Version of the graphics driver; null where there is none. */
  driver: () => Promise<string | null>;
  /** System and release of this machine. */
  system: string;
}

interface Running {
  attempt: string;
  peak: Record['peak'];
}

/** Records over the database. */
export const createRecords = ({ db, log, engine, driver, system }: RecordsDeps): Records => {
  const rows = createRecordRows(db);
  const running = new Map<string, Running>();
  let knownDriver: Promise<string | null> | undefined;

  const gather = async ({ engineId, launchId, client }: LaunchedEngine): Promise<void> => {
    const found = engine(engineId);
    if (!found || rows.hasFacts(launchId)) return;
    const stats = await client.stats().catch(() => null);
    knownDriver ??= driver();
    const sources = { engine: found, command: rows.commandOf(launchId), stats, driver: await knownDriver, system };
    const facts = await gatherLaunchFacts(sources);
    if (db.open) rows.setFacts(launchId, facts);
  };
  return {
    async launchUp(lane) {
      try {
        await gather(lane);
      } catch (error) {
        log.warn('the facts of a launch could not be recorded', { engine: lane.engineId, launch: lane.launchId, error });
      }
    },
    taken({ id, engine: of }, { graph, values }) {
      rows.insert({ attempt: id, graph, values });
      running.set(of, { attempt: id, peak: { ramBytes: null, vramBytes: null } });
    },
    see(reading) {
      const now = running.get(reading.engine);
      if (!now) return;
      now.peak = {
        ramBytes: higher(now.peak.ramBytes, reading.ramTotalBytes, reading.ramFreeBytes),
        vramBytes: higher(now.peak.vramBytes, reading.vramTotalBytes, reading.vramFreeBytes),
      };
    },
    left(attempt) {
      for (const [of, now] of running) {
        if (now.attempt !== attempt) continue;
        running.delete(of);
        if (now.peak.ramBytes !== null || now.peak.vramBytes !== null) rows.setPeak(attempt, now.peak);
      }
    },
    ofJob: rows.ofJob,
  };
};

const higher = (peak: number | null, total: number | null, free: number | null): number | null =>
  total === null || free === null ? peak : Math.max(peak ?? 0, total - free);
