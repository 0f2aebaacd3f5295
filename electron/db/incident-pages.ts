import { z } from 'zod';
import type { IncidentFilter } from '../../shared/incident.ts';
import type { Db } from './database.ts';
import { type IncidentRow, incidentColumns, toIncidentRow } from './incidents.ts';

/** A signature with what its incidents sum up to. */
export interface GroupRow {
  signature: string;
  total: number;
  open: number;
  firstAt: number;
  lastAt: number;
}

/** Lists of incidents: pages by key, and groups. */
export interface IncidentPages {
  /** Newest first. Throws RangeError for a cursor that no page gave. */
  page(
    filter: IncidentFilter,
    cursor: string | undefined,
    limit: number,
  ): { rows: IncidentRow[]; total: number; next: string | null };
  /** By signature, the last seen first. */
  groups(filter: IncidentFilter, limit: number): GroupRow[];
  /** How often each signature occurred in each quarter of an hour since `from`: days of every time zone are made of those. */
  quarters(filter: IncidentFilter, from: number): { signature: string; at: number; count: number }[];
  /** Ids of the engines that have incidents with the signature. */
  engines(signature: string): string[];
  first(signature: string): IncidentRow | undefined;
  newest(signature: string): IncidentRow | undefined;
  /** Remedy that was confirmed last for the signature. */
  confirmed(signature: string): string | null;
}

type Params = Record<string, string | number>;

const quarterMs = 900_000;

const Group = z.object({
  signature: z.string(),
  total: z.number(),
  open: z.number(),
  first_at: z.number(),
  last_at: z.number(),
});
const Quarter = z.object({ signature: z.string(), at: z.number(), count: z.number() });

/** Conditions over `incidents i`, and their parameters. Pure. */
const conditions = (filter: IncidentFilter): { sql: string; params: Params } => {
  const parts = ['i.is_shown = 1'];
  const params: Params = {};
  const oneOf = (column: string, values: readonly string[] | undefined): void => {
    if (!values) return;
    const names = values.map((value, at) => {
      params[`${column}${at}`] = value;
      return `@${column}${at}`;
    });
    parts.push(`i.${column} IN (${names.join(', ')})`);
  };
  const is = (column: 'signature' | 'cause' | 'engine', value: string | undefined): void => {
    if (value === undefined) return;
    parts.push(`i.${column} = @${column}`);
    params[column] = value;
  };
  oneOf('state', filter.states);
  oneOf('kind', filter.kinds);
  is('signature', filter.signature);
  is('cause', filter.cause);
  is('engine', filter.engine);
  if (filter.job !== undefined) {
    // Repeats count to the incident, whatever their job.
    parts.push('i.id IN (SELECT incident FROM incident_times WHERE job = @job)');
    params.job = filter.job;
  }
  if (filter.from !== undefined) {
    parts.push('i.last_at >= @from');
    params.from = Date.parse(filter.from);
  }
  if (filter.to !== undefined) {
    parts.push('i.at < @to');
    params.to = Date.parse(filter.to);
  }
  return { sql: parts.join(' AND '), params };
};

/** Statements are made once for each kind of filter that is asked for. */
export const createIncidentPages = (db: Db): IncidentPages => {
  const prepared = new Map<string, ReturnType<typeof db.prepare>>();
  const all = (sql: string, params: Params): unknown[] => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(params);
  };
  const one = (sql: string, params: Params): IncidentRow | undefined => {
    const [row] = all(sql, params);
    return row === undefined ? undefined : toIncidentRow(row);
  };
  return {
    page(filter, cursor, limit) {
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw new RangeError(`not a cursor: ${cursor}`);
      const { sql, params } = conditions(filter);
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const rows = all(
        `SELECT ${incidentColumns} FROM incidents i WHERE ${sql} AND i.seq < @before ORDER BY i.seq DESC LIMIT +@limit`,
        { ...params, before, limit: limit + 1 },
      ).map(toIncidentRow);
      const [count] = z
        .array(z.object({ n: z.number() }))
        .parse(all(`SELECT count(*) AS n FROM incidents i WHERE ${sql}`, params));
      const shown = rows.slice(0, limit);
      return { rows: shown, total: count?.n ?? 0, next: rows.length > limit ? String(shown.at(-1)?.seq ?? 0) : null };
    },
    groups(filter, limit) {
      const { sql, params } = conditions(filter);
      const rows = all(
        `SELECT i.signature, sum(i.count) AS total, sum(i.state IN ('open', 'trial')) AS open, min(i.at) AS first_at,
           max(i.last_at) AS last_at
         FROM incidents i WHERE ${sql} AND i.signature IS NOT NULL GROUP BY i.signature ORDER BY last_at DESC LIMIT +@limit`,
        { ...params, limit },
      );
      return z
        .array(Group)
        .parse(rows)
        .map(({ first_at, last_at, ...same }) => ({ ...same, firstAt: first_at, lastAt: last_at }));
    },
    quarters(filter, from) {
      const { sql, params } = conditions(filter);
      return z.array(Quarter).parse(
        all(
          `SELECT i.signature, t.at / ${quarterMs} * ${quarterMs} AS at, count(*) AS count
           FROM incident_times t JOIN incidents i ON i.id = t.incident
           WHERE t.at >= +@since AND ${sql} AND i.signature IS NOT NULL GROUP BY 1, 2 ORDER BY 2`,
          { ...params, since: from },
        ),
      );
    },
    engines: (signature) =>
      z
        .array(z.object({ engine: z.string() }))
        .parse(all('SELECT DISTINCT engine FROM incidents WHERE signature = @signature AND is_shown = 1', { signature }))
        .map(({ engine }) => engine),
    first: (signature) =>
      one(`SELECT ${incidentColumns} FROM incidents WHERE signature = +@signature AND is_shown = 1 ORDER BY at, seq LIMIT 1`, {
        signature,
      }),
    newest: (signature) =>
      one(`SELECT ${incidentColumns} FROM incidents WHERE signature = +@signature AND is_shown = 1 ORDER BY seq DESC LIMIT 1`, {
        signature,
      }),
    confirmed(signature) {
      const [row] = z.array(z.object({ remedy: z.string() })).parse(
        all(
          `SELECT t.remedy FROM incident_trials t JOIN incidents i ON i.id = t.incident
           WHERE i.signature = +@signature AND t.state = 'confirmed' ORDER BY t.seq DESC LIMIT 1`,
          { signature },
        ),
      );
      return row?.remedy ?? null;
    },
  };
};
