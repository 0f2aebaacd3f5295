import { z } from 'zod';
import { BootFacts, ExitReport } from '../../shared/engine.ts';
import type { Db } from './database.ts';

/** One start of an engine. */
interface LaunchRow {
  id: string;
  engine: string;
  startedAt: number;
  endedAt: number | null;
  logFile: string;
  logFrom: number;
  /** Where the next launch of the same process begins in the file; null: the rest is its own. */
  logTo: number | null;
}

/** One start with how it went, for people who look back. */
export interface LaunchStory extends LaunchRow {
  readyAt: number | null;
  endedAs: ExitReport['end'] | null;
  pid: number | null;
  profile: string;
  command: string[];
  /** null: it said nothing, or it was stored in another shape. */
  bootFacts: BootFacts | null;
}

/** What is remembered of a launch that has not ended as far as anybody knows. */
interface OpenLaunch {
  id: string;
  url: string;
  profile: string;
  command: string[];
  logFile: string;
  logFrom: number;
  /** The first launch of the same process, which restarted inside. */
  firstId: string;
}

export interface LaunchRows {
  insert(launch: {
    id: string;
    engine: string;
    startedAt: number;
    url: string;
    profile: string;
    command: readonly string[];
    logFile: string;
    logFrom: number;
  }): void;
  setPid(id: string, pid: number): void;
  setReady(id: string, at: number): void;
  setBootFacts(id: string, facts: BootFacts): void;
  /** Nothing happens to one that has ended already. */
  end(id: string, at: number, end: ExitReport['end']): void;
  /** Ends what a host left that did not end in order, but for the launches that go on. */
  endLost(engine: string, except: string | null, at: number): void;
  /** Whether it counted before. */
  forgive(id: string): boolean;
  find(id: string): LaunchRow | undefined;
  story(id: string): LaunchStory | undefined;
  /** Those of the same engine before it, newest first. */
  before(id: string, limit: number): LaunchStory[];
  newest(engine: string): LaunchRow | undefined;
  newestOpen(engine: string): OpenLaunch | undefined;
  /** The newest `limit`, newest first. */
  list(engine: string, limit: number): LaunchStory[];
  /** Deaths nobody asked for, after `since`; forgiven ones left out. */
  deaths(engine: string, since: number): { launchId: string; at: number }[];
}

const Row = z.object({
  id: z.string(),
  engine: z.string(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  log_file: z.string(),
  log_from: z.number(),
  log_to: z.number().nullable(),
});

const StoryRow = Row.extend({
  ready_at: z.number().nullable(),
  ended_as: ExitReport.shape.end.nullable(),
  pid: z.number().nullable(),
  profile: z.string(),
  command_json: z.string(),
  boot_facts_json: z.string().nullable(),
});
const Command = z.array(z.string());

const OpenRow = z.object({
  id: z.string(),
  url: z.string(),
  profile: z.string(),
  command_json: z.string(),
  log_file: z.string(),
  log_from: z.number(),
  first_id: z.string(),
});
const toOpen = (raw: unknown): OpenLaunch | undefined => {
  if (raw === undefined) return undefined;
  const { command_json, log_file, log_from, first_id, ...same } = OpenRow.parse(raw);
  return { ...same, command: Command.parse(JSON.parse(command_json)), logFile: log_file, logFrom: log_from, firstId: first_id };
};

const Death = z.object({ launchId: z.string(), at: z.number() });

const toRow = (raw: unknown): LaunchRow | undefined => {
  if (raw === undefined) return undefined;
  const { id, engine, started_at, ended_at, log_file, log_from, log_to } = Row.parse(raw);
  return { id, engine, startedAt: started_at, endedAt: ended_at, logFile: log_file, logFrom: log_from, logTo: log_to };
};

const toStory = (raw: unknown): LaunchStory => {
  const row = StoryRow.parse(raw);
  return {
    id: row.id,
    engine: row.engine,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    logFile: row.log_file,
    logFrom: row.log_from,
    logTo: row.log_to,
    readyAt: row.ready_at,
    endedAs: row.ended_as,
    pid: row.pid,
    profile: row.profile,
    command: Command.parse(JSON.parse(row.command_json)),
    bootFacts: row.boot_facts_json === null ? null : (BootFacts.safeParse(JSON.parse(row.boot_facts_json)).data ?? null),
  };
};

const select = `SELECT own.*, (
    SELECT min(next.log_from) FROM engine_launches next WHERE next.engine = own.engine AND next.log_file = own.log_file AND next.seq > own.seq
  ) AS log_to FROM engine_launches own`;

/** Statements over the launches table, prepared once. */
export const createLaunchRows = (db: Db): LaunchRows => {
  const insert = db.prepare(
    `INSERT INTO engine_launches (id, engine, started_at, url, profile, command_json, log_file, log_from)
     VALUES (@id, @engine, @startedAt, @url, @profile, @command, @logFile, @logFrom)
     ON CONFLICT (id) DO UPDATE SET ended_at = NULL, ended_as = NULL`,
  );
  const pid = db.prepare('UPDATE engine_launches SET pid = @value WHERE id = @id');
  const ready = db.prepare('UPDATE engine_launches SET ready_at = @value WHERE id = @id');
  const facts = db.prepare('UPDATE engine_launches SET boot_facts_json = @value WHERE id = @id');
  const end = db.prepare('UPDATE engine_launches SET ended_at = @at, ended_as = @end WHERE id = @id AND ended_at IS NULL');
  const lost = db.prepare(
    `UPDATE engine_launches SET ended_at = @at, ended_as = 'lost' WHERE engine = @engine AND ended_at IS NULL AND id <> @except`,
  );
  const forgive = db.prepare(
    `UPDATE engine_launches SET is_forgiven = 1 WHERE id = ? AND ended_as IN ('crash','hang') AND is_forgiven = 0`,
  );
  const byId = db.prepare(`${select} WHERE own.id = ?`);
  const before = db.prepare(
    `${select} WHERE own.engine = (SELECT engine FROM engine_launches WHERE id = +@id)
     AND own.seq < (SELECT seq FROM engine_launches WHERE id = +@id) ORDER BY own.seq DESC LIMIT +@limit`,
  );
  const newest = db.prepare(`${select} WHERE own.engine = +? ORDER BY own.seq DESC LIMIT 1`);
  const newestOpen = db.prepare(
    `SELECT *, (SELECT first.id FROM engine_launches first WHERE first.log_file = own.log_file ORDER BY first.seq LIMIT 1) AS first_id
     FROM engine_launches own WHERE engine = +? AND ended_at IS NULL ORDER BY seq DESC LIMIT 1`,
  );
  const newestFew = db.prepare(`${select} WHERE own.engine = +? ORDER BY own.seq DESC LIMIT +?`);
  const deaths = db.prepare(
    `SELECT id AS launchId, ended_at AS at FROM engine_launches
     WHERE engine = +? AND ended_at > ? AND ended_as IN ('crash','hang') AND is_forgiven = 0 ORDER BY ended_at`,
  );
  return {
    insert({ command, ...same }) {
      insert.run({ ...same, command: JSON.stringify(command) });
    },
    setPid: (id, value) => void pid.run({ id, value }),
    setReady: (id, value) => void ready.run({ id, value }),
    setBootFacts: (id, value) => void facts.run({ id, value: JSON.stringify(value) }),
    end: (id, at, how) => void end.run({ id, at, end: how }),
    endLost: (engine, except, at) => void lost.run({ engine, except: except ?? '', at }),
    forgive: (id) => forgive.run(id).changes > 0,
    find: (id) => toRow(byId.get(id)),
    story(id) {
      const raw = byId.get(id);
      return raw === undefined ? undefined : toStory(raw);
    },
    before: (id, limit) => before.all({ id, limit }).map(toStory),
    newest: (engine) => toRow(newest.get(engine)),
    newestOpen: (engine) => toOpen(newestOpen.get(engine)),
    list: (engine, limit) => newestFew.all(engine, limit).map(toStory),
    deaths: (engine, since) => z.array(Death).parse(deaths.all(engine, since)),
  };
};
